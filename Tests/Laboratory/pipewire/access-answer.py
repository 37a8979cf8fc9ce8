#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A back end of the desktop's portal that answers every question: access-answer.py yes|no|dismiss|silent"""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ANSWERS = {"yes": 0, "no": 1, "dismiss": 2}


class Access(dbus.service.Object):
    @dbus.service.method(
        "org.freedesktop.impl.portal.Access",
        in_signature="osssssa{sv}",
        out_signature="ua{sv}",
        async_callbacks=("reply", "error"),
    )
    def AccessDialog(self, handle, app, parent, title, subtitle, body, options, reply, error):
        print("asked", title, flush=True)
        if sys.argv[1] in ANSWERS:
            reply(dbus.UInt32(ANSWERS[sys.argv[1]]), {})


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.impl.portal.desktop.answer", bus)
service = Access(bus, "/org/freedesktop/portal/desktop")
print("up", flush=True)
GLib.MainLoop().run()
