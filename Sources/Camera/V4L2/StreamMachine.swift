// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Decides about the buffers of a capture stream. Pure: makes no system calls.
///
/// Every buffer is in one of three places: queued in the driver, waiting as the newest frame, or lent to a caller. The
/// newest frame wins: if nobody has taken a frame when the next one arrives, its buffer goes back to the driver.
struct StreamMachine {
    /// A filled buffer, as the driver describes it.
    struct Filled: Hashable {
        var index: Int
        var bytesUsed: Int
        var dataOffset: Int
        var isCorrupt: Bool
        var sequence: UInt32
        var timestamp: FrameTimestamp
        var timestampOrigin = TimestampOrigin.frameEnd
    }

    /// A filled buffer with its number in the stream, which continues when the driver's 32-bit counter wraps.
    struct Newest: Hashable {
        var filled: Filled
        var sequence: Int
    }

    enum Action: Hashable {
        /// Return the buffer to the driver.
        case queue(Int)
        /// A frame is available for a waiting caller.
        case announce
        /// The stream is over.
        case finish
    }

    enum State: Hashable {
        case streaming
        case stopped
        case failed(FrameSourceError)
    }

    private(set) var state = State.streaming
    private(set) var statistics = StreamStatistics()
    private(set) var newest: Newest?
    private var lent: Set<Int> = []
    private var lastRaw: UInt32?
    private var sequence = 0
    private let bufferCount: Int

    init(bufferCount: Int) { self.bufferCount = bufferCount }

    /// Queues all buffers before the stream starts.
    var initialActions: [Action] { (0..<bufferCount).map { .queue($0) } }

    /// The driver filled a buffer.
    mutating func dequeued(_ filled: Filled) -> [Action] {
        guard state == .streaming, (0..<bufferCount).contains(filled.index) else { return [] }
        statistics.captured += 1
        if let lastRaw {
            // Some drivers restart their counter or never increment it: only a small step forward counts as a gap.
            let step = filled.sequence &- lastRaw
            let gap = step > 1 && step < 1000 ? Int(step) - 1 : 0
            statistics.dropped += gap
            sequence += 1 + gap
        }
        lastRaw = filled.sequence
        // An empty buffer contains no frame, whatever its flags say.
        if filled.isCorrupt || filled.bytesUsed <= filled.dataOffset { statistics.corrupt += 1 }
        guard filled.bytesUsed > filled.dataOffset else { return [.queue(filled.index)] }
        var actions: [Action] = []
        if let old = newest {
            statistics.superseded += 1
            actions.append(.queue(old.filled.index))
        }
        newest = Newest(filled: filled, sequence: sequence)
        actions.append(.announce)
        return actions
    }

    /// Lends the newest frame; its buffer stays out until `released`.
    mutating func take() -> Newest? {
        guard let taken = newest, state == .streaming else { return nil }
        newest = nil
        lent.insert(taken.filled.index)
        return taken
    }

    /// A caller has released a frame.
    mutating func released(_ index: Int) -> [Action] {
        guard lent.remove(index) != nil, state == .streaming else { return [] }
        return [.queue(index)]
    }

    mutating func failed(_ error: FrameSourceError) -> [Action] {
        guard state == .streaming else { return [] }
        state = .failed(error)
        newest = nil
        return [.finish]
    }

    mutating func stop() -> [Action] {
        guard state == .streaming else { return [] }
        state = .stopped
        newest = nil
        return [.finish]
    }
}
