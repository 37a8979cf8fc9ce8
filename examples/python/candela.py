# SPDX-License-Identifier: Apache-2.0
"""Cameras and barcodes on Linux, by the command `candela` and its JSON: copy this page into a program.

    for scan in candela.scans("C920", "--symbologies", "retail"):
        print(scan["text"], scan["corners"])
    candela.set("C920", exposure="8ms", zoom="2x")
    for scan in candela.read("label.jpg"): print(scan["text"])

Names and texts come from devices and codes: do not print them to a terminal unescaped. docs/json-and-scripting.md describes
every object. A camera is a name as in `candela list`, or None for the best one. $CANDELA is the command, if it has another name.
"""

import json
import os
import subprocess

COMMAND = os.environ.get("CANDELA", "candela")


class Failure(Exception):
    """The command failed; the text is its own sentence."""


def _run(*words, found=(0, 1)):
    """The objects that a command prints. Status 1 means that it found something to report."""
    result = subprocess.run([COMMAND, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if result.returncode not in found or (result.returncode and not result.stdout):
        raise Failure(result.stderr.strip().removeprefix("candela: "))
    return [json.loads(line) for line in result.stdout.splitlines() if line]


def _camera(camera, *before):
    return [*before, camera] if camera else []


def scans(camera=None, *options):
    """Each code that is shown to the camera, until the loop ends: then the camera is closed and has its earlier settings."""
    words = [COMMAND, "scan", "--json", *options, *_camera(camera)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        try:
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] == "scan":
                    yield event
        finally:
            process.terminate()
    if process.returncode == 2:
        raise Failure("candela scan failed; its message is on standard error")


def read(*pictures):
    """The codes of picture files."""
    events = _run("scan", "--json", "--no-history", "--", *pictures)
    for event in events:
        if event["event"] == "error":
            raise Failure(event["message"])
    return [event for event in events if event["event"] == "scan"]


def cameras():
    """The video nodes of this machine, and the cameras that are none."""
    report = _run("list", "--json")[0]
    return report["nodes"] + report["others"]


def get(camera, *names):
    """The values of controls, by name."""
    return {c["key"]: c.get("value") for c in _run("get", "--json", *_camera(camera, "--camera"), *names)[0]["controls"]}


def set(camera, **settings):
    """Sets controls, all or none: exposure="8ms", zoom="2x". Returns the changes."""
    pairs = [f"{name}={value}" for name, value in settings.items()]
    report = _run("set", "--json", *_camera(camera, "--camera"), *pairs)[0]
    if "error" in report:
        raise Failure(report["error"])
    return report["changes"]


def torch(camera, level):
    """Switches the camera's light: "on", "off", or percent."""
    return _run("torch", str(level), "--json", *_camera(camera, "--camera"), found=(0,))[0]


def measure(camera=None, seconds=2):
    """The summary of a measurement: light, sharpness, rate, reads."""
    return _run("measure", "--json", "--duration", f"{seconds}s", *_camera(camera))[-1]


def diagnose(camera=None):
    """The doctor's report: verdict, headline, checks, findings with fixes."""
    return _run("doctor", "--json", *_camera(camera))[0]


def calibrate(camera=None, *options):
    """Finds the best settings, and leaves them in the camera."""
    return _run("calibrate", "--json", "--yes", *options, *_camera(camera))[0]
