# SPDX-License-Identifier: Apache-2.0
"""What the measurements of delays share: pictures with a code of their own, processor time, and a program that reads a camera."""
import os, re, statistics, subprocess, sys, threading, time


def picture(candela, folder, number, size):
    """A grey picture of PIL with the code picture-NUMBER in its middle, of 6 px a module."""
    from PIL import Image

    code = f"{folder}/code.png"
    subprocess.run([candela, "encode", f"picture-{number:04}", "-o", code], check=True, capture_output=True)
    whole = Image.new("L", size, 255)
    drawn = Image.open(code).convert("L")
    whole.paste(drawn, ((size[0] - drawn.width) // 2, (size[1] - drawn.height) // 2))
    return whole


def draw(candela, folder, count, size):
    """One file of pictures, FOLDER/pictures: a byte a pixel."""
    with open(f"{folder}/pictures", "wb") as file:
        for number in range(count):
            file.write(picture(candela, folder, number, size).tobytes())


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


def run(words, camera, environment=None):
    """The delays in ms, and processor seconds a picture of the program with its workers, without its start.

    The camera has the times at which it sent which picture, `sent`, and the number of pictures so far, `count`.
    """
    program = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment)
    errors = []
    threading.Thread(target=lambda: errors.extend(program.stderr), daemon=True).start()
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
        if now > first[0] + 6 or len(seen) == len(camera.sent):
            break
    cost = (spent(program.pid) - first[2]) / max(1, camera.count - first[1]) if first else 0
    timer.cancel()
    program.terminate()
    program.wait()
    if not delays:
        print(f"{words[0]}: {''.join(errors[-1:]).strip()}", file=sys.stderr)
    return delays, cost


def compare(programs, rounds, camera, environment=None):
    """The results of each program, run one after the other, several times."""
    results = {name: ([], []) for name in programs}
    for _ in range(rounds):
        for name, words in programs.items():
            delays, cost = run(words, camera, environment)
            results[name][0].extend(delays)
            results[name][1].append(1000 * cost)
    return results


def report(results):
    for name, (delays, costs) in results.items():
        delays.sort()
        if delays:
            print(f"{name:9} read {len(delays)}; sent to printed: median {statistics.median(delays):.1f} ms, "
                  f"95 % {delays[int(len(delays) * 0.95)]:.1f} ms; processor {statistics.median(costs):.2f} ms a picture")
        else:
            print(f"{name:9} read nothing")
