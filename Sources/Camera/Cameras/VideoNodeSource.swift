// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Threads
internal import V4L2
internal import VideoStreams

/// A V4L2 camera that gives only compressed video. Its frames depend on each other, so a thread decodes each as it comes, and
/// keeps the newest picture. Frames wait while it decodes; if more than nine wait, those that wait are lost, and
/// pictures count as damaged until the next key picture.
final class VideoNodeSource: FrameSource {
    let format: StreamFormat
    private let stream: CaptureStream
    private let state = ConditionLock(State())
    private let thread: WorkerThread

    private struct State: Sendable {
        var newest: Frame?
        var failure: FrameSourceError?
        var isOver = false
        var taken = 0
        var decoded = 0
        var damaged = 0
    }

    /// How long packets may come without a picture before a message says so.
    private static let patience = Duration.seconds(2)

    /// - Parameter onWaiting: called with a sentence if the first picture waits for a key frame.
    init(
        _ stream: CaptureStream, interval: FrameInterval?, decoder: sending PacketDecoder,
        onWaiting: @escaping @Sendable (String) -> Void
    ) {
        self.stream = stream
        format = StreamFormat(size: stream.format.size, fourCC: stream.format.fourCC, interval: interval)
        let work = Work(stream: stream, state: state, decoder: decoder, onWaiting: onWaiting)
        thread = WorkerThread { work.run() }
    }

    deinit {
        stop()
        thread.join()
    }

    /// Unchecked: only the thread uses the decoder.
    private struct Work: @unchecked Sendable {
        let stream: CaptureStream
        let state: ConditionLock<State>
        let decoder: PacketDecoder
        let onWaiting: @Sendable (String) -> Void

        func run() {
            let begin = FrameTimestamp.now
            var last: Int?
            // After a gap, pictures are damaged until the next one that depends on no other.
            var isDamaged = false
            var isWaiting = true
            while !state.withLock({ $0.isOver }) {
                let raw: RawFrame
                do throws(FrameSourceError) {
                    guard let frame = try stream.nextFrame(timeout: .milliseconds(200)) else { break }
                    raw = frame
                } catch {
                    if error.kind == .noFrame { continue }
                    state.withLockSignalling { $0.failure = error }
                    break
                }
                if let last, raw.sequence > last + 1 { isDamaged = true }
                last = raw.sequence
                guard let picture = decoder.decode(raw.storage) else {
                    if isWaiting, FrameTimestamp.now.since(begin) > VideoNodeSource.patience {
                        isWaiting = false
                        onWaiting("\(stream.path): waiting for a key frame: the first picture that depends on no other")
                    }
                    continue
                }
                isWaiting = false
                if picture.isKey { isDamaged = false }
                let isCorrupt = isDamaged || picture.isDamaged || raw.isCorrupt
                state.withLockSignalling { state in
                    state.decoded += 1
                    if isCorrupt { state.damaged += 1 }
                    state.newest = Frame(
                        luma: picture.luma, sequence: raw.sequence, timestamp: raw.timestamp,
                        timestampOrigin: raw.timestampOrigin, isCorrupt: isCorrupt)
                }
            }
            state.withLockSignalling { $0.isOver = true }
        }
    }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let answer: Result<Frame?, FrameSourceError>? = state.wait(timeout: timeout) { state in
            if let failure = state.failure { return .failure(failure) }
            if state.isOver { return .success(nil) }
            guard let frame = state.newest else { return nil }
            state.newest = nil
            state.taken += 1
            return .success(frame)
        }
        guard let answer else {
            let captured = stream.statistics.captured
            throw FrameSourceError(
                .noFrame,
                "cannot read frames from \(stream.path): no picture could be decoded in \(timeout.wholeMilliseconds) ms "
                    + "(\(captured) packets of \(format.fourCC?.description ?? "video") so far); replug the camera, or choose "
                    + "another format")
        }
        return try answer.get()
    }

    var statistics: StreamStatistics {
        var statistics = stream.statistics
        state.withLock { state in
            statistics.superseded += max(0, state.decoded - state.taken - (state.newest == nil ? 0 : 1))
            statistics.corrupt += state.damaged
            statistics.undecodable = state.damaged
        }
        return statistics
    }

    func stop() {
        state.withLockSignalling { $0.isOver = true }
        stream.stop()
    }
}
