// SPDX-License-Identifier: Apache-2.0

/// What uvcvideo says of the negotiation of a stream. Source: uvc_get_video_ctrl, uvc_set_video_ctrl and uvc_video_start_transfer in
/// drivers/media/usb/uvc/uvc_video.c, before Linux 5.13 uvc_init_video.
extension KernelLogFacts {
    /// The lines about a camera since it was last plugged in.
    ///
    /// - Parameter nameless: whether to take lines that name no port, as those of older kernels: they may be of any camera.
    private func sayings(ofCameraAt port: String, nameless: Bool) -> [String] {
        let found = lines.lastIndex { $0.contains("usb \(port):") && $0.contains("New USB device found") }
        // `usb 1-2: …` or `uvcvideo 1-2:1.0: …`, and not `usb 11-2: …`.
        return lines[(found ?? 0)...].filter { $0.contains(" \(port):") || nameless && $0.contains("uvcvideo: ") }
    }

    /// Those in which the camera refuses the question for the least or greatest values of a stream (130 is GET_MIN, 131 GET_MAX), with a
    /// stall (-32 is EPIPE) or another length than the driver expects. It is reached, and answers other questions.
    ///
    /// - Parameter isAlone: whether it is the only one of its driver here, so that lines without a port are its own.
    func refusedLimits(ofCameraAt port: String, isAlone: Bool) -> [String] {
        sayings(ofCameraAt: port, nameless: isAlone).filter { line in
            guard line.contains(" UVC probe control : "), let open = line.firstRange(of: "Failed to query (") else { return false }
            let question = line[open.upperBound...].prefix { $0 != ")" }
            let answer = line.firstRange(of: " UVC probe control : ").flatMap { Int(line[$0.upperBound...].prefix { $0 != " " }) }
            return ["130", "131", "GET_MIN", "GET_MAX"].contains(question) && answer.map { $0 == -32 || $0 >= 0 } == true
        }
    }

    /// The line, written only with the driver's trace on, in which no setting of the camera has the bandwidth that it asks for.
    func lackingSetting(ofCameraAt port: String, isAlone: Bool) -> String? {
        sayings(ofCameraAt: port, nameless: isAlone).last { $0.contains("No fast enough alt setting") }
    }

    /// Whether the driver says of the camera, or may say of it, that a transfer or a request of a stream failed.
    func hasFailedStream(ofCameraAt port: String) -> Bool {
        sayings(ofCameraAt: port, nameless: true).contains { line in
            ["Failed to submit", "Failed to set UVC", "UVC probe control", "UVC commit control", "Failed to resubmit"].contains {
                line.contains($0)
            }
        }
    }
}
