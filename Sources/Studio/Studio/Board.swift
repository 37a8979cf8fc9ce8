// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import Output
internal import Scanning
internal import WebPage

/// The shared state of a studio, for all of its threads; kept behind a lock.
struct Board: Sendable {
    enum Phase: Sendable {
        case opening
        case live
        /// The doctor uses the camera.
        case examined
        /// A calibration uses the camera.
        case calibrating
        case troubled(Trouble)
        case over
    }

    var phase = Phase.opening
    /// The symbologies that are read, in alphabetical order.
    var symbologies: [Symbology] = []
    var live: LiveCamera?
    var torch: JSONValue = .null
    var isDim = false
    var region: ShareRectangle?
    var isPaused = false
    /// What the camera's thread does before it continues to scan.
    var errand: Errand?
    /// Seconds since a page was open.
    var quietBeats = Int.max
    /// The user's settings so far. The camera gets them whenever it is opened.
    var standing: StandingSettings?
    /// The focus sweep that is running.
    var sweep: FocusSweep?
    /// The last calibration.
    var calibration: CalibrationStand?
    var counts = StudioCounts()
    /// Statistics of streams that have ended.
    var earlier = StreamStatistics()
    var decodes = RecentTimes()
    var ages = RecentTimes()
    /// When frames were read, for the current rate.
    var readings: [FrameTimestamp] = []
    var scanTimes: [FrameTimestamp] = []
    /// Frames delivered so far, over all streams.
    var frame = 0
    /// Codes already counted as scans, and when each was last in view.
    var accepted: [CodeKey: FrameTimestamp] = [:]
    /// The doctor's last check, preceded by the one before if that was of the same camera.
    var looks: [DoctorLook] = []
    /// A code of the latest frames, for the meters.
    var code: (code: Barcode, seen: FrameTimestamp)?
    var meters: MeterFigures?
    /// The last flicker outcome, until the meters take it.
    var flicker: FlickerWatch.Outcome?
    var isFirstLook = true
    var sharpest = 0.0

    enum Errand: Sendable {
        case examine
        case calibrate(CalibrationWish)
        /// Restore everything, then open the camera again with the standing settings.
        case reopen
    }

    var isOver: Bool { if case .over = phase { true } else { false } }
    /// Whether the doctor or a calibration uses the camera.
    var isExamined: Bool {
        switch phase {
        case .examined, .calibrating: true
        default: false
        }
    }
    /// Like `isExamined`, but also when the camera is reserved for one of them. Reopening does not count.
    var isTaken: Bool {
        switch errand {
        case .examine, .calibrate: true
        case .reopen, nil: isExamined
        }
    }
    var isLive: Bool { if case .live = phase { true } else { false } }

    var scanRegion: ScanRegion {
        guard let region else { return .whole }
        return .fixed(
            FrameRegion(
                x: .percent(region.x * 100), y: .percent(region.y * 100), width: .percent(region.width * 100),
                height: .percent(region.height * 100)))
    }

    /// The state as the page gets it.
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("phase", .string(word)), .init("paused", .bool(isPaused)),
            .init("region", region.map { Self.json($0) } ?? .null),
            .init("torch", torch), .init("dim", .bool(isDim)),
            .init("focusing", .bool(sweep != nil)),
            .init("symbologies", .array(symbologies.map { .string($0.rawValue) })),
        ]
        if case .troubled(let trouble) = phase { members.append(.init("trouble", trouble.json)) }
        if let live {
            let format = live.tap.format
            members.append(
                .init(
                    "camera",
                    [
                        "name": .string(live.name), "identity": .string(live.identity),
                        "width": .integer(format.size.width), "height": .integer(format.size.height),
                        "format": format.fourCC.map { .string("\($0)") } ?? .null,
                        "frames_per_second": format.interval.map { .number($0.framesPerSecond, decimals: 2) } ?? .null,
                        "has_controls": .bool(live.surface != nil), "can_focus": .bool(live.canFocus),
                    ]))
        }
        return .object(members)
    }

    private static func json(_ part: ShareRectangle) -> JSONValue {
        [
            "x": .number(part.x, decimals: 5), "y": .number(part.y, decimals: 5),
            "width": .number(part.width, decimals: 5), "height": .number(part.height, decimals: 5),
        ]
    }

    private var word: String {
        switch phase {
        case .opening: "opening"
        case .live: "live"
        case .examined: "examined"
        case .calibrating: "calibrating"
        case .troubled: "troubled"
        case .over: "over"
        }
    }

    // MARK: Measurements

    /// How many of these times are in the last second.
    static func rate(_ times: inout [FrameTimestamp], now: FrameTimestamp) -> Double {
        times.removeAll { now.since($0) > .seconds(1) }
        return Double(times.count)
    }

    mutating func metersJSON(at now: FrameTimestamp) -> JSONValue {
        guard let meters else { return .null }
        let rate = Self.rate(&readings, now: now)
        scanTimes.removeAll { now.since($0) > .seconds(60) }
        return .object(
            meters.members + [
                .init("sharpness_best", .number(sharpest, decimals: 1)),
                .init("frames_per_second", .number(rate, decimals: 1)),
                .init("scans_per_minute", .integer(scanTimes.count)),
                .init("decode", decodes.json), .init("age", ages.json),
            ])
    }

    /// The counts, including those of the running stream.
    func counts(statistics: StreamStatistics?) -> StudioCounts {
        var counts = counts
        let now = statistics ?? StreamStatistics()
        counts.isLive = isLive
        counts.framesCaptured = earlier.captured + now.captured
        counts.framesDropped = earlier.dropped + now.dropped
        counts.framesSuperseded = earlier.superseded + now.superseded
        counts.framesCorrupt = earlier.corrupt + now.corrupt
        counts.meanLuma = meters?.mean
        return counts
    }

    mutating func add(_ statistics: StreamStatistics) {
        earlier.captured += statistics.captured
        earlier.dropped += statistics.dropped
        earlier.superseded += statistics.superseded
        earlier.corrupt += statistics.corrupt
    }
}
