# SPDX-License-Identifier: Apache-2.0
"""Runs one of the two programs on a cluster of two workers on this machine, kills one worker, and checks the results.

    python3 kill_one_worker.py dask --candela /usr/bin/candela --names names.txt --output results.jsonl

The worker is killed with SIGKILL when a fifth of the pictures have results, in the middle of a task: before a command that it
has started has ended. The exit status is 0 if a worker was killed before the end and each picture has its results once.
"""

import argparse
import glob
import os
import signal
import subprocess
import sys
import time

import batches
import check_results

# By what the process of a worker is known: a part of its command line.
WORKERS = {"dask": b"spawn_main", "spark": b"CoarseGrainedExecutorBackend"}
FOLDER = os.path.dirname(os.path.abspath(__file__))


def children():
    """The running processes that each process has started."""
    found = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, "rb") as file:
                # The name, in parentheses, may have blanks. Behind it: the state, the parent.
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state != b"Z":
            found.setdefault(int(parent), []).append(int(path.split("/")[2]))
    return found


def below(process, tree):
    """The processes that a process has started, and those that these have started."""
    for child in tree.get(process, []):
        yield child
        yield from below(child, tree)


def command_line(process):
    """Empty if the process has ended."""
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def busy_worker(engine, program):
    """A worker that has a command running."""
    tree = children()
    for process in below(program, tree):
        if WORKERS[engine] in command_line(process) and has_command(process, tree):
            return process
    return None


def has_command(worker, tree):
    return any(b"--files-from" in command_line(child) for child in below(worker, tree))


def kill_busy_worker(engine, program):
    """Kills a worker in the middle of a task, and returns its process; None if none was."""
    worker = busy_worker(engine, program)
    if not worker:
        return None
    try:
        # Stopped, it cannot hand over results. If its command still runs after that, the task has none yet.
        os.kill(worker, signal.SIGSTOP)
        is_busy = has_command(worker, children())
        os.kill(worker, signal.SIGKILL if is_busy else signal.SIGCONT)
    except ProcessLookupError:
        return None
    return worker if is_busy else None


def done(output):
    """The number of pictures with results."""
    try:
        with open(output, "rb") as file:
            return file.read().count(b'"event":"picture"')
    except FileNotFoundError:
        return 0


def run(arguments, total):
    """The sentence about the run, and whether it did what it should."""
    engine, output = arguments.engine, arguments.output
    # Short lists need small batches, so that there is a middle.
    batch = arguments.batch or min(25, max(1, total // 40))
    words = [arguments.names, output, "--batch", str(batch), "--candela", arguments.candela]
    began = time.monotonic()
    killed = None
    # A group of its own, so that nothing is left of it.
    program = subprocess.Popen([sys.executable, f"{FOLDER}/scan_with_{engine}.py", *words], start_new_session=True)
    try:
        while program.poll() is None and time.monotonic() - began < arguments.timeout:
            if not killed and total > done(output) >= total / 5:
                worker = kill_busy_worker(engine, program.pid)
                if worker:
                    killed = worker, time.monotonic() - began, done(output)
            time.sleep(0.02)
    finally:
        late = program.poll() is None
        if late:
            os.killpg(program.pid, signal.SIGKILL)
        status = program.wait()
    seconds = time.monotonic() - began
    if late:
        return f"{engine}: the run was not over after {seconds:.0f} s, and was ended", False
    if not killed:
        return (
            f"{engine}: no worker was killed before the end, after {seconds:.1f} s with status {status};"
            " the program failed, or the list is too short"), False
    worker, moment, count = killed
    sentence = (
        f"{engine}: killed worker process {worker} after {moment:.1f} s, when {count} of {total} pictures were done;"
        f" the run ended after {seconds:.1f} s with status {status}")
    return sentence, status == 0 and count < total


def main():
    parser = argparse.ArgumentParser(description="Kill one worker in the middle of a run, and check the results.")
    parser.add_argument("engine", choices=sorted(WORKERS))
    parser.add_argument("--candela", default="candela", metavar="PATH", help="the command")
    parser.add_argument("--names", required=True, metavar="FILE", help="the list of names, one a line")
    parser.add_argument("--output", required=True, metavar="FILE", help="the file for the results")
    parser.add_argument("--batch", type=int, help="names a task, default 25, fewer for short lists")
    parser.add_argument("--timeout", type=float, default=170, help="seconds after which the run has failed, default 170")
    arguments = parser.parse_args()
    # The cluster ends with this program.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        names = batches.names(arguments.names)
        # Results of an earlier run are not progress.
        if os.path.exists(arguments.output):
            os.remove(arguments.output)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    sentence, is_good = run(arguments, len(names))
    faults = list(check_results.faults(names, arguments.output)) if is_good else []
    if faults:
        sentence += f"; faults in the results: {len(faults)}, the first: {faults[0]}"
    elif is_good:
        sentence += f"; {len(names)} pictures, each with its results once"
    print(sentence)
    return 0 if is_good and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
