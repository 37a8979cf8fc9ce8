# SPDX-License-Identifier: Apache-2.0
"""Reads the pictures of a list on the executors of a Spark cluster, and writes one file of JSON Lines.

    python3 scan_with_spark.py names.txt results.jsonl --master spark://head:7077

A task is one run of `candela scan` over a batch. If an executor dies, Spark runs its unfinished tasks again on others. Only
this process writes: what `collect` returns, which has each task once, whichever attempt ended. So nothing is lost, and
nothing is there twice. The results have the order of the names.

`mapPartitions` and not `pipe`: `pipe` separates names by line ends, which a name may contain. It accepts either the exit
status 0 only, or any: but 1 and 2 are results too, and a crash or a kill is none. And it cannot compare the names that went
in with the results that came out.
"""

import itertools
import os
import re
import sys
import time

from py4j.protocol import Py4JJavaError
from pyspark import SparkConf, SparkContext

import batches

# The tasks of one job, for each core of the cluster. More: fewer waits for the last task of a job. Fewer: results come sooner.
TASKS_A_CORE = 8


def cause(error):
    """The sentence in the middle of many lines of traces."""
    patterns = (r"^(\w+\.)*(\w+Error|Incomplete): .*", r"Job aborted due to.*")
    found = filter(None, (re.search(pattern, str(error), re.MULTILINE) for pattern in patterns))
    return next((match[0] for match in found), str(error))


def scan(context, parts, read_with, output):
    """Writes the results job after job, and returns the number of pictures without results."""
    context.addPyFile(batches.__file__)
    waiting = iter(parts)
    lost = 0
    while some := list(itertools.islice(waiting, TASKS_A_CORE * context.defaultParallelism)):
        # A partition is a batch.
        rows = context.parallelize(some, len(some)).mapPartitions(
            lambda partition: [line for part in partition for line in batches.read(part, *read_with)])
        try:
            output.write("".join(line + "\n" for line in rows.collect()))
            output.flush()
        except Py4JJavaError as error:
            count = sum(map(len, some))
            lost += count
            print(f"no results for {count} pictures from {some[0][0]!a} on: {cause(error)}", file=sys.stderr)
    return lost


def main():
    parser = batches.parser("Read the pictures of a list with Spark.")
    parser.add_argument(
        "--master", default="local-cluster[2,1,1024]", metavar="ADDRESS",
        help="the master, default two executors on this machine: local-cluster[2,1,1024]")
    arguments, parts, read_with = batches.parsed(parser)
    # The executors use the Python of this program, and a cluster on this machine is not open to others.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if arguments.master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    settings = SparkConf().setMaster(arguments.master).setAppName("candela").set("spark.ui.enabled", "false")
    settings.set("spark.ui.showConsoleProgress", str(sys.stderr.isatty()).lower())
    began = time.monotonic()
    with open(arguments.output, "w", encoding="utf-8") as output:
        context = SparkContext(conf=settings)
        try:
            started = time.monotonic()
            lost = scan(context, parts, read_with, output)
            ended = time.monotonic()
        finally:
            context.stop()
    count = sum(map(len, parts)) - lost
    print(f"{count} pictures in {ended - started:.1f} s; the cluster took {started - began:.1f} s to start", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
