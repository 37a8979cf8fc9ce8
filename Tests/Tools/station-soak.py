#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A station through a long day with faults at random, on a broker of its own (Debian: mosquitto, mosquitto-clients).

The camera is simulated and runs as fast as the machine can, so eight of its hours take some minutes. The faults are real and
come in real time: the camera is unplugged or busy, the broker goes away, the disk is full, the history is locked by another
program, the station is killed, the clock is set back (with faketime), the configuration is broken.

At the end every scan that was announced on standard output must be in the history once, and have been at the broker. Run as root
for the disk that is full: it is a small one in memory.

    sudo Tests/Tools/station-soak.py CANDELA [--hours 8] [--seed 1]
"""
import argparse, json, os, random, re, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time

parser = argparse.ArgumentParser()
parser.add_argument("candela")
parser.add_argument("--hours", type=float, default=8)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--fps", type=int, default=5)
given = parser.parse_args()
random.seed(given.seed)
folder = tempfile.mkdtemp(prefix="candela-soak-")
data = folder + "/data"
os.mkdir(data)
PORT, TOPIC, INTERVAL = 18831, "soak/scans", 1
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
               # Not 0: before 2.0.16 that loses messages (its change log: "max_queued_messages 0 stopping clients").
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

    def resident(self):
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1])
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
    with open(data + "/filler", "wb") as file:
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
counts = dict.fromkeys((fault.__name__ for fault in faults), 0)
unsaid = []
began = time.monotonic()
wanted = given.hours * 3600 / INTERVAL
while len(station.announced) < wanted:
    time.sleep(random.uniform(4, 9))
    if (size := station.resident()) is not None:
        station.memory.append((time.monotonic() - began, station.starts, size))
    fault = random.choice(list(faults))
    start, before = time.monotonic(), len(station.announced)
    fault()
    during = len(station.announced) - before
    counts[fault.__name__] += 1
    time.sleep(3)
    said = "\n".join(line for moment, line in station.log if moment >= start)
    for pattern in faults[fault]:
        # Without a scan nobody notices.
        if pattern and during and not re.search(pattern, said):
            unsaid.append((fault.__name__, pattern))
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
history.close()
missing = [id for id in station.announced if id not in set(kept)]
undelivered = set(station.announced) - set(received)
unplugged = sum("unplugged or switched off" in line or "is gone" in line for _, line in station.log)
print(f"{len(station.announced)} scans announced in {time.monotonic() - began:.0f} s, {given.hours} h of the camera's time; "
      f"{station.starts} starts; camera lost {unplugged} times")
print("faults: " + ", ".join(f"{name} {count}" for name, count in counts.items()))
print(f"announced twice {len(station.announced) - len(set(station.announced))}, not in the history {len(missing)}, twice in it "
      f"{len(kept) - len(set(kept))}, not at the broker {len(undelivered)}, there again {len(received) - len(set(received))} "
      f"(dropped by id)")
# The broker's own word: what it confirmed to the station, what it sent on, and what the subscriber confirmed.
with open(folder + "/mosquitto.log") as file:
    log = file.read()
print(f"mosquitto's log: {len(re.findall(r'Sending PUBACK to candela-', log))} confirmed to the station, "
      f"{len(re.findall(r'Sending PUBLISH to soak-subscriber', log))} sent on, "
      f"{len(re.findall(r'Received PUBACK from soak-subscriber', log))} confirmed by the subscriber")
if undelivered:
    print(f"delivering what was left: status {left.returncode}: {left.stdout}{left.stderr}")
print(f"scans announced while the history was locked: {getattr(locked_history, 'scans', 0)}")
longest = {}
for moment, start, size in station.memory:
    longest.setdefault(start, []).append(size)
print("memory, KiB, of each life of three samples or more, at its begin, middle and end: "
      + ", ".join(f"{sizes[0]}→{sizes[len(sizes) // 2]}→{sizes[-1]}" for sizes in longest.values() if len(sizes) > 2))
for name, pattern in unsaid:
    print(f"not said: {name}: {pattern}")
if not has_disk:
    print("NOT TRIED: a full disk; run as root")
if not faketime:
    print("NOT TRIED: a clock that is set back; install faketime")
if has_disk:
    subprocess.run(["umount", data])
with open("station-soak.log", "w") as file:
    file.writelines(f"{moment - began:.1f} {line}\n" for moment, line in station.log)
shutil.rmtree(folder, ignore_errors=True)
sys.exit(1 if missing or undelivered or unsaid or len(kept) != len(set(kept)) else 0)
