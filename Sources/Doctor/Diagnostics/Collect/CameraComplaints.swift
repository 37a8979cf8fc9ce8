// SPDX-License-Identifier: Apache-2.0

/// Finds what a service or container wrote of trouble with a camera.
enum CameraComplaints {
    /// Words that tell that a line is about a camera.
    static let cameraSigns = [
        "/dev/video", "/dev/v4l", "/dev/media", "v4l", "vidioc", "camera not", "no camera", "cameras available",
        "webcam", "capture", "libcamera", "mmal", "vchiq", "dma_heap", "camera component", "busy", "in use by", "select() timeout",
    ]

    /// The lines that tell both of a camera and of trouble, at most the last six, in their order.
    ///
    /// - Parameter lines: what it wrote since it was started last, oldest first.
    static func find(in lines: [String]) -> [String]? {
        var hasTrouble = false
        let telling = lines.filter { line in
            let small = line.lowercased()
            let isTrouble = troubleSigns.contains { small.contains($0) }
            // What it opens is told before the trouble with it. Source: mjpg-streamer's input_uvc.c.
            let isTelling = small.contains("pipewiresrc") || small.contains("using v4l2 device") || isTrouble && allSigns.contains { small.contains($0) }
            hasTrouble = hasTrouble || isTelling && isTrouble
            return isTelling
        }
        return hasTrouble ? Array(last(of: telling).suffix(6)) : nil
    }

    /// Of lines about one camera that differ only in times and numbers, the last two: repeated ones would push out all others.
    private static func last(of lines: [String]) -> [String] {
        var seen: [String: Int] = [:]
        return lines.reversed().filter { line in
            let kind = String(line.filter { !$0.isNumber }) + (DevicesInCommand.find(in: line).first ?? "")
            seen[kind, default: 0] += 1
            return seen[kind]! <= 2
        }.reversed()
    }

    private static let allSigns =
        cameraSigns + ["pixelformat", "pixel format", "proper format", "camera", "video device", "input device", "not-negotiated", "netcam", "publishing to path"]

    private static let troubleSigns = [
        "error", "fail", "cannot", "can't", "could not", "couldn't", "unable", "fatal", "invalid", "not found", "no such",
        "denied", "busy", "not permitted", "timed out", "timeout", "unsupported", "not supported", "does not support",
        "not a video capture", "not a capture", "unavailable", "no space", "not-negotiated", "no one is publishing",
    ]
}
