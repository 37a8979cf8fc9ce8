#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from sending a picture to its printed text, and processor time a picture: Candela beside GStreamer, through PipeWire.

usage: pipewire-camera.py CANDELA [ROUNDS]

Starts a PipeWire and a WirePlumber of its own, and a camera that is a program (Tests/Laboratory/pipewire/pipewire-camera.c), in
whose every picture is a code of its own. Both programs read the same camera, one after the other, several times. The codes are
drawn by CANDELA; both decode with zbar, and Candela with its own readers besides. It prints figures and does not judge them.
"""
import os, pathlib, re, statistics, subprocess, sys, tempfile, threading, time

from PIL import Image

candela, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
PICTURES, RATE, SIZE, FORMAT = 100, 15, (1280, 720), "GREY"
source = pathlib.Path(__file__).resolve().parents[4] / "Tests/Laboratory/pipewire/pipewire-camera.c"


def draw(folder):
    """One file of pictures with codes of 6 px a module."""
    with open(f"{folder}/pictures", "wb") as file:
        for number in range(PICTURES):
            code = f"{folder}/code.png"
            subprocess.run([candela, "encode", f"picture-{number:04}", "-o", code], check=True, capture_output=True)
            picture = Image.new("L", SIZE, 255)
            drawn = Image.open(code).convert("L")
            picture.paste(drawn, ((SIZE[0] - drawn.width) // 2, (SIZE[1] - drawn.height) // 2))
            file.write(picture.tobytes())


def spent(session):
    """Processor seconds of all processes of a session."""
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            # Its own, and of children that have ended.
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Camera:
    """Notes when which picture was sent."""

    def __init__(self, folder, environment):
        tool = f"{folder}/pipewire-camera"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libpipewire-0.3"], check=True, capture_output=True, text=True)
        subprocess.run(["cc", "-O1", "-D_GNU_SOURCE", str(source), "-o", tool, *flags.stdout.split()], check=True)
        words = [tool, "bench-camera", "Bench Camera", FORMAT, *map(str, SIZE), f"{folder}/pictures", str(RATE)]
        self.program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        self.sent, self.count = {}, 0
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        for line in self.program.stdout:
            if match := re.match(r"(\d+) ([\d.]+)$", line):
                self.sent[int(match[1])] = float(match[2])
                self.count += 1


def run(words, camera, environment):
    """The delays in ms, and processor seconds a picture of the program with its workers, without its start."""
    program = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True, env=environment)
    threading.Timer(30, program.terminate).start()
    delays, seen, first = [], set(), None
    for line in program.stdout:
        now = time.monotonic()
        if not (found := re.search(r"picture-(\d{4})", line)):
            continue
        number = int(found[1])
        # The first reads are not counted: the programs need a moment to start.
        if first is None:
            first = (now, camera.count, spent(program.pid))
        if now < first[0] + 1 or number in seen or number not in camera.sent:
            continue
        seen.add(number)
        delays.append(1000 * (now - camera.sent[number]))
        if now > first[0] + 6:
            break
    cost = (spent(program.pid) - first[2]) / max(1, camera.count - first[1]) if first else 0
    program.terminate()
    program.wait()
    return delays, cost


with tempfile.TemporaryDirectory() as folder:
    draw(folder)
    environment = dict(os.environ, XDG_RUNTIME_DIR=folder, HOME=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
    services = []
    for name in ["pipewire", "wireplumber"]:
        services.append(subprocess.Popen(
            ["dbus-run-session", name] if name == "wireplumber" else [name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment, start_new_session=True))
        time.sleep(2)
    camera = Camera(folder, environment)
    time.sleep(1)
    programs = {
        "candela": [candela, "scan", "pipewire:bench-camera", "-s", "qr", "--interval", "0", "--no-history", "--let-sleep",
                    "--timeout", "20s"],
        "gst zbar": ["stdbuf", "-oL", "gst-launch-1.0", "-m", "pipewiresrc", "target-object=bench-camera", "!", "videoconvert", "!",
                     "zbar", "cache=false", "!", "fakesink", "sync=false"],
    }
    results = {name: ([], []) for name in programs}
    try:
        for _ in range(rounds):
            for name, words in programs.items():
                delays, cost = run(words, camera, environment)
                results[name][0].extend(delays)
                results[name][1].append(1000 * cost)
    finally:
        camera.program.kill()
        for service in services:
            os.killpg(service.pid, 15)
            service.wait()
    print(f"PipeWire, {FORMAT} {SIZE[0]}x{SIZE[1]}, {RATE} pictures a second, {rounds} rounds of 5 s")
    for name, (delays, costs) in results.items():
        delays.sort()
        if delays:
            print(f"{name:9} read {len(delays)}; sent to printed: median {statistics.median(delays):.1f} ms, "
                  f"95 % {delays[int(len(delays) * 0.95)]:.1f} ms; processor {statistics.median(costs):.2f} ms a picture")
        else:
            print(f"{name:9} read nothing")
