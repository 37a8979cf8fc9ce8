// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output

/// Collects bursts of consecutive frames at intervals, to detect flicker from their bands.
///
/// Rows are averaged on the scanning thread, for a few frames every other second and only while a client watches. The
/// evaluation runs on another thread.
struct FlickerWatch: Sendable {
    /// The row means of consecutive frames.
    struct Burst: Sendable {
        var rows: [[Double]]
        /// Seconds from one frame to the next.
        var interval: Double
    }

    enum Outcome: Sendable {
        case burst(Burst)
        /// Why there are no consecutive frames: a clause.
        case none(reason: String)
    }

    /// Frames in a burst: the minimum of `candela measure` and some more.
    private static let length = 10
    /// After this many frames without a burst, give up.
    private static let patience = 60
    private static let pause = Duration.seconds(2)

    private var rows: [[Double]] = []
    private var first: FrameTimestamp?
    private var last: (sequence: Int, time: FrameTimestamp)?
    private var tried = 0
    private var next = FrameTimestamp(nanoseconds: 0)

    /// Takes a frame; returns the outcome once there are enough.
    mutating func take(_ frame: Frame, at now: FrameTimestamp) -> Outcome? {
        guard now >= next else { return nil }
        let isInRow = last.map { frame.sequence == $0.sequence + 1 } ?? false
        if !isInRow { (rows, first) = ([], frame.timestamp) }
        rows.append(frame.luma.rowMeans())
        last = (frame.sequence, frame.timestamp)
        tried += 1
        guard rows.count >= Self.length, let first else {
            guard tried >= Self.patience else { return nil }
            rest(now)
            return .none(
                reason: "consecutive frames are needed, but decoding a frame takes longer than the frame interval")
        }
        let interval = frame.timestamp.since(first).milliseconds / 1000 / Double(rows.count - 1)
        defer { rest(now) }
        return .burst(Burst(rows: rows, interval: interval))
    }

    private mutating func rest(_ now: FrameTimestamp) {
        self = FlickerWatch()
        next = now + Self.pause
    }
}

/// The result as the page gets it.
enum FlickerWord: Sendable {
    case seen(FlickerEstimate)
    case none
    case unknown(reason: String)

    init(_ outcome: FlickerWatch.Outcome) {
        switch outcome {
        case .none(let reason): self = .unknown(reason: reason)
        case .burst(let burst):
            guard burst.interval > 0 else {
                self = .unknown(reason: "the camera sends no frame timestamps")
                return
            }
            guard let banding = Banding(rows: burst.rows) else {
                self = .unknown(reason: "the picture is too dark or too small")
                return
            }
            self = FlickerEstimate(banding, interval: burst.interval).map { .seen($0) } ?? .none
        }
    }

    var isSeen: Bool { if case .seen = self { true } else { false } }

    var json: JSONValue {
        switch self {
        case .seen(let estimate):
            [
                "state": "seen", "swing_percent": .number(100 * estimate.amplitude, decimals: 1),
                "light_hz": estimate.frequency.map { .number($0, decimals: 1) } ?? .null,
            ]
        case .none: ["state": "none"]
        case .unknown(let reason): ["state": "unknown", "reason": .string(reason)]
        }
    }
}
