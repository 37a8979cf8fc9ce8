#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The consumer of examples/postgresql on a broker and a database of its own, which die at the worst moments.

usage: postgresql-consumer.py --candela PATH --postgresql DIR --mosquitto PATH --names FILE --folder DIR

Two stations, `candela scan --publish`, read the pictures of the list, half of them each. The consumer is killed while it commits
the scan that is a third of all: the database has it then, but the broker does not know that, and sends it again. The database
crashes while it commits the scan that is two thirds. At the end each scan must be in the table once, as the stations printed it.
Then some rows are deleted, as if the broker had lost them, and filled again from the histories of the stations.

DIR of --postgresql has initdb and postgres. They refuse root: then they run as nobody, who must be able to enter the folder. Needs
what examples/postgresql/requirements.txt lists. Prints one line; the exit status is 0 if all was so.
"""

import argparse
import contextlib
import json
import os
import pwd
import signal
import socket
import subprocess
import sys
import time

import psycopg

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/postgresql")

# A commit of the row that makes the table as long as `holds` says waits until that is deleted.
HOLD = """
CREATE TABLE holds (at bigint);
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WHILE EXISTS (SELECT FROM holds WHERE at = (SELECT count(*) FROM scans)) LOOP
        PERFORM pg_sleep(0.02);
    END LOOP;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON scans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold();
"""


class Failure(Exception):
    """What was not as it should be."""


def expect(condition, text):
    if not condition:
        raise Failure(text)


def wait(text, condition, seconds=150):
    """Until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"waited {seconds} s in vain: {text}")
        time.sleep(0.02)


class Programs:
    """What runs, each with a log in the folder. At the end of the block nothing is left."""

    def __init__(self, folder):
        self.folder, self.running = folder, []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        # The consumer before the database.
        for program in reversed(self.running):
            if program.poll() is None:
                # PostgreSQL ends its own processes.
                program.send_signal(signal.SIGQUIT if program.args[0].endswith("/postgres") else signal.SIGKILL)
            program.wait()

    def start(self, name, *words, **options):
        with open(self.path(name + ".log"), "ab") as log:
            options = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log} | options
            program = subprocess.Popen([str(word) for word in words], **options)
        self.running.append(program)
        return program

    def path(self, name):
        return os.path.join(self.folder, name)

    def log(self, name):
        with open(self.path(name + ".log"), encoding="utf-8", errors="replace") as file:
            return file.read()


class Database:
    def __init__(self, programs, tools):
        self.programs, self.tools = programs, tools
        self.folder = programs.path("server")
        os.mkdir(self.folder, 0o700)
        self.options = {"cwd": self.folder}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.options |= {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        made = programs.start("initdb", f"{tools}/initdb", "--pgdata=data", "--username=candela", "--auth=trust",
                              "--encoding=UTF8", "--no-locale", "--no-sync", **self.options)
        expect(made.wait() == 0, "initdb failed")
        self.start("postgres")
        with self.connected("postgres") as connection:
            connection.execute("CREATE DATABASE scans")

    def address(self, name="scans"):
        return f"host={self.folder} user=candela dbname={name}"

    def connected(self, name="scans"):
        return psycopg.connect(self.address(name), autocommit=True, connect_timeout=10)

    def start(self, name="scans"):
        """In a folder of sockets that only its user may enter, and without a port."""
        self.server = self.programs.start("postgresql", f"{self.tools}/postgres", "-D", "data", "-k", self.folder,
                                          "-c", "listen_addresses=", **self.options)

        def is_ready():
            expect(self.server.poll() is None, "the database did not start")
            with contextlib.suppress(psycopg.OperationalError), self.connected(name):
                return True

        wait("for the database", is_ready)

    def crash(self):
        """As after a loss of power: nothing is finished, and the next start recovers from the log."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()


class Broker:
    def __init__(self, programs, mosquitto):
        # Another program may take the free port before the broker does.
        for _ in range(5):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
            with open(programs.path("mosquitto.conf"), "w", encoding="utf-8") as file:
                file.write(f"listener {self.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nlog_dest stderr\n"
                           "log_type all\n")
            self.process = programs.start("mosquitto", mosquitto, "-c", programs.path("mosquitto.conf"))
            wait("for the broker", lambda: self.process.poll() is not None or self.answers())
            if self.process.poll() is None:
                return
        raise Failure("the broker did not start")

    def answers(self):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True


def published(path):
    """The scans that a station has printed."""
    with open(path, encoding="utf-8") as file:
        return [event for event in map(json.loads, file) if event["event"] == "scan"]


def run(options, programs):
    database = Database(programs, options.postgresql)
    broker = Broker(programs, options.mosquitto)
    with open(f"{EXAMPLE}/schema.sql", encoding="utf-8") as file:
        schema = file.read()
    with database.connected() as connection:
        # It may be run again.
        connection.execute(schema)
        connection.execute(schema)
        connection.execute(HOLD)

    def stored():
        with database.connected() as connection:
            return connection.execute("SELECT count(*) FROM scans").fetchone()[0]

    def is_held():
        with database.connected() as connection:
            return connection.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'").fetchone()[0] == 1

    def hold(at):
        with database.connected() as connection:
            connection.execute("DELETE FROM holds")
            if at:
                connection.execute("INSERT INTO holds VALUES (%s)", (at,))

    def store_scans(*words, **more):
        program = [sys.executable, f"{EXAMPLE}/store_scans.py", *words]
        return programs.start("consumer", *program, "--database", database.address(), **more)

    def consumer():
        return store_scans("--topic", "gates/+", "--port", broker.port)

    # Half of the pictures each; the worst moments are counted in pictures, because some of these have no code.
    with open(options.names, encoding="utf-8") as file:
        names = file.read().splitlines()
    first, second = len(names) // 3, len(names) * 2 // 3
    hold(first)
    away = consumer()
    wait("for the subscription", lambda: "candela-postgresql 1 gates/+" in programs.log("mosquitto"))
    stations = []
    for number in (1, 2):
        with open(programs.path(f"station{number}.txt"), "w", encoding="utf-8") as file:
            file.writelines(name + "\n" for name in names[number - 1::2])
        with open(programs.path(f"station{number}.jsonl"), "wb") as output:
            stations.append(programs.start(
                f"station{number}", options.candela, "scan", "--json", "--deliver-for", "150s", "--publish",
                f"mqtt://127.0.0.1:{broker.port}/gates/{number}", "--files-from", programs.path(f"station{number}.txt"),
                stdout=output, env=home(programs, number)))

    # The consumer dies while it commits. The row is stored then, but the message was not acknowledged.
    wait(f"for {first} scans in the table", is_held)
    away.kill()
    away.wait()
    expect(stored() == first - 1, "the held row was visible")
    hold(None)
    wait("for the end of the commit", lambda: stored() == first)
    # Meanwhile the broker keeps what comes.
    for station in stations:
        expect(station.wait() in (0, 2), f"a station ended with status {station.returncode}")
    expect(stored() == first, "scans were stored without the consumer")

    # It comes back, and the database crashes while it commits.
    hold(second)
    back = consumer()
    wait(f"for {second} scans in the table", is_held)
    database.crash()
    wait("for the consumer to notice that the database is away", lambda: "the database is away" in programs.log("consumer"))
    database.start()
    expect(stored() == second - 1, "the database had a row that was not committed")
    hold(None)
    scans = [(scan, f"gates/{number}") for number in (1, 2) for scan in published(programs.path(f"station{number}.jsonl"))]
    expect(len(scans) > second and len({scan["id"] for scan, _ in scans}) == len(scans), "too few scans, or two with one id")
    wait(f"for {len(scans)} scans in the table", lambda: stored() >= len(scans))
    expect("the database is back" in programs.log("consumer") and back.poll() is None,
           "the consumer did not say that the database is back")
    twice = programs.log("mosquitto").count("Sending PUBLISH to candela-postgresql (d1,")
    expect(twice > 0, "the broker sent no message twice")

    def check(what, filled=()):
        """Each scan must be in the table once; those that came from a history have no topic."""
        with database.connected() as connection:
            rows = connection.execute("SELECT id, topic, source, symbology, text FROM scans").fetchall()
        expected = [(scan["id"], None if scan["id"] in filled else topic, scan["source"], scan["symbology"], scan.get("text"))
                    for scan, topic in scans]
        wrong = set(rows) ^ set(expected)
        expect(not wrong and len(rows) == len(expected),
               f"{what}: {len(rows)} rows of {len(expected)} scans, {len(wrong)} wrong ones, such as {next(iter(wrong), None)}")

    check("after the crashes")

    # The README's "Fill gaps".
    with database.connected() as connection:
        lost = {row[0] for row in connection.execute("DELETE FROM scans WHERE abs(hashtext(id)) % 7 = 0 RETURNING id")}
    for number in (1, 2):
        with open(programs.path("history.jsonl"), "wb") as file:
            history = programs.start("history", options.candela, "history", "--json", stdout=file, env=home(programs, number))
        expect(history.wait() == 0, "candela history failed")
        with open(programs.path("history.jsonl"), "rb") as file:
            filler = store_scans("--lines", stdin=file)
        expect(filler.wait() == 0, "store_scans.py --lines failed")
    expect(lost, "no row was deleted")
    check("after the gaps were filled", lost)
    return (f"consumer killed in the commit of scan {first}, database crashed in that of scan {second}, {twice} messages came"
            f" again; {len(scans)} scans of two stations, each in the table once; {len(lost)} deleted rows came from the histories")


def home(programs, number):
    """A station's own history."""
    folder = programs.path(f"home{number}")
    return os.environ | {"HOME": folder} | {f"XDG_{kind}_HOME": folder for kind in ("DATA", "STATE", "CONFIG", "CACHE")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--candela", required=True)
    parser.add_argument("--postgresql", required=True, metavar="DIR", help="the folder of initdb and postgres")
    parser.add_argument("--mosquitto", required=True)
    parser.add_argument("--names", required=True, metavar="FILE", help="the list of pictures, one a line")
    parser.add_argument("--folder", required=True, metavar="DIR", help="an empty folder for the database, the logs and the results")
    options = parser.parse_args()
    # What was started ends with this program.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    began = time.monotonic()
    with Programs(os.path.abspath(options.folder)) as programs:
        try:
            sentence, status = run(options, programs), 0
        except (Failure, OSError, psycopg.Error) as error:
            sentence, status = f"FAILED: {error}", 1
    print(f"postgresql: {sentence}; {time.monotonic() - began:.1f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
