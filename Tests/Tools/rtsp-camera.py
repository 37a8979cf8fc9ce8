#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A camera that speaks RTSP, for tests: GStreamer's server with one picture, again and again.

usage: rtsp-camera.py PICTURE.png [--codec h264|h265|jpeg] [--login basic|digest] [--tls CERTIFICATE KEY] [--port N]
                      [--datagrams] [--rate N] [--key-frames N] [--bitrate KBIT]
                      [--pictures N --last OTHER.png]

Serves rtsp://127.0.0.1:PORT/video and prints "port PORT". With --login the user is ada, her password s3cret. With --datagrams
it refuses to send pictures over the connection. With --pictures it sends N, the last of which shows OTHER.png, and then
nothing more, without an end.
"""
import argparse

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer

parser = argparse.ArgumentParser()
parser.add_argument("picture")
parser.add_argument("--codec", choices=["h264", "h265", "jpeg", "vp8"], default="h264")
parser.add_argument("--login", choices=["basic", "digest"])
parser.add_argument("--tls", nargs=2)
parser.add_argument("--port", default="0")
parser.add_argument("--datagrams", action="store_true")
parser.add_argument("--rate", type=int, default=15)
parser.add_argument("--key-frames", type=int, default=15)
parser.add_argument("--bitrate", type=int, default=2000)
parser.add_argument("--pictures", type=int)
parser.add_argument("--last")
parser.add_argument("--plain", help="one colour in place of the picture: 0xffc86eb4")
arguments = parser.parse_args()

Gst.init(None)
encoders = {
    "h264": f"x264enc tune=zerolatency speed-preset=ultrafast key-int-max={arguments.key_frames} "
            f"bitrate={arguments.bitrate} ! rtph264pay name=pay0 pt=96 config-interval=0",
    "h265": f"x265enc tune=zerolatency speed-preset=ultrafast key-int-max={arguments.key_frames} "
            f"bitrate={arguments.bitrate} ! rtph265pay name=pay0 pt=96 config-interval=0",
    "jpeg": "jpegenc ! rtpjpegpay name=pay0 pt=26",
    "vp8": "vp8enc deadline=1 ! rtpvp8pay name=pay0 pt=96",
}
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(arguments.port)
factory = GstRtspServer.RTSPMediaFactory()
overlay = f"! gdkpixbufoverlay name=last location={arguments.last} alpha=0 " if arguments.last else ""
source = (
    f"videotestsrc name=source is-live=true pattern=solid-color foreground-color={arguments.plain} "
    "! video/x-raw,format=I420,width=640,height=480 ! identity" if arguments.plain else
    f"filesrc location={arguments.picture} ! pngdec ! videoconvert ! video/x-raw,format=I420 ! imagefreeze name=source is-live=true")
factory.set_launch(
    f"( {source} ! video/x-raw,framerate={arguments.rate}/1 {overlay}! {encoders[arguments.codec]} )")
factory.set_shared(True)


def limit(_, media):
    """Drops all pictures after the first ones."""
    left = arguments.pictures

    def drop(*_):
        nonlocal left
        left -= 1
        if left == 0 and arguments.last:
            media.get_element().get_by_name_recurse_up("last").set_property("alpha", 1.0)
        return Gst.PadProbeReturn.OK if left >= 0 else Gst.PadProbeReturn.DROP

    pad = media.get_element().get_by_name_recurse_up("source").get_static_pad("src")
    pad.add_probe(Gst.PadProbeType.BUFFER, drop)


if arguments.pictures is not None:
    factory.connect("media-configure", limit)
factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP if arguments.datagrams else GstRtsp.RTSPLowerTrans.TCP)
auth = GstRtspServer.RTSPAuth() if arguments.login or arguments.tls else None
if arguments.tls:
    auth.set_tls_certificate(Gio.TlsCertificate.new_from_files(*arguments.tls))
if arguments.login:
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "user")
    if arguments.login == "basic":
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic("ada", "s3cret"), token)
    else:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest("ada", "s3cret", token)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("user", "media.factory.access", True)
    permissions.add_permission_for_role("user", "media.factory.construct", True)
    factory.set_permissions(permissions)
elif arguments.tls:
    # Whoever comes.
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "anybody")
    auth.set_default_token(token)
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role("anybody", "media.factory.access", True)
    permissions.add_permission_for_role("anybody", "media.factory.construct", True)
    factory.set_permissions(permissions)
if auth:
    server.set_auth(auth)
server.get_mount_points().add_factory("/video", factory)
if server.attach(None) == 0:
    raise SystemExit(f"rtsp-camera: cannot listen on port {arguments.port}")
print("port", server.get_bound_port(), flush=True)
GLib.MainLoop().run()
