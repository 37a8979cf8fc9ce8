#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from sending a picture to its printed text, and processor time a picture: Candela beside GStreamer.

usage: network-camera.py CANDELA [ROUNDS]

A server sends an MJPEG stream in which every picture has a code of its own, and notes when it has sent which. Both programs
read the same stream, one after the other, several times. The codes are drawn by CANDELA; both decode with the same libraries
(libjpeg-turbo; zbar, and Candela's readers besides). It prints figures and does not judge them.
"""
import http.server, io, re, statistics, subprocess, sys, tempfile, threading, time

from delays import picture, spent

candela, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
PICTURES, RATE, SIZE = 100, 15, (1280, 720)


def pictures(folder):
    """JPEGs with codes of 6 px a module."""
    jpegs = []
    for number in range(PICTURES):
        bytes = io.BytesIO()
        picture(candela, folder, number, SIZE).convert("RGB").save(bytes, "JPEG", quality=85)
        jpegs.append(bytes.getvalue())
    return jpegs


class Camera(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    jpegs, sent = [], {}

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        Camera.sent.clear()
        try:
            # The programs need a moment to start; what they read of it is not counted.
            for number in list(range(20)) * 2 + list(range(20, PICTURES)):
                jpeg = Camera.jpegs[number]
                Camera.sent[number] = time.monotonic()
                self.wfile.write(b"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(jpeg), jpeg))
                time.sleep(1 / RATE)
        except OSError:
            pass
        self.close_connection = True


def run(words):
    """The delays in ms, and processor seconds of the program with its workers."""
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
    threading.Timer(30, program.terminate).start()
    delays, seen, seconds = [], set(), 0
    for line in program.stdout:
        now = time.monotonic()
        found = re.search(r"picture-(\d{4})", line)
        if found and (number := int(found[1])) >= 20 and number not in seen:
            seen.add(number)
            delays.append(1000 * (now - Camera.sent[number]))
            seconds = spent(program.pid)
        if len(seen) and max(seen) >= PICTURES - 2:
            break
    program.terminate()
    program.wait()
    return delays, seconds


with tempfile.TemporaryDirectory() as folder:
    Camera.jpegs = pictures(folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/video"
    programs = {
        "candela": [candela, "scan", url, "-s", "qr", "--interval", "0", "--no-history", "--let-sleep", "--timeout", "12s"],
        "gst zbar": ["stdbuf", "-oL", "gst-launch-1.0", "-m", "souphttpsrc", f"location={url}", "is-live=true", "!", "multipartdemux", "!", "jpegdec",
                     "!", "videoconvert", "!", "zbar", "cache=false", "!", "fakesink", "sync=false"],
    }
    results = {name: ([], [], []) for name in programs}
    for _ in range(rounds):
        for name, words in programs.items():
            delays, seconds = run(words)
            results[name][0].extend(delays)
            results[name][1].append(len(delays))
            results[name][2].append(1000 * seconds / (20 * 2 + PICTURES - 20))
    print(f"MJPEG over HTTP, {SIZE[0]}x{SIZE[1]}, {RATE} pictures a second, {PICTURES - 20} counted, {rounds} rounds")
    for name, (delays, counts, costs) in results.items():
        delays.sort()
        if delays:
            print(f"{name:9} read {min(counts)} to {max(counts)}; sent to printed: median {statistics.median(delays):.1f} ms, "
                  f"95 % {delays[int(len(delays) * 0.95)]:.1f} ms; processor {statistics.median(costs):.2f} ms a picture")
        else:
            print(f"{name:9} read nothing")
