#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from sending a picture to its printed text, through uvcvideo and through libcamera: Candela beside similar programs.

usage: webcam.py CANDELA UVC_DEVICE WAY [ROUNDS]

WAY is v4l2 (beside zbarcam, and GStreamer with zbar) or libcamera (beside GStreamer with zbar). Runs in the laboratory's guest, with
uvcvideo loaded, and an X server, without which zbarcam crashes. Every picture of the webcam UVC_DEVICE has a code of its own, drawn
by CANDELA. The programs read it one after the other, several times. It prints figures and does not judge them.
"""
import json, os, re, statistics, subprocess, sys, tempfile, threading, time

from PIL import Image

candela, uvc_device, way = sys.argv[1:4]
rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
PICTURES, SIZE = 100, (640, 480)
NODE = "/dev/v4l/by-id/usb-Candela_Laboratory_Camera_LAB0001-video-index0"


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

    def __init__(self, folder):
        self.sent, self.count = {}, 0
        self.program = subprocess.Popen([uvc_device, "--formats", "YUYV", "--pictures", f"{folder}/pictures"], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        for line in self.program.stdout:
            event = json.loads(line)
            if event["event"] == "picture":
                self.sent[event["number"]] = event["time_us"] / 1e6
                self.count += 1


def run(words, camera):
    """The delays in ms, and processor seconds a picture of the program with its workers, without its start."""
    program = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    timer = threading.Timer(30, program.terminate)
    timer.start()
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
        if now > first[0] + 6 or len(seen) == PICTURES:
            break
    cost = (spent(program.pid) - first[2]) / max(1, camera.count - first[1]) if first else 0
    timer.cancel()
    program.terminate()
    errors = program.communicate()[1]
    if not delays:
        print(f"{words[0]}: {errors.strip().splitlines()[-1:]}", file=sys.stderr)
    return delays, cost


def element(*source):
    return ["stdbuf", "-oL", "gst-launch-1.0", "-m", *source, "!", f"video/x-raw,format=YUY2,width={SIZE[0]},height={SIZE[1]}", "!",
            "videoconvert", "!", "zbar", "cache=false", "!", "fakesink", "sync=false"]


with tempfile.TemporaryDirectory() as folder:
    draw(folder)
    camera = Camera(folder)
    subprocess.run(["udevadm", "wait", "--timeout=60", NODE], check=True)
    subprocess.run(["udevadm", "settle"], check=True)
    size = f"{SIZE[0]}x{SIZE[1]}"
    scan = ["-s", "qr", "--interval", "0", "--no-history", "--let-sleep", "--size", size, "--format", "YUYV", "--timeout", "20s"]
    programs = {
        "v4l2": {
            "candela": [candela, "scan", NODE, *scan],
            "zbarcam": ["stdbuf", "-oL", "zbarcam", f"--prescale={size}", os.path.realpath(NODE)],
            "gst zbar": element("v4l2src", f"device={NODE}"),
        },
        "libcamera": {
            "candela": [candela, "scan", "libcamera:", *scan],
            "gst zbar": element("libcamerasrc"),
        },
    }[way]
    results = {name: ([], []) for name in programs}
    try:
        for _ in range(rounds):
            for name, words in programs.items():
                delays, cost = run(words, camera)
                results[name][0].extend(delays)
                results[name][1].append(1000 * cost)
    finally:
        camera.program.terminate()
        camera.program.wait()
    print(f"{way}, YUYV {size}, {rounds} rounds of at most {PICTURES} pictures")
    for name, (delays, costs) in results.items():
        delays.sort()
        if delays:
            print(f"{name:9} read {len(delays)}; sent to printed: median {statistics.median(delays):.1f} ms, "
                  f"95 % {delays[int(len(delays) * 0.95)]:.1f} ms; processor {statistics.median(costs):.2f} ms a picture")
        else:
            print(f"{name:9} read nothing")
