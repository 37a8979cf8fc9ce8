// SPDX-License-Identifier: Apache-2.0

/// Finds what a service or container wrote of trouble with a camera.
enum CameraComplaints {
    /// Words that tell that a line is about a camera.
    static let cameraSigns = [
        "/dev/video", "/dev/v4l", "/dev/media", "v4l", "vidioc", "camera not", "no camera", "cameras available",
        "webcam", "capture", "libcamera", "mmal", "dma_heap", "camera component", "busy", "in use by",
    ]

    /// The lines that tell both of a camera and of trouble, at most the last six, in their order.
    ///
    /// - Parameter lines: what it wrote since it was started last, oldest first.
    static func find(in lines: [String]) -> [String]? {
        // A line of a log tells of the camera, and the next one of the trouble: motion, ustreamer and V4l2Device write so.
        let telling = lines.filter { line in
            let small = line.lowercased()
            // What it opens instead of a node is told before the trouble with it.
            if small.contains("pipewiresrc") { return true }
            return (cameraSigns + moreSigns).contains { small.contains($0) } && troubleSigns.contains { small.contains($0) }
        }
        let hasTrouble = telling.contains { line in troubleSigns.contains { line.lowercased().contains($0) } }
        return hasTrouble ? Array(telling.suffix(6)) : nil
    }

    private static let moreSigns = ["pixelformat", "pixel format", "proper format", "camera", "video device", "input device", "not-negotiated"]

    private static let troubleSigns = [
        "error", "fail", "cannot", "can't", "could not", "couldn't", "unable", "fatal", "invalid", "not found", "no such",
        "denied", "busy", "not permitted", "timed out", "timeout", "unsupported", "not supported", "unavailable", "no space",
        "not-negotiated",
    ]
}
