#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A station through a long day with faults at random, on a broker of its own (Debian: mosquitto, mosquitto-clients).

The camera is simulated and runs as fast as the machine can, so eight of its hours take some minutes. The faults are real and
come in real time: the camera is unplugged or busy, the broker goes away, the disk is full, the history is locked by another
program, the station is killed, the clock is set back (with faketime), the configuration is broken.

Each fault is tried once before any is tried again, and all of them at least once. After each, the station must become healthy, and
may not have filled its log. At the end every scan that was announced on standard output must be in the history once, and have been at
the broker. Run as root for the disk that is full: it is a small one in memory.

    sudo Tests/Tools/station-soak.py CANDELA [--hours 8] [--seed 1] [--only broker_away,full_disk]
"""
import argparse, collections, json, os, random, re, shutil, signal, socket, sqlite3, subprocess, sys, tempfile, threading
import time, urllib.error, urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("candela")
parser.add_argument("--hours", type=float, default=8)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--fps", type=int, default=5)
parser.add_argument("--only", help="the faults to try, with commas between")
given = parser.parse_args()
random.seed(given.seed)
folder = tempfile.mkdtemp(prefix="candela-soak-")
data = folder + "/data"
os.mkdir(data)
with socket.create_server(("127.0.0.1", 0)) as first, socket.create_server(("127.0.0.1", 0)) as second:
    PORT, HEALTH = first.getsockname()[1], second.getsockname()[1]
TOPIC, INTERVAL = "soak/scans", 1
has_disk = os.geteuid() == 0 and subprocess.run(
    ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", data], capture_output=True).returncode == 0
faketime = next((path for path in ("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
                                   "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1") if os.path.exists(path)), None)

configuration, clock = folder + "/station.toml", folder + "/clock"


def write_configuration(*, busy=False, broken=False):
    # The camera is lost every half hour of its time.
    keys = f"pace=free&fps={given.fps}&unplug={1800 * given.fps}" + ("&busy=on" if busy else "")
    text = f"""name = "soak"
[camera]
use = "sim:bench?{keys}"
interval = "{INTERVAL}s"
{'interval = 3' if broken else ''}
[hooks]
publish = "mqtt://127.0.0.1:{PORT}/{TOPIC}"
[output]
print = "json"
[health]
listen = "127.0.0.1:{HEALTH}"
[fleet]
broker = "mqtt://127.0.0.1:{PORT}/soak"
"""
    with open(configuration + ".new", "w") as file:
        file.write(text)
    os.rename(configuration + ".new", configuration)


def set_clock(offset):
    with open(clock, "w") as file:
        file.write(f"{offset:+d}\n")


write_configuration()
set_clock(0)
with open(folder + "/mosquitto.conf", "w") as file:
    file.write(f"listener {PORT} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\n"
               # Not 0: with that, 2.0.16 drops every message. See: <https://github.com/eclipse-mosquitto/mosquitto/issues/2879>.
               "max_queued_messages 1000000\n"
               f"log_dest file {folder}/mosquitto.log\nlog_type all\n"
               # Otherwise root's mosquitto becomes another user, who cannot write here, and loses what it has confirmed.
               + ("user root\n" if os.geteuid() == 0 else ""))


class Broker:
    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", folder + "/mosquitto.conf"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        time.sleep(0.5)

    def stop(self):
        # Never kill it: it confirms messages before they are on its disk, where it writes them when it ends.
        self.process.terminate()
        self.process.wait()


class Station:
    """Starts it, and again when it dies, as a service manager does."""

    def __init__(self):
        self.announced, self.log, self.memory, self.starts, self.is_ending = [], [], [], 0, False
        threading.Thread(target=self.keep_running, daemon=True).start()

    def keep_running(self):
        while not self.is_ending:
            environment = dict(os.environ, XDG_DATA_HOME=data, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
            if faketime:
                environment |= {"LD_PRELOAD": faketime, "FAKETIME_TIMESTAMP_FILE": clock, "FAKETIME_NO_CACHE": "1",
                                "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                                # Otherwise waits on the monotonic clock do not end.
                                "FAKETIME_FORCE_MONOTONIC_FIX": "0"}
            # With env, because libfaketime changes the environment of the first program, where Swift finds its arguments.
            self.process = subprocess.Popen(["env", given.candela, "station", "--config", configuration], env=environment,
                                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.starts += 1
            readers = [threading.Thread(target=self.read, args=(self.process.stdout, True)),
                       threading.Thread(target=self.read, args=(self.process.stderr, False))]
            for reader in readers:
                reader.start()
            self.process.wait()
            for reader in readers:
                reader.join()
            time.sleep(1)

    def read(self, stream, is_output):
        for line in stream:
            if not is_output:
                self.log.append((time.monotonic(), line.decode(errors="replace").rstrip()))
            elif line.endswith(b"\n"):
                try:
                    event = json.loads(line)
                except ValueError:
                    sys.exit(f"no JSON: {line!r}")
                if event["event"] == "scan":
                    self.announced.append(event.get("id"))

    def trouble(self):
        """What its health says, if it is not healthy."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{HEALTH}/healthz", timeout=10):
                return None
        except urllib.error.HTTPError as answer:
            return "; ".join(json.load(answer)["troubles"])
        except (OSError, ValueError) as error:
            return str(error)

    def use(self):
        """Its memory that is of no file, in KiB, and how often it has the history open."""
        process = f"/proc/{self.process.pid}"
        try:
            with open(process + "/status") as file:
                memory = int(re.search(r"RssAnon:\s*(\d+)", file.read())[1])
            with os.scandir(process + "/fd") as links:
                return memory, sum(os.readlink(link.path).endswith("/history.sqlite") for link in links)
        except (OSError, TypeError):
            return None


broker = Broker()
broker.start()
received, subscriber_ready = [], threading.Event()
subscriber = subprocess.Popen(["mosquitto_sub", "-p", str(PORT), "-q", "1", "-c", "-i", "soak-subscriber", "-t", TOPIC],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
threading.Thread(target=lambda: [received.append(json.loads(line)["id"]) for line in subscriber.stdout], daemon=True).start()
time.sleep(1)
station = Station()


def busy_camera():
    write_configuration(busy=True)
    station.process.send_signal(signal.SIGHUP)
    time.sleep(6)
    write_configuration()
    station.process.send_signal(signal.SIGHUP)


def broker_away():
    broker.stop()
    time.sleep(random.uniform(3, 8))
    broker.start()


def full_disk():
    # Unbuffered: what is left in a buffer would fail when the file is closed.
    with open(data + "/filler", "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
    time.sleep(6)
    os.unlink(data + "/filler")
    time.sleep(3)


def locked_history():
    other = sqlite3.connect(data + "/candela/history.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    before = len(station.announced)
    time.sleep(5)
    locked_history.scans = getattr(locked_history, "scans", 0) + len(station.announced) - before
    other.execute("ROLLBACK")
    other.close()


def killed():
    station.process.kill()
    time.sleep(4)


def clock_back():
    set_clock(-3600)
    time.sleep(5)
    set_clock(0)


def broken_configuration():
    write_configuration(broken=True)
    station.process.send_signal(signal.SIGHUP)
    time.sleep(3)
    write_configuration()
    station.process.send_signal(signal.SIGHUP)


# Each fault with what the log must say of it, and of its end.
faults = {
    busy_camera: (r"another program is using it", r"scans again after|configuration is applied"),
    broker_away: (r"cannot deliver scans, will try again", r"scans are delivered again"),
    locked_history: (r"another program has the history locked", None),
    killed: (None, None),
    broken_configuration: (r"goes on as before", r"configuration is applied"),
}
if has_disk:
    faults[full_disk] = (r"printed but not saved", r"scans are saved again")
if faketime:
    faults[clock_back] = (None, None)
if given.only:
    chosen = given.only.split(",")
    if unknown := set(chosen) - {fault.__name__ for fault in faults}:
        sys.exit(f"cannot try {', '.join(sorted(unknown))}")
    faults = {fault: patterns for fault, patterns in faults.items() if fault.__name__ in chosen}
# By fault: how often, scans meanwhile, lines in the log, and what memory grew by in a life that went on.
figures = {fault.__name__: [0, 0, 0, 0] for fault in faults}
wrong, round_of_faults = [], []
began = time.monotonic()
wanted = given.hours * 3600 / INTERVAL
while len(station.announced) < wanted or not all(count for count, *_ in figures.values()):
    time.sleep(random.uniform(4, 9))
    if (use := station.use()) is not None:
        station.memory.append((station.starts, *use))
    if not round_of_faults:
        round_of_faults = random.sample(list(faults), len(faults))
    fault = round_of_faults.pop()
    start, before, life = time.monotonic(), len(station.announced), station.starts
    fault()
    during = len(station.announced) - before
    time.sleep(3)
    for _ in range(300):
        if (trouble := station.trouble()) is None:
            break
        time.sleep(0.2)
    else:
        wrong.append((fault.__name__, f"still in trouble a minute after its end: {trouble}"))
    lines = [line for moment, line in station.log if moment >= start]
    said = "\n".join(lines)
    for pattern in faults[fault]:
        # Without a scan nobody notices.
        if pattern and during and not re.search(pattern, said):
            wrong.append((fault.__name__, f"not said: {pattern}"))
    # A trouble is one line, however many scans it concerns.
    for line, times in collections.Counter(re.sub(r"\d+", "N", line) for line in lines).items():
        if times > 20:
            wrong.append((fault.__name__, f"said {times} times: {line}"))
    after = station.use()
    grown = after[0] - use[0] if use and after and station.starts == life else 0
    for index, number in enumerate((1, during, len(lines), grown)):
        figures[fault.__name__][index] += number
    print(f"{time.monotonic() - began:.0f} s: {fault.__name__}; {len(station.announced)} scans", file=sys.stderr, flush=True)
    if not station.announced:
        print(said, file=sys.stderr)

station.is_ending = True
station.process.terminate()
station.process.wait()
# What is left is delivered by hand, as an operator would.
environment = dict(os.environ, XDG_DATA_HOME=data, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
left = subprocess.run([given.candela, "history", "deliver", "--publish", f"mqtt://127.0.0.1:{PORT}/{TOPIC}"],
                      env=environment, capture_output=True, text=True)
for _ in range(300):
    if set(station.announced) <= set(received):
        break
    time.sleep(0.2)
subscriber.terminate()
broker.stop()
history = sqlite3.connect(data + "/candela/history.sqlite")
kept = [row[0] for row in history.execute("SELECT id FROM scan")]
waiting = history.execute("SELECT count(*) FROM delivery WHERE delivered_ms IS NULL").fetchone()[0]
history.close()
once = set(kept)
missing = [id for id in station.announced if id not in once]
undelivered = set(station.announced) - set(received)
unplugged = sum("unplugged or switched off" in line or "is gone" in line for _, line in station.log)
print(f"{len(station.announced)} scans announced in {time.monotonic() - began:.0f} s, {given.hours} h of the camera's time; "
      f"{station.starts} starts; camera lost {unplugged} times")
for name, (count, during, lines, grown) in figures.items():
    print(f"{name}: {count} times, {during} scans meanwhile, {lines} lines in the log, memory {grown:+d} KiB")
print(f"announced twice {len(station.announced) - len(set(station.announced))}, not in the history {len(missing)}, twice in it "
      f"{len(kept) - len(set(kept))}, not at the broker {len(undelivered)}, there again {len(received) - len(set(received))} "
      f"(dropped by id)")
# The broker's own word: what it confirmed to the station, what it sent on, and what the subscriber confirmed.
with open(folder + "/mosquitto.log") as file:
    log = file.read()
came = re.findall(rf"Received PUBLISH from (candela-\w+) \(d(\d), q1, r0, m(\d+), '{TOPIC}'", log)
confirmed = set(re.findall(r"Sending PUBACK to (candela-\w+) \(m(\d+)", log))
print(f"mosquitto's log: {len(came)} scans came, {sum(again == '1' for _, again, _ in came)} of them again, "
      f"{len({(client, number) for client, _, number in came} & confirmed)} confirmed, "
      f"{len(re.findall(r'Sending PUBLISH to soak-subscriber', log))} sent on, "
      f"{len(re.findall(r'Received PUBACK from soak-subscriber', log))} confirmed by the subscriber; "
      f"{waiting} of the history left to deliver")
# Then its confirmations are worth nothing, and what is missing is not the station's fault.
broker_errors = set(re.findall(r".*(?:Error|Unable|being dropped).*", log))
for line in sorted(broker_errors):
    print(f"mosquitto: {line}")
if undelivered:
    print(f"delivering what was left: status {left.returncode}: {left.stdout}{left.stderr}")
print(f"scans announced while the history was locked: {getattr(locked_history, 'scans', 0)}")
lives = {}
for life, memory, files in station.memory:
    lives.setdefault(life, []).append((memory, files))
lives = [uses for uses in lives.values() if len(uses) > 2]
print("memory without files, KiB, of each life of three samples or more, at its begin, middle and end: "
      + ", ".join("→".join(str(uses[index][0]) for index in (0, len(uses) // 2, -1)) for uses in lives))
print("open histories likewise: "
      + ", ".join("→".join(str(uses[index][1]) for index in (0, len(uses) // 2, -1)) for uses in lives))
# A run that a changed configuration has ended, and that is not released, shows here first.
leaks = [uses for uses in lives if uses[-1][1] > uses[0][1] + 1]
if leaks:
    print("histories are not closed")
for name, pattern in wrong:
    print(f"not as it should be: {name}: {pattern}")
if not has_disk:
    print("NOT TRIED: a full disk; run as root")
if not faketime:
    print("NOT TRIED: a clock that is set back; install faketime")
if has_disk:
    subprocess.run(["umount", data])
with open("station-soak.log", "w") as file:
    file.writelines(f"{moment - began:.1f} {line}\n" for moment, line in station.log)
shutil.rmtree(folder, ignore_errors=True)
sys.exit(1 if missing or undelivered or waiting or wrong or broker_errors or leaks or len(kept) != len(set(kept)) else 0)
