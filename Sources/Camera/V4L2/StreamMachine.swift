// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decides about the buffers of a capture stream. Pure: makes no system calls.
///
/// Every buffer is in one of three places: queued in the driver, waiting, or lent to a caller. The newest frame wins: if nobody
/// has taken a frame when the next one arrives, its buffer goes back to the driver.
///
/// Frames that depend on each other wait in a queue instead. If it is full, all that wait go back together: after the gap,
/// their receiver has to wait for a key frame anyway, and then reads the present, not the past.
package struct StreamMachine {
    /// A filled buffer, as the driver describes it.
    package struct Filled: Hashable {
        package var index: Int
        package var bytesUsed: Int
        package var dataOffset: Int
        package var isCorrupt: Bool
        package var sequence: UInt32
        package var timestamp: FrameTimestamp
        package var timestampOrigin: TimestampOrigin

        package init(
            index: Int, bytesUsed: Int, dataOffset: Int = 0, isCorrupt: Bool = false, sequence: UInt32,
            timestamp: FrameTimestamp, timestampOrigin: TimestampOrigin = .frameEnd
        ) {
            self.index = index
            self.bytesUsed = bytesUsed
            self.dataOffset = dataOffset
            self.isCorrupt = isCorrupt
            self.sequence = sequence
            self.timestamp = timestamp
            self.timestampOrigin = timestampOrigin
        }
    }

    /// A filled buffer with its number in the stream, which continues when the driver's 32-bit counter wraps.
    package struct Waiting: Hashable {
        package var filled: Filled
        package var sequence: Int
    }

    package enum Action: Hashable {
        /// Return the buffer to the driver.
        case queue(Int)
        /// A frame is available for a waiting caller.
        case announce
        /// The stream is over.
        case finish
    }

    package enum State: Hashable {
        case streaming
        case stopped
        case failed(FrameSourceError)
    }

    package private(set) var state = State.streaming
    package private(set) var statistics = StreamStatistics()
    /// Oldest first.
    package private(set) var waiting: [Waiting] = []
    private var lent: Set<Int> = []
    private var lastRaw: UInt32?
    private var sequence = 0
    private let bufferCount: Int
    private let mostWaiting: Int

    /// - Parameter keepsAll: whether frames wait in a queue. The driver keeps two buffers then, and the caller one.
    package init(bufferCount: Int, keepsAll: Bool = false) {
        self.bufferCount = bufferCount
        mostWaiting = keepsAll ? max(1, bufferCount - 3) : 1
    }

    /// Queues all buffers before the stream starts.
    package var initialActions: [Action] { (0..<bufferCount).map { .queue($0) } }

    /// The driver filled a buffer.
    package mutating func dequeued(_ filled: Filled) -> [Action] {
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
        if waiting.count >= mostWaiting {
            statistics.superseded += waiting.count
            actions = waiting.map { .queue($0.filled.index) }
            waiting = []
        }
        waiting.append(Waiting(filled: filled, sequence: sequence))
        actions.append(.announce)
        return actions
    }

    /// Lends the frame that waits longest; its buffer stays out until `released`.
    package mutating func take() -> Waiting? {
        guard !waiting.isEmpty, state == .streaming else { return nil }
        let taken = waiting.removeFirst()
        lent.insert(taken.filled.index)
        return taken
    }

    /// A caller has released a frame.
    package mutating func released(_ index: Int) -> [Action] {
        guard lent.remove(index) != nil, state == .streaming else { return [] }
        return [.queue(index)]
    }

    package mutating func failed(_ error: FrameSourceError) -> [Action] {
        guard state == .streaming else { return [] }
        state = .failed(error)
        waiting = []
        return [.finish]
    }

    package mutating func stop() -> [Action] {
        guard state == .streaming else { return [] }
        state = .stopped
        waiting = []
        return [.finish]
    }
}
