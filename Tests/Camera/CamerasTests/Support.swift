// SPDX-License-Identifier: Apache-2.0

import Cameras
import Foundation
import Frames
import Testing
import TestSupport
import V4L2

/// Knows one camera, whatever is asked for; remembers the question.
struct OneCamera: NodeLocator {
    var failure: CameraError?

    func locate(_ query: String?) throws(CameraError) -> (path: String, identity: String, reason: String?) {
        if let failure { throw failure }
        return ("/dev/video7", "usb-lab_camera_1", query == nil ? "using /dev/video7: the only one" : nil)
    }
}

extension FakeStreamKernel {
    var opener: CameraOpener { CameraOpener(locator: OneCamera(), kernel: self) }

    func open(_ request: CaptureRequest = CaptureRequest()) throws -> OpenCamera {
        try opener.open(.query("7"), request: request)
    }

    /// The webcam that was recorded under uvcvideo.
    static func recordedWebcam() throws -> FakeStreamKernel {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "V4L2Tests/Recordings/uvc-webcam.txt")
        let recording = try #require(KernelRecording(text: try String(contentsOf: file, encoding: .utf8)))
        return FakeStreamKernel(
            description: ReplayKernel(recording, at: "/dev/video7"), bufferLength: 1280 * 720 * 2)
    }
}

let small = FrameSize(width: 64, height: 48)

/// Steps that show the same frame, as often as a stream needs to settle.
func settling(_ bytes: [UInt8]) -> [FakeStreamKernel.Step] { Array(repeating: .frame(bytes), count: 4) }

func cameraError(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let error as CameraError {
        return error.description
    } catch {
        Issue.record(error)
        return nil
    }
}
