// SPDX-License-Identifier: Apache-2.0

import CameraControls
import TestSupport
import V4L2

/// Records a video node's answers to all requests that describe it, for `ReplayKernel` in tests:
/// `v4l2-record /dev/video0 > Tests/Camera/V4L2Tests/Recordings/NAME.txt`.
///
/// A camera's texts may contain the owner's name or a serial number: read a recording before sharing it.
@main
struct Recorder {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: v4l2-record /dev/videoN")
            return
        }
        let kernel = RecordingKernel()
        let device = try VideoDevice(path: CommandLine.arguments[1], kernel: kernel)
        let capability = try device.capability()
        let multiPlanar = capability.isMultiPlanar
        _ = try device.inputs()
        _ = try device.captureFormat(multiPlanar: multiPlanar)
        _ = try device.frameInterval(multiPlanar: multiPlanar)
        for format in try device.pixelFormats(multiPlanar: multiPlanar) {
            switch try device.frameSizes(format.fourCC) {
            case .discrete(let sizes): for size in sizes { _ = try device.frameIntervals(format.fourCC, size) }
            case .stepwise(let minimum, let maximum, _):
                for size in [minimum, maximum] { _ = try device.frameIntervals(format.fourCC, size) }
            }
        }
        for control in try device.controls() { _ = try? device.value(of: control.id) }
        print(
            "# \(capability.driver), \(capability.card), Linux \(capability.version.map(String.init).joined(separator: "."))"
        )
        print(kernel.recording.text, terminator: "")
    }
}
