// SPDX-License-Identifier: Apache-2.0

/// What streaming came to: what was negotiated, what arrived, and how it ended.
public struct StreamRecord: Codable, Hashable, Sendable {
    /// What was negotiated; `nil` when it did not get that far.
    public var format: Format?
    /// The modes the camera offers.
    public var offered: [Format] = []
    /// The request that failed before the first frame.
    public var failure: Failure?
    /// Faults that the driver reports of the input in use: `no-signal`.
    public var inputFaults: [String] = []
    /// From the start of the stream to the first frame.
    public var firstFrameMs: Double?
    /// How long frames were watched after the stream had settled.
    public var watchedMs: Double = 0
    /// The frames looked at in that time.
    public var frames: Int = 0
    /// Counted by the driver's sequence numbers, over the whole stream.
    public var captured: Int = 0
    public var dropped: Int = 0
    public var corrupt: Int = 0
    /// Of `corrupt`, those that only decoding showed to be damaged.
    public var undecodable: Int?
    /// Of `captured`, those replaced by newer ones before anybody looked: they were not decoded.
    public var superseded: Int?
    /// Between one frame and the next in the camera's own clock, gaps in the sequence taken out.
    public var intervalsMs: [Double] = []
    /// How many of the last frames are alike to the byte.
    public var identicalRun: Int = 0
    /// How long each look for codes took, with the effort a live scan makes.
    public var decodeMs: [Double] = []
    /// How it ended before its time.
    public var ending: Ending?
    /// Controls that somebody else changed meanwhile.
    public var disturbances: [Disturbance] = []
    public var settings: CameraSettings?
    /// Why the settings are not known.
    public var settingsUnknown: String?
    /// Other cameras that stream on the same USB bus, by their names.
    public var busNeighbours: [String] = []

    public struct Format: Codable, Hashable, Sendable {
        public var fourCC: String
        public var width: Int
        public var height: Int
        /// What the driver promised, of a mode that it offers the most; `nil` when it does not say.
        public var framesPerSecond: Double?
        public var isCompressed: Bool

        public init(fourCC: String, width: Int, height: Int, framesPerSecond: Double?, isCompressed: Bool) {
            self.fourCC = fourCC
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.isCompressed = isCompressed
        }

        public var text: String { "\(fourCC) \(width)x\(height)" }
    }

    public struct Failure: Codable, Hashable, Sendable {
        /// `VIDIOC_STREAMON`; "choose a mode" when none suits.
        public var request: String
        /// The errno's name, `EBUSY`; empty when it is none.
        public var errno: String
        public var message: String

        public init(request: String, errno: String, message: String) {
            self.request = request
            self.errno = errno
            self.message = message
        }
    }

    public struct Ending: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable { case noFrame, gone, busy, malformed, failed, ended, interrupted }
        public var kind: Kind
        public var message: String

        public init(kind: Kind, message: String) {
            self.kind = kind
            self.message = message
        }
    }

    public struct Disturbance: Codable, Hashable, Sendable {
        /// The control's name.
        public var control: String
        public var before: Int64
        public var after: Int64

        public init(control: String, before: Int64, after: Int64) {
            self.control = control
            self.before = before
            self.after = after
        }
    }

    public init() {}

    /// Frames a second as measured; `nil` from fewer than three intervals.
    public var measuredRate: Double? {
        guard intervalsMs.count >= 3 else { return nil }
        let mean = intervalsMs.reduce(0, +) / Double(intervalsMs.count)
        return mean > 0 ? 1000 / mean : nil
    }

    /// What a look takes when nothing else is in the way, at the first quartile: a busy machine only ever adds to it.
    /// `nil` when nothing was timed.
    public var quickDecodeMs: Double? {
        decodeMs.isEmpty ? nil : decodeMs.sorted()[decodeMs.count / 4]
    }

    /// The damaged share of the frames, and the counts it is of: of all that arrived, or of those decoded where that is
    /// the worse.
    var damage: (share: Double, damaged: Int, of: Int) {
        let ofAll = (Double(corrupt) / Double(max(1, captured)), corrupt, captured)
        guard let undecodable, let superseded, captured > superseded else { return ofAll }
        let decoded = captured - superseded
        let ofDecoded = (min(1, Double(undecodable) / Double(decoded)), undecodable, decoded)
        return ofDecoded.0 > ofAll.0 ? ofDecoded : ofAll
    }

    /// `nil` when nothing was timed.
    public var medianDecodeMs: Double? {
        decodeMs.isEmpty ? nil : decodeMs.sorted()[decodeMs.count / 2]
    }
}
