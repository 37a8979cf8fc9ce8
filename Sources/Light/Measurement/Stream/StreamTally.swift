// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The timing of a stream: when its frames arrive, and which are missing.
package struct StreamTally: Hashable, Sendable {
    /// Milliseconds between the timestamps of consecutive frames.
    package private(set) var intervals = Distribution(resolution: 0.01)
    /// Frames counted here.
    package private(set) var frames = 0
    /// Frames missing between those, by their sequence numbers.
    package private(set) var missing = 0
    /// The moment that the timestamps mark; `nil` before the first frame, or if they mark different moments.
    package private(set) var origin: TimestampOrigin?
    package private(set) var first: FrameTimestamp?
    package private(set) var last: FrameTimestamp?
    private var firstSequence = 0
    private var lastSequence = 0
    private var hasSeveralOrigins = false

    package init() {}

    package mutating func add(sequence: Int, timestamp: FrameTimestamp, origin: TimestampOrigin) {
        frames += 1
        if frames > 1, origin != self.origin { hasSeveralOrigins = true }
        self.origin = hasSeveralOrigins ? nil : origin
        if let last {
            let step = sequence - lastSequence
            if step == 1 {
                intervals.add(timestamp.since(last).milliseconds)
            } else if step > 1 {
                missing += step - 1
            }
        } else {
            first = timestamp
            firstSequence = sequence
        }
        (last, lastSequence) = (timestamp, sequence)
    }

    /// The camera's frame rate, including missing frames; `nil` before the second frame.
    package var rate: Double? {
        guard let first, let last, lastSequence > firstSequence else { return nil }
        let seconds = last.since(first).milliseconds / 1000
        return seconds > 0 ? Double(lastSequence - firstSequence) / seconds : nil
    }

    /// The standard deviation of the intervals, milliseconds.
    package var jitter: Double? { intervals.deviation }
}

/// What a latency computed from timestamps includes.
package struct LatencyMeaning: Hashable, Sendable {
    /// Whether there is a latency at all.
    package var isKnown: Bool
    /// A clause: "from the start of the exposure, by the driver's timestamp".
    package var sentence: String

    package init(_ origin: TimestampOrigin?) {
        switch origin {
        case .exposureStart:
            self.init(isKnown: true, sentence: "from the start of the exposure, by the driver's timestamp")
        case .frameEnd:
            self.init(
                isKnown: true,
                sentence:
                    "from the frame's last pixel, by the driver's timestamp; exposure and read-out come before it "
                    + "and are not included")
        case .arrival:
            self.init(
                isKnown: true,
                sentence: "from the frame's arrival in this program: the time of exposure is not known")
        case .simulated:
            self.init(isKnown: false, sentence: "unknown: the simulated camera does not run in real time (pace=free)")
        case nil: self.init(isKnown: false, sentence: "unknown: the frames' timestamps are of different kinds")
        }
    }

    private init(isKnown: Bool, sentence: String) {
        self.isKnown = isKnown
        self.sentence = sentence
    }
}
