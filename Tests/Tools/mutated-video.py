#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged RTSP streams through `candela scan`: none may end it other than by its own words.

usage: mutated-video.py CANDELA [COUNT [SEED]]

Records H.264 with GStreamer, and serves it with damage in every layer: bits of the video, lost, doubled, swapped and cut packets,
headers of RTP, the frames between them, the description of the stream, the server's answers. A run must end by itself, with status
0, 1 or 2, and say how many frames it saw or why there were none. Every fifth stream is whole, and must be read: a server that never
gives a picture would prove nothing.
"""
import collections, concurrent.futures, os, random, re, socket, subprocess, sys, tempfile, threading, base64, time

candela, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
TEXT = "MUTATED"


def record(folder):
    """The NAL units of two seconds of video with a code."""
    code, video = f"{folder}/code.png", f"{folder}/video.h264"
    subprocess.run([candela, "encode", TEXT, "-o", code], check=True, capture_output=True)
    subprocess.run(
        ["gst-launch-1.0", "-q", "filesrc", f"location={code}", "!", "pngdec", "!", "videoconvert", "!", "imagefreeze",
         "num-buffers=30", "!", "video/x-raw,format=I420,framerate=15/1", "!", "x264enc", "tune=zerolatency", "key-int-max=10", "!",
         "video/x-h264,stream-format=byte-stream,alignment=au", "!", "filesink", f"location={video}"], check=True)
    with open(video, "rb") as file:
        units = [unit for unit in re.split(b"\0\0\0?\1", file.read()) if unit]
    return [unit for unit in units if unit[0] & 31 in (1, 5, 6, 7, 8)]


def packets(units):
    """RTP packets (RFC 6184): each unit whole or in parts."""
    found, number, moment = [], 0, 0
    for unit in units:
        parts = [unit]
        if len(unit) > 1200:
            body = unit[1:]
            pieces = [body[at:at + 1200] for at in range(0, len(body), 1200)]
            parts = [bytes([unit[0] & 0xe0 | 28, unit[0] & 31 | (0x80 if not at else 0) | (0x40 if at == len(pieces) - 1 else 0)])
                     + piece for at, piece in enumerate(pieces)]
        is_picture = unit[0] & 31 in (1, 5)
        for at, part in enumerate(parts):
            mark = 0x80 if is_picture and at == len(parts) - 1 else 0
            found.append(bytes([0x80, mark | 96]) + number.to_bytes(2, "big") + moment.to_bytes(4, "big") + b"\0\0\0\7" + part)
            number += 1
        if is_picture:
            moment += 6000
    return found


def spoil(data, chance, times):
    data = bytearray(data)
    for _ in range(times):
        if not data:
            break
        place, kind = chance.randrange(len(data)), chance.randrange(5)
        if kind == 0:
            data[place] = chance.randrange(256)
        elif kind == 1:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del data[place:place + chance.randrange(1, 40)]
        elif kind == 3:
            data[place:place] = chance.randbytes(chance.randrange(1, 40))
        else:
            data[place:place + 4] = chance.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\1\x67", b"\x7f\xff\xff\xff"])
    return bytes(data)


class Stream:
    """What one server sends, damaged or not."""

    def __init__(self, units, chance, is_whole):
        self.chance, self.is_whole = chance, is_whole
        self.kinds = set() if is_whole else set(chance.sample(
            ["video", "headers", "lost", "order", "cut", "frames", "description", "answers", "parameters"],
            chance.randrange(1, 4)))
        parameters = [unit for unit in units if unit[0] & 31 in (7, 8)][:2]
        if "parameters" in self.kinds:
            parameters = [spoil(unit, chance, chance.randrange(1, 8)) for unit in parameters]
        sets = ",".join(base64.b64encode(unit).decode() for unit in parameters)
        self.description = ("v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
                            f"a=fmtp:96 packetization-mode=1;sprop-parameter-sets={sets}\r\na=control:track1\r\n").encode()
        if "description" in self.kinds:
            self.description = spoil(self.description, chance, chance.randrange(1, 12))
        self.frames = [self.frame(packet) for packet in self.damaged(packets(units))]

    def damaged(self, stream):
        chance = self.chance
        if "video" in self.kinds:
            stream = [packet[:12] + spoil(packet[12:], chance, chance.choice([0, 0, 1, 3, 30])) for packet in stream]
        if "headers" in self.kinds:
            stream = [spoil(packet[:14], chance, chance.choice([0, 0, 0, 1, 3])) + packet[14:] for packet in stream]
        if "lost" in self.kinds:
            stream = [packet for packet in stream if chance.random() > 0.1]
        if "cut" in self.kinds:
            stream = [packet[:chance.randrange(len(packet) + 1)] if chance.random() < 0.1 else packet for packet in stream]
        if "order" in self.kinds:
            stream = [packet for packet in stream for _ in range(1 + (chance.random() < 0.1))]
            for _ in range(len(stream) // 8):
                first, second = chance.randrange(len(stream)), chance.randrange(len(stream))
                stream[first], stream[second] = stream[second], stream[first]
        return stream

    def frame(self, packet):
        frame = b"$\0" + len(packet).to_bytes(2, "big") + packet
        if "frames" in self.kinds and self.chance.random() < 0.05:
            return self.chance.choice([
                b"$\0\xff\xff" + packet, b"$\x09" + frame[2:], packet, self.chance.randbytes(30), b"RTSP/1.0 200 OK\r\n\r\n" + frame,
                b"OPTIONS * RTSP/1.0\r\nCSeq: 4\r\n\r\n" + frame, b"$\0\0\0" + frame])
        return frame

    def serve(self, listener):
        listener.settimeout(30)
        try:
            while True:
                connection, _ = listener.accept()
                with connection:
                    connection.settimeout(10)
                    self.talk(connection)
        except OSError:
            pass

    def talk(self, connection):
        data = b""
        try:
            while True:
                while b"\r\n\r\n" not in data:
                    more = connection.recv(65536)
                    if not more:
                        return
                    data += more
                request, data = data.split(b"\r\n\r\n", 1)
                words = request.decode(errors="replace")
                number = re.search(r"CSeq: (\d+)", words)
                head = f"RTSP/1.0 200 OK\r\nCSeq: {number[1] if number else 0}\r\nSession: 1\r\n".encode()
                body = b""
                if words.startswith("DESCRIBE"):
                    body = self.description
                    head += b"Content-Type: application/sdp\r\nContent-Length: %d\r\n" % len(body)
                elif words.startswith("SETUP"):
                    head += b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
                answer = head + b"\r\n"
                if "answers" in self.kinds and self.chance.random() < 0.5:
                    answer = spoil(answer, self.chance, self.chance.randrange(1, 6))
                connection.sendall(answer + body)
                if words.startswith("PLAY"):
                    for at, frame in enumerate(self.frames):
                        connection.sendall(frame)
                        if at % 4 == 0:
                            time.sleep(0.02)
                    # A moment later the server is gone.
                    time.sleep(0.3)
                    return
        except OSError:
            pass


def attempt(units, number):
    chance = random.Random(f"{seed} {number}")
    stream = Stream(units, chance, number % 5 == 4)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=stream.serve, args=(listener,), daemon=True).start()
        address = f"rtsp://ada:s3cret@127.0.0.1:{listener.getsockname()[1]}/video"
        words = [candela, "scan", address, "--no-history", "--verbose", "--let-sleep", "--once", "--timeout", "8s"]
        try:
            run = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            return "hang", f"stream {number} of seed {seed} ({sorted(stream.kinds)}): it does not end"
    said = run.stderr.decode(errors="replace")
    told = re.search(r"\d+ frames, .*damaged|candela: cannot ", said)
    if run.returncode == 1 and not said and not stream.is_whole:
        return "damaged, time over before a picture", ""
    if run.returncode not in (0, 1, 2) or not told or "s3cret" in said:
        return "not accounted for", f"stream {number} of seed {seed} ({sorted(stream.kinds)}): status {run.returncode}: {said}"
    if stream.is_whole:
        is_read = TEXT.encode() in run.stdout
        return ("whole, read", "") if is_read else ("whole, not read", f"stream {number} of seed {seed}: {said}")
    if "process died" in said:
        return "a worker died", f"stream {number} of seed {seed} ({sorted(stream.kinds)}): {said}"
    return f"damaged, status {run.returncode}", ""


with tempfile.TemporaryDirectory() as folder:
    units = record(folder)
outcomes = collections.Counter()
with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
    for name, words in pool.map(lambda number: attempt(units, number), range(count)):
        outcomes[name] += 1
        if words:
            print(words, flush=True)
print(f"{count} streams: " + ", ".join(f"{name} {number}" for name, number in sorted(outcomes.items())))
sys.exit(any(outcomes[name] for name in ("hang", "not accounted for", "whole, not read")))
