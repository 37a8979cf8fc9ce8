// SPDX-License-Identifier: Apache-2.0

/// Finds the pixel format that a command line asks a camera for.
enum FormatInCommand {
    private typealias Wanted = CameraClientRecord.WantedFormat

    /// The names that programs have for formats. Sources: the manuals of ustreamer and FFmpeg (v4l2 indev), linux/videodev2.h.
    private static let names: [String: [String]] = [
        "mjpeg": ["MJPG", "JPEG"], "mjpg": ["MJPG", "JPEG"], "jpeg": ["JPEG", "MJPG"],
        "yuyv": ["YUYV"], "yuyv422": ["YUYV"], "yuy2": ["YUYV"], "uyvy": ["UYVY"], "uyvy422": ["UYVY"], "yvyu": ["YVYU"],
        "nv12": ["NV12"], "yuv420p": ["YU12"], "yuv420": ["YU12"], "yu12": ["YU12"], "i420": ["YU12"],
        "yv12": ["YV12"], "rgb565": ["RGBP"], "rgb24": ["RGB3"], "bgr24": ["BGR3"], "grey": ["GREY"], "gray": ["GREY"], "gray8": ["GREY"],
        "h264": ["H264"], "hevc": ["HEVC"], "h265": ["HEVC"],
    ]

    /// `nil` if it asks for none that is known.
    static func find(in command: String) -> CameraClientRecord.WantedFormat? {
        let words = command.split { " \"'".contains($0) }.map(String.init)
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return nil }
        switch program {
        case "ustreamer": return ofUStreamer(words)
        case "ffmpeg", "ffplay": return ofFFmpeg(program, words)
        case "v4l2rtspserver": return ofRTSPServer(words)
        default: return program.hasPrefix("gst-launch") ? ofGStreamer(words) : RobotCameraFormat.find(program, words)
        }
    }

    private static func wanted(_ program: String, _ option: String, _ name: String) -> Wanted? {
        names[name.lowercased()].map {
            Wanted(command: "\(program) … \(option)", name: name.uppercased(), fourCCs: $0, isDefault: false)
        }
    }

    /// It takes what the driver gives instead, if it knows that. Source: ustreamer's `_capture_open_format`.
    private static func ofUStreamer(_ words: [String]) -> Wanted? {
        var found = CommandOptions.last(["-m", "--format"], in: words).flatMap { wanted("ustreamer", $0.text, $0.value) }
        found?.alsoTaken = ["YUYV", "YVYU", "UYVY", "YU12", "YV12", "RGBP", "RGB3", "BGR3", "GREY", "MJPG", "JPEG"]
        return found
    }

    /// An option of an input stands before its -i.
    private static func ofFFmpeg(_ program: String, _ words: [String]) -> Wanted? {
        guard let option = words.firstIndex(where: { ["-input_format", "-pixel_format"].contains($0) }),
            option + 1 < words.count, let input = words[option...].firstIndex(of: "-i"), input + 1 < words.count,
            words[input + 1].hasPrefix("/dev/")
        else { return nil }
        var found = wanted(program, "\(words[option]) \(words[option + 1])", words[option + 1])
        found?.device = words[input + 1]
        return found
    }

    /// Without a format it tries some in turn, and ends if the camera has none of them; a bare -f takes the one that is set. Source:
    /// v4l2rtspserver's main.cpp, v0.3.
    private static func ofRTSPServer(_ words: [String]) -> Wanted? {
        if let option = CommandOptions.joined("-f", in: words) {
            return option.value.isEmpty ? nil : wanted("v4l2rtspserver", option.text, option.value)
        }
        return Wanted(
            command: "v4l2rtspserver without -f", name: "H264, HEVC, MJPEG or NV12",
            fourCCs: ["H264", "HEVC", "MJPG", "JPEG", "NV12"], isDefault: true)
    }

    /// `video/x-raw,format=UYVY` or `video/x-raw, format=(string)UYVY`: v4l2src gives what the driver lists, and converts nothing. Names are
    /// those of GStreamer's video formats.
    private static func ofRawCaps(_ caps: String) -> Wanted? {
        // In the caps of memory of other kinds, as on a Jetson, a format is not the camera's.
        guard caps.hasPrefix("video/x-raw,"), let field = caps.split(separator: ",").last(where: { $0.hasPrefix("format=") }) else { return nil }
        let name = field.dropFirst("format=".utf8.count).replacing("(string)", with: "")
        guard var found = wanted("gst-launch", "v4l2src … ! video/x-raw,format=\(name)", String(name)) else { return nil }
        // Boards' drivers have the planes in buffers of their own. Source: GStreamer's sys/v4l2/gstv4l2object.c.
        let apart = ["NV12": "NM12", "NV21": "NM21", "NV16": "NM16", "YU12": "YM12", "YV12": "YM21"]
        found.fourCCs = found.fourCCs + found.fourCCs.compactMap { apart[$0] }
        return found
    }

    /// What stands directly behind the source is the camera's; further on it is that of a converter or encoder.
    private static func ofGStreamer(_ words: [String]) -> Wanted? {
        guard let source = words.firstIndex(of: "v4l2src") else { return nil }
        let elements = words[source...].split(separator: "!", omittingEmptySubsequences: false)
        guard elements.count > 1, let caps = elements[1].first else { return nil }
        if caps.hasPrefix("video/x-raw") { return ofRawCaps(elements[1].joined()) }
        let name = caps.hasPrefix("image/jpeg") ? "jpeg" : caps.hasPrefix("video/x-h264") ? "h264" : ""
        return wanted("gst-launch", "v4l2src … ! \(name == "jpeg" ? "image/jpeg" : "video/x-h264")", name)
    }
}
