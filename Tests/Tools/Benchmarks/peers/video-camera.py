#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Video over RTSP: time to the first read, time from drawing a picture to its printed text, and processor time a picture: Candela
beside GStreamer.

usage: video-camera.py CANDELA [ROUNDS]

GStreamer's server sends H.264 (x264, tune=zerolatency, a key frame every two seconds) in which every picture has a code of its own,
and notes when each went into the encoder. Both programs read the same stream, one after the other, several times. The time of the
encoder is in both. It prints figures and does not judge them.
"""
import re, statistics, subprocess, sys, tempfile, threading, time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer

from delays import spent

candela, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
PICTURES, RATE, SIZE = 120, 15, (1280, 720)
Gst.init(None)
sent, pngs = {}, []


def feed(source):
    """Pictures at the rate of a camera, until nobody wants more."""
    begin = time.monotonic()
    for number, png in enumerate(pngs):
        time.sleep(max(0, begin + number / RATE - time.monotonic()))
        buffer = Gst.Buffer.new_wrapped(png)
        buffer.pts = number * Gst.SECOND // RATE
        buffer.duration = Gst.SECOND // RATE
        sent[number] = time.monotonic()
        if source.emit("push-buffer", buffer) != Gst.FlowReturn.OK:
            return


def configure(_, media):
    sent.clear()
    threading.Thread(target=feed, args=(media.get_element().get_by_name_recurse_up("source"),), daemon=True).start()


def run(words):
    """The delays in ms, the time from its start to the first read in ms, and processor seconds for each picture sent meanwhile."""
    begin = time.monotonic()
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    timer = threading.Timer(30, program.terminate)
    timer.start()
    delays, seen, first, cost = [], set(), None, 0
    base = None
    for line in program.stdout:
        now = time.monotonic()
        found = re.search(r"picture-(\d{4})", line)
        if not found or int(found[1]) in seen:
            continue
        number = int(found[1])
        seen.add(number)
        first = first or now
        # Until then the program is still starting.
        if number < 20:
            continue
        base = base or (number, spent(program.pid))
        delays.append(1000 * (now - sent[number]))
        if number >= PICTURES - 2:
            cost = 1000 * (spent(program.pid) - base[1]) / max(1, number - base[0])
            break
    timer.cancel()
    program.terminate()
    program.wait()
    return delays, 1000 * ((first or begin) - begin), cost


with tempfile.TemporaryDirectory() as folder:
    for number in range(PICTURES):
        subprocess.run([candela, "encode", f"picture-{number:04}", "-o", f"{folder}/code.png", "--module", "0.75mm"], check=True,
                       capture_output=True)
        with open(f"{folder}/code.png", "rb") as file:
            pngs.append(file.read())
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service("0")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    "( appsrc name=source is-live=true format=time caps=image/png,framerate=%d/1 ! pngdec ! videoconvert ! videobox autocrop=true fill=white "
    "! video/x-raw,format=I420,width=%d,height=%d ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=%d bitrate=4000 "
    "! rtph264pay name=pay0 pt=96 config-interval=0 )" % (RATE, *SIZE, 2 * RATE))
factory.connect("media-configure", configure)
server.get_mount_points().add_factory("/video", factory)
server.attach(None)
threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
url = f"rtsp://127.0.0.1:{server.get_bound_port()}/video"
programs = {
    "candela": [candela, "scan", url, "-s", "qr", "--interval", "0", "--no-history", "--let-sleep", "--timeout", "20s"],
    "gst zbar": ["stdbuf", "-oL", "gst-launch-1.0", "-m", "rtspsrc", f"location={url}", "latency=0", "protocols=tcp", "!", "rtph264depay", "!",
                 "avdec_h264", "!", "videoconvert", "!", "zbar", "cache=false", "!", "fakesink", "sync=false"],
}
results = {name: ([], [], [], []) for name in programs}
for _ in range(rounds):
    for name, words in programs.items():
        delays, first, cost = run(words)
        for values, value in zip(results[name], (delays, [len(delays)], [first], [cost])):
            values.extend(value)
        # The server ends the stream's pipeline.
        time.sleep(1)
print(f"H.264 over RTSP, {SIZE[0]}x{SIZE[1]}, {RATE} pictures a second, {PICTURES - 20} counted, {rounds} rounds")
for name, (delays, counts, firsts, costs) in results.items():
    delays.sort()
    if delays:
        print(f"{name:9} read {min(counts)} to {max(counts)}; start to first text: {statistics.median(firsts):.0f} ms; drawn to printed: "
              f"median {statistics.median(delays):.1f} ms, 95 % {delays[int(len(delays) * 0.95)]:.1f} ms; "
              f"processor {statistics.median(costs):.2f} ms a picture")
    else:
        print(f"{name:9} read nothing")
