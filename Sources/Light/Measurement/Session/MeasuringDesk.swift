// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Scanning

/// The state shared by the three threads of a measuring session: the newest frame for each of the two consumers, and
/// their results. The session's lock guards it.
struct MeasuringDesk: Sendable {
    /// A frame and the row means of the frames up to it without a gap.
    struct Look: Sendable {
        var frame: Frame
        var rows: [[Double]]
        var time: Double
    }

    enum Ending: Sendable {
        case sourceEnded
        case enough
        case failed(FrameSourceError)
        case noRegion(RegionError)
    }

    /// Frames whose row means are kept, to find bands.
    private static let rowFrames = 16
    /// The most results that wait for the receiver; if it stalls, the oldest are dropped.
    private static let resultLimit = 256

    private(set) var stream = StreamTally()
    private(set) var brightness = TimeSeries()
    private(set) var clipped = TimeSeries()
    var ending: Ending?

    private var forReader: Look?
    private var forFigures: Look?
    private var readerIsBusy = false
    private var figuresAreBusy = false
    private var results: [FrameMeasurement] = []
    private var rows: [[Double]] = []
    private var lastSequence: Int?
    /// Frames replaced by a newer one before the reader, or the measuring thread, took them.
    private(set) var passedByReader = 0
    private(set) var passedByFigures = 0
    /// The symbol read last, and when.
    private var symbol: (measurement: SymbolMeasurement, time: Double)?

    /// Whether neither consumer has anything to do.
    var isIdle: Bool { forReader == nil && forFigures == nil && !readerIsBusy && !figuresAreBusy }

    /// Adds the next frame of the stream. `clippedShare` is 0 to 1.
    mutating func arrived(_ frame: Frame, rows newRows: [Double], clippedShare: Double) {
        stream.add(sequence: frame.sequence, timestamp: frame.timestamp, origin: frame.timestampOrigin)
        let time = stream.first.map { frame.timestamp.since($0).milliseconds / 1000 } ?? 0
        if let lastSequence, frame.sequence != lastSequence + 1 || rows.first?.count != newRows.count {
            rows.removeAll(keepingCapacity: true)
        }
        lastSequence = frame.sequence
        if rows.count == Self.rowFrames { rows.removeFirst() }
        rows.append(newRows)
        if !newRows.isEmpty { brightness.add(newRows.reduce(0, +) / Double(newRows.count), at: time) }
        clipped.add(100 * clippedShare, at: time)
        let look = Look(frame: frame, rows: rows, time: time)
        if forReader != nil { passedByReader += 1 }
        if forFigures != nil { passedByFigures += 1 }
        forReader = look
        forFigures = look
    }

    mutating func takeForReader() -> Look? {
        guard let look = forReader else { return nil }
        (forReader, readerIsBusy) = (nil, true)
        return look
    }

    mutating func readerIsDone() { readerIsBusy = false }

    mutating func takeForFigures() -> Look? {
        guard let look = forFigures else { return nil }
        (forFigures, figuresAreBusy) = (nil, true)
        return look
    }

    mutating func figuresAreDone(_ result: FrameMeasurement) {
        figuresAreBusy = false
        if results.count == Self.resultLimit { results.removeFirst() }
        results.append(result)
    }

    mutating func takeResults() -> [FrameMeasurement] {
        defer { results.removeAll(keepingCapacity: true) }
        return results
    }

    var hasResults: Bool { !results.isEmpty }
    /// Whether the stream has ended and everything is processed.
    var isDone: Bool { ending != nil && isIdle && results.isEmpty }

    mutating func read(_ measurement: SymbolMeasurement, at time: Double) { symbol = (measurement, time) }

    /// The symbol read last, if that is at most half a second ago.
    func symbol(at time: Double) -> SymbolMeasurement? {
        guard let symbol, abs(time - symbol.time) <= 0.5 else { return nil }
        return symbol.measurement
    }
}
