// SPDX-License-Identifier: Apache-2.0

/// Finds the pixel format that a command line asks a camera for.
enum FormatInCommand {
    /// The names that programs have for formats. Sources: the manuals of ustreamer, FFmpeg (v4l2 indev) and v4l2rtspserver, and
    /// linux/videodev2.h.
    private static let names: [String: [String]] = [
        "mjpeg": ["MJPG", "JPEG"], "mjpg": ["MJPG", "JPEG"], "jpeg": ["JPEG", "MJPG"],
        "yuyv": ["YUYV"], "yuyv422": ["YUYV"], "yuy2": ["YUYV"], "uyvy": ["UYVY"], "uyvy422": ["UYVY"], "yvyu": ["YVYU"],
        "nv12": ["NV12"], "yuv420p": ["YU12"], "yu12": ["YU12"], "i420": ["YU12"], "rgb565": ["RGBP"], "rgb24": ["RGB3"],
        "bgr24": ["BGR3"], "grey": ["GREY"], "gray": ["GREY"], "gray8": ["GREY"], "h264": ["H264"], "hevc": ["HEVC"],
        "h265": ["HEVC"],
    ]

    /// The words after which a program's format stands.
    private static func options(_ program: String) -> [String] {
        switch program {
        case "ustreamer": ["-m", "--format"]
        case "ffmpeg", "ffplay", "go2rtc": ["-input_format", "-pixel_format"]
        case "v4l2rtspserver": ["-f"]
        default: []
        }
    }

    /// `nil` if it asks for none that is known.
    static func find(in command: String) -> CameraClientRecord.WantedFormat? {
        let words = command.split { " \"'".contains($0) }.map(String.init)
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return nil }
        func wanted(_ name: String, _ option: String) -> CameraClientRecord.WantedFormat? {
            names[name.lowercased()].map {
                .init(command: "\(program) … \(option)", name: name.uppercased(), fourCCs: $0, isDefault: false)
            }
        }
        for option in options(program) {
            for (index, word) in words.enumerated() {
                if word == option, index + 1 < words.count {
                    return wanted(words[index + 1], "\(option) \(words[index + 1])")
                }
                // --format=MJPEG, and -fYUYV of one letter.
                let rest = word.dropFirst(option.utf8.count)
                guard word.hasPrefix(option), !rest.isEmpty else { continue }
                if rest.first == "=" { return wanted(String(rest.dropFirst()), word) }
                if option.utf8.count == 2, let found = wanted(String(rest), word) { return found }
            }
        }
        if program.hasPrefix("gst-launch"), let source = words.firstIndex(of: "v4l2src"),
            let caps = words[source...].first(where: { $0.hasPrefix("image/jpeg") || $0.hasPrefix("video/x-h264") })
        {
            return wanted(caps.hasPrefix("image/jpeg") ? "jpeg" : "h264", "v4l2src … \(caps)")
        }
        // Without -f it tries these in turn, and ends if the camera has none. Source: v4l2rtspserver#308.
        if program == "v4l2rtspserver", !words.contains(where: { $0.hasPrefix("-f") }) {
            return .init(
                command: "v4l2rtspserver without -f", name: "H264, HEVC or MJPEG", fourCCs: ["H264", "HEVC", "MJPG", "JPEG"],
                isDefault: true)
        }
        return nil
    }
}
