# SPDX-License-Identifier: Apache-2.0
"""Lists of names, and runs of `candela scan` over parts of them: what scan_with_dask.py and scan_with_spark.py share."""

import argparse
import json
import os
import subprocess
import sys


class Incomplete(Exception):
    """A run of the command ended before it had read each picture of its batch."""


def names(path, null=False):
    """The names in a file, or on standard input with "-": one a line, or ended by NUL bytes. Each is returned once."""
    with open(sys.stdin.fileno() if path == "-" else path, "rb", closefd=path != "-") as file:
        entries = file.read().split(b"\0" if null else b"\n")
    found = {}
    for entry in entries:
        if b"\0" in entry or len(entry) > 4095:
            raise ValueError(f"{path} has an entry that is no file name: {entry[:40]}; lists of find -print0 need --null")
        if entry:
            # Bytes that are not UTF-8 are kept.
            name = entry.decode(errors="surrogateescape")
            found.setdefault(source(name), name)
    return list(found.values())


def source(name):
    """The name in the results. They are UTF-8; for a name that is not, the command reports an error."""
    return encoded(name).decode(errors="replace")


def encoded(name):
    """The bytes of a name, on each machine the same."""
    return name.encode(errors="surrogateescape")


def batches(names, size):
    """The names in parts of this size."""
    return [names[start:start + size] for start in range(0, len(names), size)]


def read(batch, command="candela", folder=None):
    """The lines of `candela scan --json` for each picture of a batch, in order. This runs on the workers.

    All or nothing: if the command crashes or is killed, Incomplete is raised, and the engine runs the task again.
    """
    words = [command, "scan", "--json", "--no-history", "--files-from", "-", "--null"]
    entries = b"".join(encoded(name) + b"\0" for name in batch)
    result = subprocess.run(words, input=entries, capture_output=True, cwd=folder, check=False)
    lines = result.stdout.decode(errors="replace").split("\n")
    ended = []
    # What stands behind the last line end is empty, or a line that was cut off.
    for line in lines[:-1]:
        event = json.loads(line)
        if event["event"] == "picture":
            ended.append(event["source"])
    # The status is 1 if nothing was read, and 2 if a picture failed: both are results.
    if result.returncode not in (0, 1, 2) or ended != [source(name) for name in batch] or lines[-1]:
        remarks = result.stderr.decode(errors="replace").strip().splitlines()
        raise Incomplete(
            f"{command} ended with status {result.returncode} after {len(ended)} of {len(batch)} pictures"
            f" from {batch[0]!a} on" + (f": {remarks[-1]}" if remarks else ""))
    return lines[:-1]


def parser(description):
    """The arguments that both programs have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", help="a file with the names of pictures, one a line, or - for standard input")
    parser.add_argument("output", help="the file for the results, JSON Lines; an older one is replaced")
    parser.add_argument("--null", action="store_true", help="the names end in a NUL byte, as from find -print0")
    parser.add_argument("--batch", type=int, default=25, help="names a task, default 25")
    parser.add_argument("--candela", default="candela", metavar="PATH", help="the command on the workers, default candela")
    return parser


def parsed(parser):
    """The arguments, the names in batches, and the command and the folder for `read`."""
    arguments = parser.parse_args()
    if arguments.batch < 1:
        parser.error("--batch must be at least 1")
    try:
        found = names(arguments.names, arguments.null)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if not found:
        parser.error(f"{arguments.names} has no names")
    command = os.path.abspath(arguments.candela) if "/" in arguments.candela else arguments.candela
    # Workers run in folders of their own. Only relative names need the folder of this process.
    folder = None if all(name.startswith("/") for name in found) else os.getcwd()
    return arguments, batches(found, arguments.batch), (command, folder)
