// SPDX-License-Identifier: Apache-2.0

/// Programs that read cameras, by the names that the kernel has of them, which it cuts at 15 characters.
package enum CameraNames {
    package static let names: Set = [
        "motion", "motioneye", "mjpg_streamer", "ustreamer", "camera-streamer", "go2rtc", "mediamtx", "zma", "zmc", "frigate", "raspimjpeg",
        "raspivid", "libcamera-vid", "rpicam-vid", "v4l2rtspserver", "rtsp-simple-ser", "janus", "cheese", "candela", "candela-worker",
        "guvcview", "zbarcam", "fswebcam", "webcamoid", "kamoso", "obs", "camorama", "luvcview", "qv4l2", "snapshot", "megapixels",
    ]

    /// The one that has crashed, by a line of the kernel log: `guvcview[4121]: segfault at 10 ip 00000000004213c5 …`; `nil` for others.
    package static func crashed(in line: some StringProtocol) -> String? {
        guard let mark = line.firstRange(of: "]: segfault at "), let open = line[..<mark.lowerBound].lastIndex(of: "[") else { return nil }
        let name = String(line[..<open].split(separator: " ").last ?? "")
        return names.contains(name) ? name : nil
    }
}
