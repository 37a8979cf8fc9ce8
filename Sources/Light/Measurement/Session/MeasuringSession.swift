// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls
internal import FrameMetrics
public import Frames
public import Scanning
internal import Threads

/// What to measure of a stream.
public struct MeasuringOptions: Sendable {
    public var symbologies: Set<Symbology>
    /// Figures and reading of this part only; `nil` is the whole frame.
    public var region: FrameRegion?
    /// Figures of the symbol in view instead.
    public var ofSymbol = false
    /// End so long after the first frame, or with so many frames.
    public var duration: Duration?
    public var frames: Int?
    /// Take the next frame only when this one has been read and measured: for streams that wait, such as a file on
    /// standard input. A camera does not wait, and of it the newest frame is taken.
    public var takesEveryFrame = false
    public var constant = LightConstant.assumed

    public init(symbologies: Set<Symbology>) { self.symbologies = symbologies }
}

/// Why measuring a stream failed.
public enum MeasuringFailure: Error {
    case source(FrameSourceError)
    case region(RegionError)
}

/// Measures a live stream: what comes and when, how it looks, and what reading it takes.
///
/// Three threads, so that nothing disturbs what it measures: one takes every frame from the source as it comes, copies
/// it (a lent buffer kept here would be missing to the driver) and keeps the newest; one takes the figures of the newest;
/// the caller's reads the newest, as `scan` would, and hands everything to the receiver. Frames that one of them had no
/// time for are counted. Controls are read, never written.
public final class MeasuringSession {
    private let source: any FrameSource
    private let controls: (any ControlSurface)?
    private let reader: any BarcodeReader
    private let options: MeasuringOptions
    private let desk = ConditionLock(MeasuringDesk())
    /// What came of reading and measuring so far; of the caller's thread.
    private var tally = MeasuringTally()

    /// - Parameters:
    ///   - controls: tells the exposure; `nil` for a stream that has none.
    ///   - reader: used on the caller's thread only.
    public init(
        source: any FrameSource, controls: (any ControlSurface)?, reader: any BarcodeReader, options: MeasuringOptions
    ) {
        self.source = source
        self.controls = controls
        self.reader = reader
        self.options = options
    }

    /// What is known so far; may be called by the receiver.
    public var summary: MeasuringSummary {
        let (stream, brightness, clipped, passedByReader, passedByFigures) = desk.withLock {
            ($0.stream, $0.brightness, $0.clipped, $0.passedByReader, $0.passedByFigures)
        }
        return MeasuringSummary(
            format: source.format, statistics: source.statistics, stream: stream, brightness: brightness,
            clipped: clipped, passedByReader: passedByReader, passedByFigures: passedByFigures, tally: tally)
    }

    /// Measures until the source ends or is stopped, or the options say that it is enough.
    ///
    /// - Throws: `MeasuringFailure`, or what the receiver throws, which ends it too.
    public func run(_ receive: (MeasureEvent) throws -> Void) throws {
        let (source, controls, options, desk) = (source, controls, options, desk)
        let capture = WorkerThread { Capture(source: source, options: options, desk: desk).run() }
        let figures = WorkerThread {
            FigureTaker(source: source, controls: controls, options: options, desk: desk).run()
        }
        defer {
            desk.withLockSignalling { $0.ending = $0.ending ?? .enough }
            source.stop()
            capture.join()
            figures.join()
        }
        while let turn = nextTurn() {
            if let look = turn.look {
                try read(look, receive)
                desk.withLockSignalling { $0.readerIsDone() }
            }
            for result in turn.results {
                tally.add(result)
                try receive(.frame(result))
            }
        }
        switch desk.withLock({ $0.ending }) {
        case .failed(let error): throw MeasuringFailure.source(error)
        case .noRegion(let error): throw MeasuringFailure.region(error)
        case .sourceEnded, .enough, nil: return
        }
    }

    private struct Turn: Sendable {
        var look: MeasuringDesk.Look?
        var results: [FrameMeasurement]
    }

    /// Waits for a frame to read or figures to tell; `nil` when there will be no more.
    private func nextTurn() -> Turn? {
        let turn: Turn?? = desk.wait(timeout: nil) { desk in
            let look = desk.takeForReader()
            if look != nil || desk.hasResults { return .some(Turn(look: look, results: desk.takeResults())) }
            return desk.isDone ? .some(nil) : nil
        }
        return turn ?? nil
    }

    private func read(_ look: MeasuringDesk.Look, _ receive: (MeasureEvent) throws -> Void) throws {
        let frame = look.frame
        let began = FrameTimestamp.now
        // The region was found to lie in the frame when that came.
        let barcodes = try RegionReader(reader, region: options.region)
            .read(frame.luma, symbologies: options.symbologies).inReadingOrder
        let done = FrameTimestamp.now
        tally.decoded(done.since(began), codes: barcodes.count)
        guard let first = barcodes.first else { return }
        let isKnown = LatencyMeaning(frame.timestampOrigin).isKnown
        try receive(
            .read(
                ReadMeasurement(
                    sequence: frame.sequence, time: look.time, barcodes: barcodes, decodeTime: done.since(began),
                    age: isKnown ? done.since(frame.timestamp) : nil)))
        // Only now has it reached whoever waits for it.
        if isKnown { tally.told(after: FrameTimestamp.now.since(frame.timestamp), at: look.time) }
        let noise = frame.luma.noiseDeviation()
        let whole = LumaHistogram(frame.luma)
        let range = LumaRange(of: source.format.fourCC, histogram: whole)
        if let symbol = SymbolMeasurement(first, in: frame.luma, noise: noise, range: range) {
            tally.add(symbol)
            desk.withLock { $0.read(symbol, at: look.time) }
        }
    }
}

/// The thread that takes the frames.
private struct Capture: Sendable {
    let source: any FrameSource
    let options: MeasuringOptions
    let desk: ConditionLock<MeasuringDesk>

    func run() {
        var waits = options.takesEveryFrame
        while desk.withLock({ $0.ending == nil }) {
            if waits { waitUntilIdle() }
            guard let frame = next() else { return }
            // A simulation that runs ahead of the clock would be over before anybody had looked.
            if frame.timestampOrigin == .simulated { waits = true }
            if let region = options.region, region.rectangle(in: frame.luma.size) == nil {
                return end(.noRegion(RegionError(region: region, size: frame.luma.size)))
            }
            var copy = frame
            copy.luma = frame.luma.copy()
            let rows = copy.luma.rowMeans()
            let clipped = Double(copy.luma.count(from: 250)) / Double(max(1, copy.luma.size.area))
            desk.withLockSignalling { [copy] desk in
                desk.arrived(copy, rows: rows, clippedShare: clipped)
                if isEnough(desk.stream) { desk.ending = desk.ending ?? .enough }
            }
        }
    }

    private func isEnough(_ stream: StreamTally) -> Bool {
        if let frames = options.frames, stream.frames >= frames { return true }
        guard let duration = options.duration, let first = stream.first, let last = stream.last else { return false }
        return last.since(first) >= duration
    }

    private func waitUntilIdle() {
        _ = desk.wait(timeout: nil) { $0.isIdle || $0.ending != nil ? true : nil }
    }

    private func end(_ ending: MeasuringDesk.Ending) {
        desk.withLockSignalling { $0.ending = $0.ending ?? ending }
    }

    private func next() -> Frame? {
        do throws(FrameSourceError) {
            if let frame = try source.nextFrame(timeout: LiveScan.patience) { return frame }
            end(.sourceEnded)
        } catch {
            end(.failed(error))
        }
        return nil
    }
}
