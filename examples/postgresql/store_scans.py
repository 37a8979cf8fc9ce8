#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stores the scans that stations publish by MQTT in PostgreSQL, each once. A message is acknowledged after the commit.

    store_scans.py --topic 'gates/+' --broker broker.example --database 'host=db.example dbname=scans'
    candela history --json | store_scans.py --lines --database dbname=scans     # what a broker has lost

Needs paho-mqtt 2.0 or later and psycopg 3. README.md describes the rest.
"""

import argparse
import json
import sys
import time

import paho.mqtt.client as mqtt
import psycopg

INSERT = """INSERT INTO scans (id, time, topic, source, camera, symbology, text, message)
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO NOTHING"""


def note(text):
    print(ascii(text)[1:-1], file=sys.stderr, flush=True)  # Texts of codes come from strangers.


class Store:
    """The table. It waits for a database that is away."""

    def __init__(self, conninfo):
        self.conninfo, self.connection = conninfo, None

    def put(self, topic, payload):
        """Returns when the scan is committed, or is none."""
        try:
            scan = json.loads(payload)
            if scan.get("event") != "scan":
                return
            text = scan.get("text")
            row = (scan["id"], scan["time"], topic, scan.get("source"), scan.get("camera"), scan["symbology"],
                   text if text is None else text.replace("\0", "\ufffd"), payload.decode())
        except (ValueError, KeyError, AttributeError, RecursionError) as error:
            return note(f"{topic}: not a scan, left out: {error!r}")
        pause = 0
        while True:
            try:
                if self.connection is None or self.connection.closed:
                    self.connection = psycopg.connect(self.conninfo, connect_timeout=10, tcp_user_timeout=20_000)
                with self.connection.transaction():
                    self.connection.execute(INSERT, row)
                if pause:
                    note("the database is back")
                return
            except (psycopg.DataError, psycopg.IntegrityError, UnicodeError) as error:
                return note(f"{topic}: the database refuses this scan, left out: {error}: {payload!r}")
            except psycopg.Error as error:
                if not pause:
                    note(f"the database is away, will try again: {error}")
                if self.connection is not None:
                    self.connection.close()
                pause = min(pause * 2 or 1, 10)
                time.sleep(pause)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="", help="as libpq takes it; default: the variables PGHOST and so on")
    parser.add_argument("--lines", action="store_true", help="read scans from standard input instead of a broker")
    parser.add_argument("--topic", action="append", default=[], help="may be given several times")
    parser.add_argument("--broker", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="default: 1883, with --tls 8883")
    parser.add_argument("--tls", action="store_true", help="encrypt, and check the broker's certificate")
    parser.add_argument("--ca-file", help="trust these certificates instead of the system's")
    parser.add_argument("--user")
    parser.add_argument("--password-file")
    parser.add_argument("--client-id", default="candela-postgresql", help="names the session: one for each program")
    options = parser.parse_args()
    store = Store(options.database)
    if options.lines:
        for line in sys.stdin.buffer:
            store.put(None, line)
        return
    if not options.topic:
        parser.error("name a --topic, or use --lines")

    # clean_session=False: the broker keeps the session, and messages for it, while this program is away.
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, options.client_id, clean_session=False, manual_ack=True)
    if options.user:
        password = open(options.password_file).readline().rstrip("\r\n") if options.password_file else None
        client.username_pw_set(options.user, password)
    if options.tls:
        client.tls_set(options.ca_file)

    def on_connect(client, userdata, flags, code, properties):
        note(f"broker: {code}")
        if not code.is_failure:
            client.subscribe([(topic, 1) for topic in options.topic])

    def on_subscribe(client, userdata, mid, codes, properties):
        for topic, code in zip(options.topic, codes):
            if code.is_failure:
                note(f"broker: cannot subscribe to {topic}: {code}")

    def on_message(client, userdata, message):
        # Waits as long as the database is away. If the broker ends the connection meanwhile, it sends again what was
        # not acknowledged.
        store.put(message.topic, message.payload)
        client.ack(message.mid, message.qos)

    client.on_connect, client.on_subscribe, client.on_message = on_connect, on_subscribe, on_message
    # Called where paho-mqtt handles the error, which it does not pass on.
    client.on_connect_fail = lambda client, userdata: note(f"broker: cannot connect: {sys.exc_info()[1]}")
    client.on_disconnect = lambda client, userdata, flags, code, properties: note(f"broker away: {code}")
    client.reconnect_delay_set(1, 30)
    client.connect_async(options.broker, options.port or (8883 if options.tls else 1883))
    client.loop_forever(retry_first_connection=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
