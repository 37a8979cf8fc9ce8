// SPDX-License-Identifier: Apache-2.0

/// The result of streaming: the negotiated format, the frames that arrived, and how it ended.
public struct StreamRecord: Codable, Hashable, Sendable {
    /// The negotiated format; `nil` if negotiation did not succeed.
    public var format: Format?
    /// The modes the camera offers.
    public var offered: [Format] = []
    /// The request that failed before the first frame.
    public var failure: Failure?
    /// Faults that the driver reports for the current input, such as `no-signal`.
    public var inputFaults: [String] = []
    /// Time from the start of the stream to the first frame.
    public var firstFrameMs: Double?
    /// How long frames were watched after the picture had settled.
    public var watchedMs: Double = 0
    /// The number of frames in that time.
    public var frames: Int = 0
    /// Counted by the driver's sequence numbers, over the whole stream.
    public var captured: Int = 0
    public var dropped: Int = 0
    public var corrupt: Int = 0
    /// The frames in `corrupt` that were found damaged only when decoded.
    public var undecodable: Int?
    /// The frames in `captured` that were replaced by newer ones before they were decoded.
    public var superseded: Int?
    /// Frame intervals by the camera's own clock, divided by the steps of the sequence number.
    public var intervalsMs: [Double] = []
    /// The number of identical frames at the end.
    public var identicalRun: Int = 0
    /// The time of each search for codes, with the effort of a live scan.
    public var decodeMs: [Double] = []
    /// The processor time of each search, whatever else the machine did; absent in older evidence.
    public var decodeProcessorMs: [Double]?
    /// The processor time of receiving and unpacking each frame; absent in older evidence.
    public var unpackProcessorMs: [Double]?
    /// How long this program waited for a processor while frames were watched; `nil` if the kernel does not count it.
    public var waitedMs: Double?
    /// How the stream ended early.
    public var ending: Ending?
    /// Controls that another program changed in the meantime.
    public var disturbances: [Disturbance] = []
    public var settings: CameraSettings?
    /// Why the settings are unknown.
    public var settingsUnknown: String?
    /// Other cameras that stream on the same USB bus, by their names.
    public var busNeighbours: [String] = []

    public struct Format: Codable, Hashable, Sendable {
        public var fourCC: String
        public var width: Int
        public var height: Int
        /// The rate that the driver promised; for an offered mode, the highest one. `nil` if unknown.
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
        /// Such as `VIDIOC_STREAMON`; "choose a mode" if no mode is suitable.
        public var request: String
        /// The name of the errno, such as `EBUSY`; empty without one.
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

    /// The measured rate in frames per second; `nil` with fewer than three intervals.
    public var measuredRate: Double? {
        guard intervalsMs.count >= 3 else { return nil }
        let mean = intervalsMs.reduce(0, +) / Double(intervalsMs.count)
        return mean > 0 ? 1000 / mean : nil
    }

    /// The first quartile of the processor times of searches, because other load only ever adds to them; by the clock in
    /// older evidence; `nil` if nothing was timed.
    public var quickDecodeMs: Double? {
        let times = decodeProcessorMs ?? decodeMs
        return times.isEmpty ? nil : times.sorted()[times.count / 4]
    }

    /// Whether other programs kept this one from running for a tenth of the time or more.
    public var isMachineBusy: Bool {
        guard let waitedMs, watchedMs > 0 else { return false }
        return waitedMs / watchedMs >= 0.1
    }

    /// The share of damaged frames with its counts: of all that arrived, or of those decoded if that is worse.
    var damage: (share: Double, damaged: Int, of: Int) {
        let ofAll = (Double(corrupt) / Double(max(1, captured)), corrupt, captured)
        guard let undecodable, let superseded, superseded >= 0, captured > superseded else { return ofAll }
        let decoded = captured - superseded
        let ofDecoded = (min(1, Double(undecodable) / Double(decoded)), undecodable, decoded)
        return ofDecoded.0 > ofAll.0 ? ofDecoded : ofAll
    }

    /// The median search time; `nil` if nothing was timed.
    public var medianDecodeMs: Double? {
        decodeMs.isEmpty ? nil : decodeMs.sorted()[decodeMs.count / 2]
    }
}
