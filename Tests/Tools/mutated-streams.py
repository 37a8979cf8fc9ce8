#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged MJPEG streams through `candela scan`: none may end it other than by its own words.

usage: mutated-streams.py CANDELA [COUNT [SEED]]

Makes a stream of the studio's own pictures, damages it (flipped, lost, doubled and inserted bytes, false lengths and markers,
pictures cut or swapped), and gives four of five to standard input and every fifth to an HTTP address. A run must end by itself, with
status 0, 1 or 2, and say how many frames it saw or why there were none.
"""
import collections, http.server, random, re, subprocess, sys, threading, urllib.request

candela, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def pictures(number):
    """JPEGs of the simulated camera, as the studio sends them."""
    studio = subprocess.Popen([candela, "studio", "sim:bench", "--port", "0", "--no-history"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        stream = urllib.request.urlopen(re.search(r"http://\S+/", studio.stdout.readline())[0] + "api/frames")
        data = b""
        while data.count(b"\xff\xd9--") + data.count(b"\xff\xd9\r\n") < number:
            data += stream.read1()
        found = [b"\xff\xd8" + part.split(b"\xff\xd9\r\n")[0] + b"\xff\xd9" for part in data.split(b"\xff\xd8")[1:]]
        return found[:number]
    finally:
        studio.terminate()
        studio.wait()


def damaged(jpegs, chance):
    stream = [bytearray(jpeg) for jpeg in jpegs]
    for jpeg in stream:
        for _ in range(chance.choice([0, 0, 1, 3, 30])):
            place, kind = chance.randrange(len(jpeg)), chance.randrange(7)
            # Headers are small and matter most.
            if chance.random() < 0.5:
                place = chance.randrange(min(700, len(jpeg)))
            if kind == 0:
                jpeg[place] = chance.randrange(256)
            elif kind == 1:
                del jpeg[place:place + chance.randrange(1, 300)]
            elif kind == 2:
                jpeg[place:place] = jpeg[place:place + chance.randrange(1, 300)]
            elif kind == 3:
                jpeg[place:place] = chance.randbytes(chance.randrange(1, 300))
            elif kind == 4:
                jpeg[place:place + 2] = bytes([0xff, chance.randrange(256)])
            elif kind == 5:
                jpeg[place:place + 4] = b"\xff\xff\xff\xff"
            else:
                del jpeg[place:]
            if not jpeg:
                break
    if chance.random() < 0.2:
        chance.shuffle(stream)
    between = chance.choice([b"", b"\r\n--p\r\nContent-Type: image/jpeg\r\n\r\n", chance.randbytes(40)])
    return between.join(map(bytes, stream))


class Camera(http.server.BaseHTTPRequestHandler):
    stream = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        data, Camera.stream = Camera.stream, None
        self.send_response(404 if data is None else 200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=p")
        self.end_headers()
        try:
            self.wfile.write(data or b"")
        except OSError:
            pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
threading.Thread(target=server.serve_forever, daemon=True).start()
originals = pictures(12)
chance = random.Random(seed)
outcomes = collections.Counter()
for number in range(count):
    data = damaged(originals, chance)
    words = [candela, "scan", "--no-history", "--verbose", "--let-sleep", "--interval", "0"]
    if number % 5 == 4:
        Camera.stream, data = data, None
        words += [f"http://127.0.0.1:{server.server_port}/"]
    else:
        words += ["-", "--format", "MJPG", "--size", "640x480"]
    try:
        run = subprocess.run(words, input=data, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        print(f"stream {number} of seed {seed}: it does not end")
        outcomes["hang"] += 1
        continue
    said = run.stderr.decode(errors="replace")
    told = re.search(r"\d+ frames, .*damaged|candela: cannot ", said)
    if run.returncode not in (0, 1, 2) or not told:
        print(f"stream {number} of seed {seed}: status {run.returncode}: {said}")
        outcomes["not accounted for"] += 1
    elif "decoder process" in said or "reader process" in said:
        outcomes["read on after a worker's end"] += 1
    else:
        outcomes[f"status {run.returncode}"] += 1
print(f"{count} damaged streams: " + ", ".join(f"{name} {number}" for name, number in sorted(outcomes.items())))
sys.exit(any(outcomes[name] for name in ("hang", "not accounted for")))
