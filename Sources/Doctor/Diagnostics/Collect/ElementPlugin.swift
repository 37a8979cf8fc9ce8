// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The plug-in of GStreamer that has an element, and the package of plug-ins that the plug-in is in. Source: GStreamer's documentation,
/// "Plugins", and the distributions' lists of files. Elements that exist only with certain hardware are left out: no package brings them.
struct ElementPlugin {
    /// GStreamer's own division of its plug-ins, and some packages of others.
    enum Package { case base, good, bad, ugly, libav, libcamera, pipeWire }

    /// Its file is `libgst` and this name.
    let name: String
    let package: Package

    /// `nil` for an element that is not known.
    init?(element: String) {
        if let known = Self.known[element] {
            (name, package) = known
        } else if ["avdec_", "avenc_", "avmux_", "avdemux_"].contains(where: element.hasPrefix) {
            (name, package) = ("libav", .libav)
        } else if element.hasPrefix("rtp"), element.hasSuffix("pay") || element.hasSuffix("depay") {
            (name, package) = ("rtp", .good)
        } else {
            return nil
        }
    }

    private static let known: [String: (String, Package)] = [
        "videoconvert": ("videoconvert", .base), "videoscale": ("videoscale", .base), "videorate": ("videorate", .base),
        "videotestsrc": ("videotestsrc", .base), "appsink": ("app", .base), "appsrc": ("app", .base), "decodebin": ("playback", .base),
        "playbin": ("playback", .base), "uridecodebin": ("playback", .base), "tcpserversink": ("tcp", .base), "tcpclientsrc": ("tcp", .base),
        "v4l2src": ("video4linux2", .good), "v4l2sink": ("video4linux2", .good), "jpegenc": ("jpeg", .good), "jpegdec": ("jpeg", .good),
        "pngenc": ("png", .good), "pngdec": ("png", .good), "rtpbin": ("rtpmanager", .good), "rtpjitterbuffer": ("rtpmanager", .good),
        "rtspsrc": ("rtsp", .good), "udpsrc": ("udp", .good), "udpsink": ("udp", .good), "vp8enc": ("vpx", .good), "vp8dec": ("vpx", .good),
        "vp9enc": ("vpx", .good), "vp9dec": ("vpx", .good), "matroskamux": ("matroska", .good), "matroskademux": ("matroska", .good),
        "webmmux": ("matroska", .good), "mp4mux": ("isomp4", .good), "qtmux": ("isomp4", .good), "qtdemux": ("isomp4", .good),
        "flvmux": ("flv", .good), "autovideosink": ("autodetect", .good), "autovideosrc": ("autodetect", .good),
        "multipartmux": ("multipart", .good), "multipartdemux": ("multipart", .good), "souphttpsrc": ("soup", .good),
        "videocrop": ("videocrop", .good), "videoflip": ("videofilter", .good), "videobalance": ("videofilter", .good),
        "deinterlace": ("deinterlace", .good), "multifilesink": ("multifile", .good), "splitmuxsink": ("multifile", .good),
        "h264parse": ("videoparsersbad", .bad), "h265parse": ("videoparsersbad", .bad), "x265enc": ("x265", .bad),
        "openh264enc": ("openh264", .bad), "openh264dec": ("openh264", .bad), "webrtcbin": ("webrtc", .bad), "rtmpsink": ("rtmp", .bad),
        "rtmpsrc": ("rtmp", .bad), "rtmp2sink": ("rtmp2", .bad), "hlssink": ("hls", .bad), "hlsdemux": ("hls", .bad), "srtsink": ("srt", .bad),
        "srtsrc": ("srt", .bad), "zbar": ("zbar", .bad), "kmssink": ("kms", .bad), "waylandsink": ("waylandsink", .bad),
        "fdkaacenc": ("fdkaac", .bad), "mpegtsmux": ("mpegtsmux", .bad), "tsdemux": ("mpegtsdemux", .bad), "camerabin": ("camerabin", .bad),
        "x264enc": ("x264", .ugly), "libcamerasrc": ("libcamera", .libcamera), "pipewiresrc": ("pipewire", .pipeWire),
        "pipewiresink": ("pipewire", .pipeWire),
    ]

    /// The names of its file. Since GStreamer 1.22 one plug-in both converts and scales.
    var fileNames: [String] {
        ["libgst\(name).so"] + (["videoconvert", "videoscale"].contains(name) ? ["libgstvideoconvertscale.so"] : [])
    }
}

extension SystemFiles {
    /// The names of the folders that some distributions have for a processor's libraries: `x86_64-linux-gnu`.
    var architectureFolders: [String] {
        (names("/usr/lib") ?? []).filter { $0.hasSuffix("-linux-gnu") || $0.contains("-linux-gnueabi") }
    }

    /// The folders of GStreamer's plug-ins, and the names in each.
    var gstreamerFolders: [(path: String, names: [String])] {
        (["/usr/lib", "/usr/lib64"] + architectureFolders.map { "/usr/lib/\($0)" }).map { $0 + "/gstreamer-1.0" }.compactMap { folder in
            let names = names(folder) ?? []
            return names.contains("libgstcoreelements.so") ? (folder, names) : nil
        }
    }
}
