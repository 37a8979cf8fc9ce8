// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// The modes of an open camera that keeps none: each program that streams sets its own, so there is nothing to put back.
struct OpenedModeSwitch: ModeSwitching {
    let modes: [CaptureMode]
    let mode: CaptureMode
    let settles: Bool
    /// Sets a mode and starts streaming.
    let stream: @Sendable (_ mode: CaptureMode, _ framesPerSecond: Double?) throws(CameraError) -> any FrameSource

    func start(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource {
        let source = try stream(mode, framesPerSecond)
        return settles ? SettledFrameSource(source) : source
    }

    func putBack() throws(CameraError) {}
}
