// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Frames

/// One picture of a camera.
public struct Frame: Sendable {
    /// The picture.
    public let image: GrayImage
    /// Counts the camera's pictures from 0. A gap is a picture that nobody took.
    public let number: Int
    /// When it was taken: the time since the machine was started, without sleep (`CLOCK_MONOTONIC`).
    public let timestamp: Duration
    /// Whether the camera or the decoder says that the picture is damaged.
    public let isDamaged: Bool
}

/// The pictures of a camera. The newest one wins: a picture for which the loop is too slow is never taken, so no picture waits.
///
/// When the loop ends, in any way, the camera is closed and has its earlier settings. Cancelling the task ends the loop.
public struct FrameSequence: AsyncSequence, Sendable {
    let camera: Camera
    let options: StreamOptions

    /// Takes pictures from the camera.
    public struct Iterator: AsyncIteratorProtocol {
        private let thread: CameraThread<Frame>

        init(_ thread: CameraThread<Frame>) { self.thread = thread }

        /// Waits for a picture that is newer than the last.
        ///
        /// - Returns: the picture; `nil` once the stream has ended, or the task was cancelled.
        /// - Throws: `CameraError` if the camera cannot be opened, or was unplugged.
        public func next() async throws -> Frame? { try await thread.next() }
    }

    /// Opens the camera.
    public func makeAsyncIterator() -> Iterator {
        let (camera, options) = (camera, options)
        return Iterator(
            CameraThread { channel in
                let streaming = try Streaming(camera, options, for: channel)
                defer { streaming.end() }
                while channel.awaitDemand() {
                    do throws(FrameSourceError) {
                        guard let frame = try streaming.open.source.nextFrame(timeout: .seconds(5)) else { return }
                        _ = channel.send(Frame(frame))
                    } catch {
                        throw CameraError(error)
                    }
                }
            })
    }
}

extension Frame {
    /// The pixels are copied: a lent buffer would be missing to the driver.
    fileprivate init(_ frame: Frames.Frame) {
        image = GrayImage(frame.luma.copy())
        number = frame.sequence
        timestamp = .nanoseconds(frame.timestamp.nanoseconds)
        isDamaged = frame.isCorrupt
    }
}

extension Camera {
    /// Its pictures, as an endless sequence.
    ///
    /// - Parameter options: how it streams.
    /// - Returns: a sequence that opens the camera when a loop begins.
    public func frames(_ options: StreamOptions = StreamOptions()) -> FrameSequence {
        FrameSequence(camera: self, options: options)
    }
}
