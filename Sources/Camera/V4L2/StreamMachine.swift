// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Decides what happens to the buffers of a capture stream; makes no system call itself.
///
/// Every buffer is in one of three places: with the driver (queued), waiting as the newest frame, or lent to whoever
/// took it. The newest frame wins: one that nobody took goes back to the driver when the next arrives.
struct StreamMachine {
    /// What the driver handed over with a buffer.
    struct Filled: Hashable {
        var index: Int
        var bytesUsed: Int
        var dataOffset: Int
        var isCorrupt: Bool
        var sequence: UInt32
        var timestamp: FrameTimestamp
        var timestampOrigin = TimestampOrigin.frameEnd
    }

    /// A filled buffer with its place in the stream, the driver's 32-bit count made gapless over its wrap.
    struct Newest: Hashable {
        var filled: Filled
        var sequence: Int
    }

    enum Action: Hashable {
        /// Give the buffer back to the driver.
        case queue(Int)
        /// A frame is there for whoever waits.
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

    /// The buffers to give to the driver before the stream starts.
    var initialActions: [Action] { (0..<bufferCount).map { .queue($0) } }

    /// The driver filled a buffer.
    mutating func dequeued(_ filled: Filled) -> [Action] {
        guard state == .streaming, (0..<bufferCount).contains(filled.index) else { return [] }
        statistics.captured += 1
        if let lastRaw {
            // Some drivers restart or never move their count: only a small step forward is believed as a gap.
            let step = filled.sequence &- lastRaw
            let gap = step > 1 && step < 1000 ? Int(step) - 1 : 0
            statistics.dropped += gap
            sequence += 1 + gap
        }
        lastRaw = filled.sequence
        // An empty buffer holds nothing to look at, whatever its flags say.
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

    /// Hands the newest frame over; its buffer stays out until `released`.
    mutating func take() -> Newest? {
        guard let taken = newest, state == .streaming else { return nil }
        newest = nil
        lent.insert(taken.filled.index)
        return taken
    }

    /// Whoever had a frame is done with it.
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
