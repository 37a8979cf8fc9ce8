// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import Output
internal import Scanning
internal import WebPage

/// What is the case, for all threads of a studio; behind a lock.
struct Board: Sendable {
    enum Phase: Sendable {
        case opening
        case live
        /// The doctor has the camera.
        case examined
        /// A calibration has it.
        case calibrating
        case troubled(Trouble)
        case over
    }

    var phase = Phase.opening
    /// What is read, in alphabetical order.
    var symbologies: [Symbology] = []
    var live: LiveCamera?
    var torch: JSONValue = .null
    var isDim = false
    var region: ShareRectangle?
    var isPaused = false
    /// What the camera's thread is to do before it scans on.
    var errand: Errand?
    /// What the camera is to be given whenever it is opened: what the user has set so far.
    var standing: StandingSettings?
    /// Moves the lens now.
    var sweep: FocusSweep?
    /// The last calibration.
    var calibration: CalibrationStand?
    var counts = StudioCounts()
    /// Of streams that have ended.
    var earlier = StreamStatistics()
    var decodes = RecentTimes()
    var ages = RecentTimes()
    /// Frames read, and when: for a rate of the last moment.
    var readings: [FrameTimestamp] = []
    var scanTimes: [FrameTimestamp] = []
    /// Frames handed on, through all streams.
    var frame = 0
    /// Codes that are scans already, and when they were last in view.
    var accepted: [CodeKey: FrameTimestamp] = [:]
    /// The doctor's last look, and before it the one before that was of the same camera.
    var looks: [DoctorLook] = []
    /// A code of the last frames, for the meters.
    var code: (code: Barcode, seen: FrameTimestamp)?
    var meters: MeterFigures?
    /// What frames in a row last gave, until the meters take it.
    var flicker: FlickerWatch.Outcome?
    var isFirstLook = true
    var sharpest = 0.0

    enum Errand: Sendable {
        case examine
        case calibrate(CalibrationWish)
        /// To give everything back, and to begin with what stands then.
        case reopen
    }

    var isOver: Bool { if case .over = phase { true } else { false } }
    /// Whether the doctor or a calibration has the camera.
    var isExamined: Bool {
        switch phase {
        case .examined, .calibrating: true
        default: false
        }
    }
    /// Whether it has been promised to one of them, too; to be opened anew is none of their business.
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

    /// What the page is told.
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

    // MARK: Figures

    /// Those of the last second.
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

    /// Counts with those of the stream that runs.
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
