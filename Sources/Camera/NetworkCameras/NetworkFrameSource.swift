// SPDX-License-Identifier: Apache-2.0

package import ConfinedDecoding
internal import FrameStreams
package import Frames
import Synchronization
internal import Terminal

/// A camera on the network that sends JPEG pictures over HTTP: one endless response (MJPEG), or one for each picture.
///
/// Bridges an interruption of a few seconds; after a longer one `nextFrame` throws `.gone`, with the cause. A frame's timestamp
/// is the moment at which it was complete here.
package final class NetworkFrameSource: CompressedFrames {
    package let format: StreamFormat
    private let address: NetworkAddress
    private let transfer: PictureTransfer
    private let stream: JPEGFrameSource
    private let latest = Mutex(FrameTimestamp.now)

    /// How long the camera may be silent.
    private static let patience = Duration.seconds(4)
    private static let standardPause = Duration.milliseconds(100)

    /// Connects, and waits for the first picture, whose size is the stream's.
    ///
    /// - Parameters:
    ///   - framesPerSecond: how often to ask a camera that sends single pictures, at least every two seconds; 10 if `nil`. It
    ///     has no effect on a stream.
    ///   - timeout: for the first picture.
    /// - Throws: the cause, if there is none.
    package init(
        _ address: NetworkAddress, access: NetworkAccess = .fromEnvironment, framesPerSecond: Double? = nil,
        timeout: Duration = .seconds(20), decoders: Decoders
    ) throws(NetworkTrouble) {
        // A camera that is asked less often would seem silent.
        let pause = framesPerSecond.map { Duration.seconds(1 / min(max($0, 0.5), 1000)) } ?? Self.standardPause
        let transfer = try PictureTransfer(address, access, pause: pause)
        self.address = address
        self.transfer = transfer
        connecting.begin(transfer)
        defer { connecting.end(transfer) }
        transfer.start()
        do throws(FrameSourceError) {
            stream = try JPEGFrameSource(
                fileDescriptor: transfer.descriptor, delivery: .newest, timeout: timeout, decoders: decoders)
        } catch {
            transfer.stop()
            throw transfer.trouble
                ?? NetworkTrouble(
                    error.kind == .noFrame ? .noAnswer : .notPictures, address, "no whole picture came (\(error))",
                    "give the address of the camera's MJPEG stream, or of a single JPEG (a snapshot)")
        }
        format = stream.format
    }

    deinit { stop() }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        do throws(FrameSourceError) {
            if let frame = try stream.nextFrame(timeout: timeout) {
                latest.withLock { $0 = .now }
                return frame
            }
            guard !transfer.isStopped, let trouble = transfer.trouble else { return nil }
            throw FrameSourceError(.gone, trouble.description)
        } catch {
            guard error.kind != .gone else { throw error }
            let silence = FrameTimestamp.now.since(latest.withLock { $0 })
            if error.kind == .noFrame, silence < Self.patience { throw error }
            stop()
            throw FrameSourceError(
                .gone, (transfer.trouble ?? silent(silence, error)).description)
        }
    }

    private func silent(_ silence: Duration, _ error: FrameSourceError) -> NetworkTrouble {
        NetworkTrouble(
            .interrupted, address,
            error.kind == .noFrame ? "it has sent no picture for \(silence.components.seconds) s" : error.description,
            "check the camera's power and its network")
    }

    /// The Content-Type with which the pictures come, as the server wrote it: untrusted.
    package var contentType: String { transfer.contentType }

    package func keepCompressed(_ isWanted: Bool) { stream.keepCompressed(isWanted) }

    package var statistics: StreamStatistics { stream.statistics }

    package func stop() {
        transfer.stop()
        stream.stop()
    }
}

/// The transfers whose first picture is waited for: Ctrl-C ends the wait. Later, the user of the source stops it.
private let connecting = Interruptibles<PictureTransfer> { $0.stop() }
