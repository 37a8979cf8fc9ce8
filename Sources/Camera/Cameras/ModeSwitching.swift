// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A camera that can stream in one mode after another, while its controls stay open and as they are.
public protocol ModeSwitching: Sendable {
    /// Every mode it offers that we can read.
    var modes: [CaptureMode] { get }
    /// The one it was opened in.
    var mode: CaptureMode { get }

    /// Sets a mode and starts.
    ///
    /// What streamed before must have been stopped and let go of, its frames too: as long as one buffer is somebody's, a
    /// driver changes no format and says busy.
    ///
    /// - Parameter framesPerSecond: `nil` for the fastest, up to 30.
    func start(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource

    /// Gives the camera the format and rate it had before it was opened. Nothing may stream.
    func putBack() throws(CameraError)
}
