// SPDX-License-Identifier: Apache-2.0

package import Frames
package import V4L2

/// A camera with its mode set, not yet streaming; for callers that need each step of opening.
package struct CameraNegotiation: Sendable {
    package let device: VideoDevice
    /// Every mode of the camera that this program can read.
    package let offered: [CaptureMode]
    package let mode: CaptureMode
    /// The format that the driver set.
    package let format: CaptureFormat
    /// `nil` if the driver does not report it.
    package let interval: FrameInterval?
    /// What was chosen and why.
    package let notes: [String]
    /// What would be better with a library that is missing.
    package var warnings: [String] = []
    let converter: any LumaConverter

    /// Starts the stream. Also delivers its first frames, before exposure has settled.
    package func start() throws(CameraError) -> any FrameSource {
        do throws(V4L2Error) {
            return V4L2FrameSource(
                stream: try CaptureStream(device, format: format), interval: interval, converter: converter)
        } catch {
            throw CameraError(error)
        }
    }
}

extension CameraOpener {
    /// Opens the node at `path` and sets the best mode for scanning.
    package func negotiate(path: String, request: CaptureRequest) throws(CameraError) -> CameraNegotiation {
        try V4L2CameraOpening(path: path, kernel: kernel, decoders: decoders, missing: missingLibrary).negotiate(
            request)
    }
}
