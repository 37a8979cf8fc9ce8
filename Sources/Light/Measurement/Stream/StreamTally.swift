// SPDX-License-Identifier: Apache-2.0

public import Frames

/// What a stream does: when its frames come, and which do not.
public struct StreamTally: Hashable, Sendable {
    /// Milliseconds from a frame's timestamp to the next one's, of frames that follow each other.
    public private(set) var intervals = Distribution(resolution: 0.01)
    /// Frames looked at here.
    public private(set) var frames = 0
    /// Frames missing between those, by their sequence numbers.
    public private(set) var missing = 0
    /// Which moment the timestamps are of; `nil` before the first frame, or when they are not of one.
    public private(set) var origin: TimestampOrigin?
    public private(set) var first: FrameTimestamp?
    public private(set) var last: FrameTimestamp?
    private var firstSequence = 0
    private var lastSequence = 0
    private var hasSeveralOrigins = false

    public init() {}

    public mutating func add(sequence: Int, timestamp: FrameTimestamp, origin: TimestampOrigin) {
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

    /// Frames a second that the camera took, those that went missing included; `nil` before the second frame.
    public var rate: Double? {
        guard let first, let last, lastSequence > firstSequence else { return nil }
        let seconds = last.since(first).milliseconds / 1000
        return seconds > 0 ? Double(lastSequence - firstSequence) / seconds : nil
    }

    /// The standard deviation of the intervals, milliseconds.
    public var jitter: Double? { intervals.deviation }
}

/// What an age computed from timestamps is the age of.
public struct LatencyMeaning: Hashable, Sendable {
    /// Whether there is an age at all.
    public var isKnown: Bool
    /// A clause for people: "from the start of the exposure, as the driver stamps it".
    public var sentence: String

    public init(_ origin: TimestampOrigin?) {
        switch origin {
        case .exposureStart:
            self.init(isKnown: true, sentence: "from the start of the exposure, as the driver stamps it")
        case .frameEnd:
            self.init(
                isKnown: true,
                sentence:
                    "from the frame's last pixel, as the driver stamps it; exposure and read-out came before that, "
                    + "and are not in it")
        case .arrival:
            self.init(
                isKnown: true,
                sentence: "from the frame's arrival here: no clock tells when it was exposed")
        case .simulated:
            self.init(isKnown: false, sentence: "unknown: the simulated camera's time is not the clock's (pace=free)")
        case nil: self.init(isKnown: false, sentence: "unknown: the frames' timestamps are not of one kind")
        }
    }

    private init(isKnown: Bool, sentence: String) {
        self.isKnown = isKnown
        self.sentence = sentence
    }
}
