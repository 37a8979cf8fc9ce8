// SPDX-License-Identifier: Apache-2.0

internal import Frames
import Glibc
internal import V4L2

/// The modes of an open V4L2 node.
struct V4L2ModeSwitch: ModeSwitching {
    let opening: V4L2CameraOpening
    let modes: [CaptureMode]
    let mode: CaptureMode
    let settles: Bool
    let before: StreamState
    /// The settings that each stream is to have.
    let again: SettingsAgain

    func start(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        let negotiation = try opening.set(
            mode, of: modes, framesPerSecond: framesPerSecond, multiPlanar: before.format.isMultiPlanar)
        let source = again.watching(try negotiation.start())
        return settles ? SettledFrameSource(source) : source
    }

    func putBack() throws(CameraError) { try before.restore(on: opening.device) }
}

/// The format and rate of a node.
struct StreamState: Hashable, Sendable {
    let format: CaptureFormat
    /// `nil` if the driver has no rate to set.
    let interval: FrameInterval?

    init(_ device: VideoDevice) throws(CameraError) {
        (format, interval) = try V4L2CameraOpening.passing { () throws(V4L2Error) in
            let multiPlanar = try device.capability().isMultiPlanar
            return (
                try device.captureFormat(multiPlanar: multiPlanar), try device.frameInterval(multiPlanar: multiPlanar)
            )
        }
    }

    /// Repeats a call for a second while the device is busy: if another thread, such as that of a signal, was stopping our
    /// stream, it has the last reference to it, and the buffers go only with that.
    private static func patiently(_ call: () throws(V4L2Error) -> Void) throws(V4L2Error) {
        for _ in 0..<100 {
            do throws(V4L2Error) {
                return try call()
            } catch {
                guard error.error == .busy else { throw error }
                usleep(10_000)
            }
        }
        try call()
    }

    func restore(on device: VideoDevice) throws(CameraError) {
        try V4L2CameraOpening.passing { () throws(V4L2Error) in
            let multiPlanar = format.isMultiPlanar
            let now = (
                format: try device.captureFormat(multiPlanar: multiPlanar),
                interval: try device.frameInterval(multiPlanar: multiPlanar)
            )
            guard now.format != format || now.interval != interval else { return }
            try Self.patiently { () throws(V4L2Error) in
                _ = try device.setCaptureFormat(format.fourCC, format.size, multiPlanar: multiPlanar)
            }
            if let interval { _ = try device.setFrameInterval(interval, multiPlanar: multiPlanar) }
        }
    }
}
