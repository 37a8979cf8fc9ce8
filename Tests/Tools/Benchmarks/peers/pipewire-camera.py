#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from sending a picture to its printed text, and processor time a picture: Candela beside GStreamer, through PipeWire.

usage: pipewire-camera.py CANDELA [ROUNDS]

Starts a PipeWire and a WirePlumber of its own, and a camera that is a program (Tests/Laboratory/pipewire/pipewire-camera.c), in
whose every picture is a code of its own. Both programs read the same camera, one after the other, several times. The codes are
drawn by CANDELA; both decode with zbar, and Candela with its own readers besides. It prints figures and does not judge them.
"""
import os, pathlib, re, subprocess, sys, tempfile, threading, time

import delays

candela, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
PICTURES, RATE, SIZE, FORMAT = 100, 15, (1280, 720), "GREY"
source = pathlib.Path(__file__).resolve().parents[4] / "Tests/Laboratory/pipewire/pipewire-camera.c"


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


with tempfile.TemporaryDirectory() as folder:
    delays.draw(candela, folder, PICTURES, SIZE)
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
    try:
        results = delays.compare(programs, rounds, camera, environment)
    finally:
        camera.program.kill()
        for service in services:
            os.killpg(service.pid, 15)
            service.wait()
    print(f"PipeWire, {FORMAT} {SIZE[0]}x{SIZE[1]}, {RATE} pictures a second, {rounds} rounds of 5 s")
    delays.report(results)
