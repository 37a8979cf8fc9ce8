// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Output
internal import Terminal
package import V4L2
internal import VideoStreams

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
    /// Decodes compressed video.
    let videoProgram: VideoProgram
    /// Whether to say what failed when a process was confined.
    let namesConfinement: Bool

    private func videoDecoder() throws(CameraError) -> PacketDecoder {
        let codec = PacketDecoder.codec(format.fourCC) ?? ""
        do throws(PacketDecoder.Failure) {
            return try PacketDecoder(
                codec, program: videoProgram,
                onUnconfined: namesConfinement
                    ? { Console.note(VisibleText.escape("the video process is not fully confined: \($0)")) } : nil)
        } catch {
            throw CameraError("cannot capture \(format.fourCC) from \(device.path): \(error)", concernsCamera: true)
        }
    }

    /// Starts the stream. Also delivers its first frames, before exposure has settled.
    package func start() throws(CameraError) -> any FrameSource {
        let decoder = mode.path == .video ? try videoDecoder() : nil
        do throws(V4L2Error) {
            if let decoder {
                // A decoder that pauses for a moment must not cost frames: nine of them may wait.
                return VideoNodeSource(
                    try CaptureStream(device, format: format, bufferCount: 12, keepsAll: true), interval: interval,
                    decoder: decoder
                ) { Console.note(VisibleText.escape($0)) }
            }
            return V4L2FrameSource(
                stream: try CaptureStream(device, format: format), interval: interval, converter: converter)
        } catch {
            throw CameraError(error)
        }
    }
}

extension CameraOpener {
    func opening(_ path: String) throws(CameraError) -> V4L2CameraOpening {
        try V4L2CameraOpening(
            path: path, kernel: kernel, quirks: locator.quirks(ofNodeAt: path), decoders: decoders,
            videoProgram: videoProgram, missing: missingLibrary)
    }

    /// Opens the node at `path` and sets the best mode for scanning.
    package func negotiate(path: String, request: CaptureRequest) throws(CameraError) -> CameraNegotiation {
        try opening(path).negotiate(request)
    }
}
