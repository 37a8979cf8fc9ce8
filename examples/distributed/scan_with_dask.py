# SPDX-License-Identifier: Apache-2.0
"""Reads the pictures of a list on the workers of a Dask cluster, and writes one file of JSON Lines.

    python3 scan_with_dask.py names.txt results.jsonl --scheduler tcp://head:8786

A task is one run of `candela scan` over a batch. If a worker dies, Dask runs its unfinished tasks again on others. Only this
process writes: each batch once, when its task has ended. So nothing is lost, and nothing is there twice.
"""

import contextlib
import itertools
import sys
import time

from dask.distributed import Client, LocalCluster, as_completed

import batches

# Enough for the workers to be busy; a list of millions of names is not sent at once.
TASKS_AT_A_TIME = 1000


def scan(client, parts, read_with, output):
    """Writes the results as they come, and returns the number of pictures without results."""
    client.upload_file(batches.__file__)
    waiting = iter(parts)
    sent = {}

    def submit(part):
        # Not pure: a scheduler that still has the results of an earlier run must not return these.
        task = client.submit(batches.read, part, *read_with, pure=False, retries=3)
        sent[task.key] = part
        return task

    running = as_completed([submit(part) for part in itertools.islice(waiting, TASKS_AT_A_TIME)])
    lost = 0
    for task in running:
        part = sent.pop(task.key)
        # Not by the task's status: if its worker has died since, Dask runs it again, and this waits for that. And not
        # as_completed(with_results=True): if the second run fails, that waits forever.
        try:
            lines = task.result()
        except Exception as error:
            lost += len(part)
            print(f"no results for {len(part)} pictures from {part[0]!a} on: {error}", file=sys.stderr)
        else:
            output.write("".join(line + "\n" for line in lines))
            output.flush()
        running.update([submit(part) for part in itertools.islice(waiting, 1)])
    return lost


def main():
    parser = batches.parser("Read the pictures of a list with Dask.")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a running scheduler; default: a cluster on this machine")
    parser.add_argument("--workers", type=int, default=2, help="the processes of the cluster on this machine, default 2")
    arguments, parts, read_with = batches.parsed(parser)
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        output = stack.enter_context(open(arguments.output, "w", encoding="utf-8"))
        cluster = arguments.scheduler or stack.enter_context(
            LocalCluster(n_workers=arguments.workers, processes=True, threads_per_worker=1, dashboard_address=None))
        client = stack.enter_context(Client(cluster))
        started = time.monotonic()
        lost = scan(client, parts, read_with, output)
        ended = time.monotonic()
    count = sum(map(len, parts)) - lost
    print(f"{count} pictures in {ended - started:.1f} s; the cluster took {started - began:.1f} s to start", file=sys.stderr)
    return 1 if lost else 0


# Workers of a cluster on this machine import this file.
if __name__ == "__main__":
    sys.exit(main())
