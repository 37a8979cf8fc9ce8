#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from sending a picture to its printed text, through uvcvideo and through libcamera: Candela beside similar programs.

usage: webcam.py CANDELA UVC_DEVICE WAY [ROUNDS]

WAY is v4l2 (beside zbarcam, and GStreamer with zbar) or libcamera (beside GStreamer with zbar). Runs in the laboratory's guest, with
uvcvideo loaded, and an X server, without which zbarcam crashes. Every picture of the webcam UVC_DEVICE has a code of its own, drawn
by CANDELA. The programs read it one after the other, several times. It prints figures and does not judge them.
"""
import json, os, subprocess, sys, tempfile, threading

import delays

candela, uvc_device, way = sys.argv[1:4]
rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
PICTURES, SIZE = 100, (640, 480)
NODE = "/dev/v4l/by-id/usb-Candela_Laboratory_Camera_LAB0001-video-index0"


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


def element(*source):
    return ["stdbuf", "-oL", "gst-launch-1.0", "-m", *source, "!", f"video/x-raw,format=YUY2,width={SIZE[0]},height={SIZE[1]}", "!",
            "videoconvert", "!", "zbar", "cache=false", "!", "fakesink", "sync=false"]


with tempfile.TemporaryDirectory() as folder:
    delays.draw(candela, folder, PICTURES, SIZE)
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
    try:
        results = delays.compare(programs, rounds, camera)
    finally:
        camera.program.terminate()
        camera.program.wait()
    print(f"{way}, YUYV {size}, {rounds} rounds of at most {PICTURES} pictures")
    delays.report(results)
