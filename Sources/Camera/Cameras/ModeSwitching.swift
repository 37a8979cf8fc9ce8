// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A camera that can change its streaming mode while its controls stay open and unchanged.
package protocol ModeSwitching: Sendable {
    /// Every mode of the camera that this program can read.
    var modes: [CaptureMode] { get }
    /// The mode it was opened in.
    var mode: CaptureMode { get }

    /// Sets a mode and starts streaming.
    ///
    /// Stop the previous stream and release all its frames first: while one buffer is in use, a driver rejects a format
    /// change as busy.
    ///
    /// - Parameter framesPerSecond: `nil` for the fastest, up to 30.
    func start(_ mode: CaptureMode, framesPerSecond: Double?) throws(CameraError) -> any FrameSource

    /// Restores the format and rate from before the camera was opened. Nothing may be streaming.
    func putBack() throws(CameraError)
}
