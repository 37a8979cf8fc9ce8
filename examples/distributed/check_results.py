# SPDX-License-Identifier: Apache-2.0
"""Checks the results of many pictures against the list of their names.

    python3 check_results.py names.txt results.jsonl

Each name must have exactly one `picture` event. All events of the picture must stand before it, and its `codes` must be the
number of its `scan` events. There must be nothing else. With `--same-as`, each picture must also have the same events as in
another file, but for times and the order of the pictures. The exit status is 0 or 1.
"""

import argparse
import collections
import json
import sys

import batches

TIMES = {"id", "time", "decode_ms", "age_ms"}


def events(path):
    """The events of a file, each with the number of its line. A line that is no event is None."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                event = json.loads(line) if line.endswith(b"\n") else None
                yield number, event if isinstance(event, dict) else None
            except ValueError:
                yield number, None


def faults(names, path):
    """What is wrong with a file of results, one sentence each."""
    names = {batches.source(name) for name in names}
    counts = collections.defaultdict(collections.Counter)
    ended = set()
    for number, event in events(path):
        kind, source = (event.get("event"), event.get("source")) if event else (None, None)
        if kind not in ("scan", "none", "error", "picture"):
            yield f"line {number} is no result, or has no end"
        elif source not in names:
            yield f"line {number} is of {source!a}, which is not in the list"
        elif source in ended:
            yield f"line {number} is a {kind} event of {source!a}, whose picture event stands before it"
        elif kind == "picture":
            ended.add(source)
            count = counts.pop(source, {})
            if not count:
                yield f"line {number} ends {source!a}, which has no other event"
            elif event.get("codes") != count.get("scan", 0):
                yield f"line {number} says {event.get('codes')} codes of {source!a}, which has {count.get('scan', 0)}"
        else:
            counts[source][kind] += 1
    for name in sorted(names - ended):
        yield f"{name!a} has no picture event"


def by_picture(path):
    """The events of each picture, without times."""
    found = collections.defaultdict(list)
    for _, event in events(path):
        if event:
            found[event.get("source")].append({key: value for key, value in event.items() if key not in TIMES})
    return found


def differences(path, other):
    """The pictures whose events are not the same in both files, one sentence each."""
    one, two = by_picture(path), by_picture(other)
    for source in sorted(one.keys() | two.keys(), key=str):
        if one.get(source) != two.get(source):
            yield f"{source!a} has other events in {other}"


def main():
    parser = argparse.ArgumentParser(description="Check the results of many pictures against the list of their names.")
    parser.add_argument("names", help="the list of names, or - for standard input")
    parser.add_argument("results", help="the file of results")
    parser.add_argument("--null", action="store_true", help="the names end in a NUL byte, as from find -print0")
    parser.add_argument("--same-as", metavar="FILE", help="results with which these must agree, but for times")
    arguments = parser.parse_args()
    try:
        names = batches.names(arguments.names, arguments.null)
        found = list(faults(names, arguments.results))
        if arguments.same_as:
            found += differences(arguments.results, arguments.same_as)
    except OSError as error:
        print(f"cannot read {error.filename}: {error.strerror}")
        return 1
    except ValueError as error:
        print(error)
        return 1
    if found:
        print(found[0] + (f"; {len(found) - 1} more faults" if len(found) > 1 else ""))
        return 1
    print(f"{len(names)} pictures, each with its results once")
    return 0


if __name__ == "__main__":
    sys.exit(main())
