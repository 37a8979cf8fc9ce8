// SPDX-License-Identifier: Apache-2.0

package import Frames
package import V4L2

/// A camera with its mode set, not streaming yet: for whoever must see each step of an opening.
package struct CameraNegotiation: Sendable {
    package let device: VideoDevice
    /// Every mode the camera offers that we can read.
    package let offered: [CaptureMode]
    package let mode: CaptureMode
    /// What the driver made of it.
    package let format: CaptureFormat
    /// `nil` where the driver does not say.
    package let interval: FrameInterval?
    /// What was chosen and why.
    package let notes: [String]
    let converter: any LumaConverter

    /// Starts the stream. Its first frames are delivered too, settled or not.
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
    /// Opens the node at `path` and sets the mode that suits scanning best.
    package func negotiate(path: String, request: CaptureRequest) throws(CameraError) -> CameraNegotiation {
        try V4L2CameraOpening(path: path, kernel: kernel).negotiate(request)
    }
}
