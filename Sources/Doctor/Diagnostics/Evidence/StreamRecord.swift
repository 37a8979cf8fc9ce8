// SPDX-License-Identifier: Apache-2.0

/// The result of streaming: the negotiated format, the frames that arrived, and how it ended.
package struct StreamRecord: Codable, Hashable, Sendable {
    /// The negotiated format; `nil` if negotiation did not succeed.
    package var format: Format?
    /// The modes the camera offers.
    package var offered: [Format] = []
    /// The request that failed before the first frame.
    package var failure: Failure?
    /// Faults that the driver reports for the current input, such as `no-signal`.
    package var inputFaults: [String] = []
    /// The television standards that the current input decodes, and those that its signal can have by the driver, as in
    /// `v4l2_std_id`; absent for what is no analog input, and in older evidence.
    package var standard: UInt64?
    package var sensedStandard: UInt64?
    /// Time from the start of the stream to the first frame.
    package var firstFrameMs: Double?
    /// How long frames were watched after the picture had settled.
    package var watchedMs: Double = 0
    /// The number of frames in that time.
    package var frames: Int = 0
    /// Counted by the driver's sequence numbers, over the whole stream.
    package var captured: Int = 0
    package var dropped: Int = 0
    package var corrupt: Int = 0
    /// The frames in `corrupt` that were found damaged only when decoded.
    package var undecodable: Int?
    /// The frames in `captured` that were replaced by newer ones before they were decoded.
    package var superseded: Int?
    /// Frame intervals by the camera's own clock, divided by the steps of the sequence number.
    package var intervalsMs: [Double] = []
    /// The mean brightness of the frames in order, from the very first on, of 255; absent in older evidence.
    package var brightness: [Double]?
    /// Of one of its frames, 1 to 100, by its tables; absent in older evidence, and if it sends no JPEGs.
    package var jpegQuality: Int?
    /// The number of identical frames at the end.
    package var identicalRun: Int = 0
    /// The time of each search for codes, with the effort of a live scan.
    package var decodeMs: [Double] = []
    /// The processor time of each search, whatever else the machine did; absent in older evidence.
    package var decodeProcessorMs: [Double]?
    /// The processor time of receiving and unpacking each frame; absent in older evidence.
    package var unpackProcessorMs: [Double]?
    /// How long this program waited for a processor while frames were watched; `nil` if the kernel does not count it.
    package var waitedMs: Double?
    /// How the stream ended early.
    package var ending: Ending?
    /// Controls that another program changed in the meantime.
    package var disturbances: [Disturbance] = []
    package var settings: CameraSettings?
    /// Why the settings are unknown.
    package var settingsUnknown: String?
    /// Other cameras that stream on the same USB bus, by their names.
    package var busNeighbours: [String] = []

    package struct Format: Codable, Hashable, Sendable {
        package var fourCC: String
        package var width: Int
        package var height: Int
        /// The rate that the driver promised; for an offered mode, the highest one. `nil` if unknown.
        package var framesPerSecond: Double?
        package var isCompressed: Bool

        package init(fourCC: String, width: Int, height: Int, framesPerSecond: Double?, isCompressed: Bool) {
            self.fourCC = fourCC
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.isCompressed = isCompressed
        }

        package var text: String { "\(fourCC) \(width)x\(height)" }
        /// Its pixels. Capped: evidence can hold any numbers.
        var area: Int { min(max(width, 0), 1 << 20) * min(max(height, 0), 1 << 20) }
    }

    package struct Failure: Codable, Hashable, Sendable {
        /// Such as `VIDIOC_STREAMON`; "choose a mode" if no mode is suitable.
        package var request: String
        /// The name of the errno, such as `EBUSY`; empty without one.
        package var errno: String
        package var message: String

        package init(request: String, errno: String, message: String) {
            self.request = request
            self.errno = errno
            self.message = message
        }
    }

    package struct Ending: Codable, Hashable, Sendable {
        package enum Kind: String, Codable, Sendable { case noFrame, gone, busy, malformed, failed, ended, interrupted }
        package var kind: Kind
        package var message: String

        package init(kind: Kind, message: String) {
            self.kind = kind
            self.message = message
        }
    }

    package struct Disturbance: Codable, Hashable, Sendable {
        /// The control's name.
        package var control: String
        package var before: Int64
        package var after: Int64

        package init(control: String, before: Int64, after: Int64) {
            self.control = control
            self.before = before
            self.after = after
        }
    }

    package init() {}

    /// The measured rate in frames per second; `nil` with fewer than three intervals.
    package var measuredRate: Double? {
        guard intervalsMs.count >= 3 else { return nil }
        let mean = intervalsMs.reduce(0, +) / Double(intervalsMs.count)
        return mean > 0 ? 1000 / mean : nil
    }

    /// The first quartile of the processor times of searches, because other load only ever adds to them; by the clock in
    /// older evidence; `nil` if nothing was timed.
    package var quickDecodeMs: Double? {
        let times = decodeProcessorMs ?? decodeMs
        return times.isEmpty ? nil : times.sorted()[times.count / 4]
    }

    /// Whether other programs kept this one from running for a tenth of the time or more.
    package var isMachineBusy: Bool {
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
    package var medianDecodeMs: Double? {
        decodeMs.isEmpty ? nil : decodeMs.sorted()[decodeMs.count / 2]
    }
}
