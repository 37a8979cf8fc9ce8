// SPDX-License-Identifier: Apache-2.0

package import Frames
package import NetworkCameras
internal import Output
internal import Terminal
internal import Threads

/// A camera on the network that sends video over RTSP: H.264, H.265 or JPEG.
///
/// A worker's process connects, logs in, decodes, and hands over luma. An interruption of a few seconds is bridged with another
/// worker; after a longer one `nextFrame` throws `.gone`, with the cause. A frame's timestamp is the moment at which its data
/// was complete here.
package final class VideoFrameSource: FrameSource {
    package let format: StreamFormat
    package let facts: VideoFacts
    private let address: NetworkAddress
    private let receiver: VideoReceiver

    /// Connects, and waits for the first picture, whose size is the stream's.
    ///
    /// - Parameters:
    ///   - timeout: for the first picture, which may have to wait for a key frame.
    ///   - namesConfinement: whether to say on standard error what failed when the worker was confined.
    /// - Throws: the cause, if there is none.
    package convenience init(
        _ address: NetworkAddress, access: NetworkAccess = .fromEnvironment, timeout: Duration = .seconds(30),
        namesConfinement: Bool = false
    ) throws(NetworkTrouble) {
        try self.init(
            address, access: access, timeout: timeout, program: .ownExecutable, onIncident: Self.say,
            onUnconfined: namesConfinement ? Self.note : nil)
    }

    package init(
        _ address: NetworkAddress, access: NetworkAccess, timeout: Duration, program: VideoProgram,
        onIncident: @escaping @Sendable (String) -> Void, onUnconfined: (@Sendable (String) -> Void)? = nil
    ) throws(NetworkTrouble) {
        self.address = address
        let receiver = VideoReceiver(
            address, access, program: program, onIncident: onIncident, onUnconfined: onUnconfined)
        self.receiver = receiver
        connecting.begin(receiver)
        defer { connecting.end(receiver) }
        receiver.start()
        enum Answer {
            case size(FrameSize, VideoFacts)
            case failed(NetworkTrouble?)
        }
        let answer: Answer? = receiver.state.wait(timeout: timeout) { state in
            if let size = state.size, let facts = state.facts { return .size(size, facts) }
            return state.isOver || state.isStopped ? .failed(state.trouble) : nil
        }
        switch answer {
        case .size(let size, let facts):
            self.facts = facts
            // The four letters by which V4L2 knows the compression.
            format = StreamFormat(size: size, fourCC: Self.fourCCs[facts.codec])
        case .failed(let trouble?):
            receiver.stop()
            throw trouble
        case .failed(nil), nil:
            receiver.stop()
            let isOpen = receiver.state.withLock { $0.facts != nil }
            throw NetworkTrouble(
                .noAnswer, address,
                isOpen
                    ? "no picture could be decoded within \(timeout.components.seconds) s"
                    : "it did not answer within \(timeout.components.seconds) s",
                isOpen
                    ? "set a shorter distance of key frames (GOP, I-frame interval) on the camera's own page"
                    : "check address and port, and that no firewall is between")
        }
    }

    deinit { stop() }

    private static let fourCCs = ["h264": FourCC("H264"), "hevc": FourCC("HEVC"), "mjpeg": FourCC("MJPG")]
        .compactMapValues { $0 }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        enum Answer {
            case frame(Frame)
            case stopped
            case over(NetworkTrouble?)
        }
        let answer: Answer? = receiver.state.wait(timeout: timeout) { state in
            if state.isStopped { return .stopped }
            if let frame = state.newest {
                state.newest = nil
                state.taken += 1
                return .frame(frame)
            }
            return state.isOver ? .over(state.trouble) : nil
        }
        switch answer {
        case .frame(let frame): return frame
        case .stopped: return nil
        case .over(let trouble): throw gone(trouble, .zero)
        case nil: break
        }
        let (trouble, last) = receiver.state.withLock { ($0.trouble, $0.lastPicture) }
        let silence = last.map { FrameTimestamp.now.since($0) } ?? .zero
        guard silence < VideoReceiver.patience else { throw gone(trouble, silence) }
        throw FrameSourceError(
            .noFrame, "cannot read \(address.name): no picture arrived in \(Int(timeout / .milliseconds(1))) ms")
    }

    private func gone(_ trouble: NetworkTrouble?, _ silence: Duration) -> FrameSourceError {
        stop()
        return FrameSourceError(.gone, (trouble ?? .silent(silence, address)).description)
    }

    package var statistics: StreamStatistics {
        receiver.state.withLock { state in
            var statistics = StreamStatistics()
            statistics.captured = state.announced
            statistics.superseded = max(0, state.announced - state.taken - (state.newest == nil ? 0 : 1))
            statistics.corrupt = state.counts.damaged
            statistics.undecodable = state.counts.damaged
            return statistics
        }
    }

    /// The colours of the last picture as a whole; `nil` before the first, and for video without colours.
    package var colours: VideoColours? { receiver.state.withLock { $0.colours } }

    /// Of the present connection.
    package var counts: VideoCounts { receiver.state.withLock { $0.counts } }

    package func stop() { receiver.stop() }

    private static let say: @Sendable (String) -> Void = { Console.note(VisibleText.escape($0)) }
    private static let note: @Sendable (String) -> Void = {
        Console.note(VisibleText.escape("the video process is not fully confined: \($0)"))
    }
}

/// The streams whose first picture is waited for: Ctrl-C ends the wait. Later, the user of the source stops it.
private let connecting = Interruptibles<VideoReceiver> { $0.stop() }
