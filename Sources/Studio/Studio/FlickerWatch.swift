// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output

/// Frames in a row, now and then, for what their bands tell of the light.
///
/// Rows are averaged on the thread that scans, of a few frames every other second and only while somebody watches;
/// what they tell is worked out elsewhere.
struct FlickerWatch: Sendable {
    /// Row means of frames in a row.
    struct Burst: Sendable {
        var rows: [[Double]]
        /// Seconds from a frame to the next.
        var interval: Double
    }

    enum Outcome: Sendable {
        case burst(Burst)
        /// Why frames in a row cannot be had: a clause.
        case none(reason: String)
    }

    /// Frames of a burst: what `candela measure` takes at least, and some more.
    private static let length = 10
    /// So many frames without a burst, and there will be none.
    private static let patience = 60
    private static let pause = Duration.seconds(2)

    private var rows: [[Double]] = []
    private var first: FrameTimestamp?
    private var last: (sequence: Int, time: FrameTimestamp)?
    private var tried = 0
    private var next = FrameTimestamp(nanoseconds: 0)

    /// Takes a frame; what becomes of it once there are enough.
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
            return .none(reason: "frames in a row are needed, and reading takes longer than a frame")
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

/// What the page is told of it.
enum FlickerWord: Sendable {
    case seen(FlickerEstimate)
    case none
    case unknown(reason: String)

    init(_ outcome: FlickerWatch.Outcome) {
        switch outcome {
        case .none(let reason): self = .unknown(reason: reason)
        case .burst(let burst):
            guard burst.interval > 0 else {
                self = .unknown(reason: "the camera does not say when its frames were taken")
                return
            }
            guard let banding = Banding(rows: burst.rows) else {
                self = .unknown(reason: "the picture is too dark or too small for it")
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
