#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Many stations on one broker of this machine: what each costs, and how long a scan takes to the subscriber.

Each station scans a simulated camera once a second. The broker is restarted in the middle; at the end every scan in a station's
history must have been received (Debian: mosquitto, mosquitto-clients).

    Tests/Tools/station-fleet.py CANDELA [--stations 200] [--seconds 60]
"""
import argparse, datetime, json, os, resource, shutil, sqlite3, subprocess, sys, tempfile, threading, time

parser = argparse.ArgumentParser()
parser.add_argument("candela")
parser.add_argument("--stations", type=int, default=200)
parser.add_argument("--seconds", type=int, default=60)
given = parser.parse_args()
folder, PORT = tempfile.mkdtemp(prefix="candela-fleet-"), 18841
most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
with open(folder + "/mosquitto.conf", "w") as file:
    file.write(f"listener {PORT} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location {folder}/\n"
               "max_queued_messages 0\n" + ("user root\n" if os.geteuid() == 0 else ""))


def start_broker():
    broker = subprocess.Popen(["mosquitto", "-c", folder + "/mosquitto.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    return broker


broker = start_broker()
received = {}
subscriber = subprocess.Popen(["mosquitto_sub", "-p", str(PORT), "-q", "1", "-c", "-i", "fleet-subscriber", "-t", "fleet/+/scans"],
                              stdout=subprocess.PIPE)


def receive():
    for line in subscriber.stdout:
        now = time.time()
        scan = json.loads(line)
        sent = datetime.datetime.fromisoformat(scan["time"].replace("Z", "+00:00")).timestamp()
        received.setdefault(scan["id"], now - sent)


threading.Thread(target=receive, daemon=True).start()
time.sleep(1)
stations = []
for number in range(given.stations):
    home = f"{folder}/{number}"
    os.mkdir(home)
    with open(home + "/station.toml", "w") as file:
        file.write(f"""name = "station-{number}"
[camera]
use = "sim:bench?frame=320x240&fps=4"
interval = "1s"
[hooks]
publish = "mqtt://127.0.0.1:{PORT}/fleet/{number}/scans"
[fleet]
broker = "mqtt://127.0.0.1:{PORT}/fleet/{number}"
""")
    environment = dict(os.environ, XDG_DATA_HOME=home, XDG_STATE_HOME=home, XDG_CONFIG_HOME=home)
    stations.append(subprocess.Popen([given.candela, "station", "--config", home + "/station.toml"], env=environment,
                                     stdout=subprocess.DEVNULL, stderr=open(home + "/log", "w")))
    time.sleep(0.05)


def processes():
    """Seconds of processor, and proportional memory in MiB, of the stations and their workers."""
    parents, times, memory = {}, {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            parents[int(name)] = int(fields[1])
            times[int(name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            with open(f"/proc/{name}/smaps_rollup") as file:
                memory[int(name)] = next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024
        except (OSError, StopIteration):
            continue
    own = {station.pid for station in stations}
    family = [pid for pid in times if pid in own or parents.get(pid) in own]
    return sum(times[pid] for pid in family), sum(memory.get(pid, 0) for pid in family)


time.sleep(10)
delays_before = len(received)
before, began = processes()[0], time.monotonic()
time.sleep(given.seconds / 2)
calm = sorted(list(received.values())[delays_before:])
middle, memory = processes()
elapsed = time.monotonic() - began
broker.terminate()
broker.wait()
time.sleep(5)
broker = start_broker()
time.sleep(given.seconds / 2)
for station in stations:
    station.terminate()
for station in stations:
    station.wait()
kept = []
for number in range(given.stations):
    history = sqlite3.connect(f"{folder}/{number}/candela/history.sqlite")
    kept += [row[0] for row in history.execute("SELECT id FROM scan")]
    history.close()
time.sleep(3)
subscriber.terminate()
broker.terminate()
missing = set(kept) - set(received)


def at(share):
    return f"{1000 * calm[min(len(calm) - 1, int(share * len(calm)))]:.0f} ms" if calm else "not known"


print(f"{given.stations} stations on {os.cpu_count()} processors: {len(kept)} scans, {len(calm) / elapsed:.0f} a second")
print(f"a station with its workers: {100 * (middle - before) / elapsed / given.stations:.2f} % of a processor, "
      f"{memory / given.stations:.1f} MiB (PSS)")
print(f"from the scan to the subscriber: p50 {at(0.5)}, p99 {at(0.99)}")
print(f"after a restart of the broker: {len(missing)} scans not received")
shutil.rmtree(folder, ignore_errors=True)
sys.exit(1 if missing else 0)
