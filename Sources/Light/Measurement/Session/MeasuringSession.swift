// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import CameraControls
internal import FrameMetrics
package import Frames
package import Scanning
internal import Threads

/// What to measure, and for how long.
package struct MeasuringOptions: Sendable {
    package var symbologies: Set<Symbology>
    /// The part of the frame to measure and read; `nil` for the whole frame.
    package var region: FrameRegion?
    /// Measure the symbol in view instead of the region.
    package var ofSymbol = false
    /// Stop after this time since the first frame, or after this many frames.
    package var duration: Duration?
    package var frames: Int?
    /// Take the next frame only when this one has been read and measured. For streams that can wait, such as a file on
    /// standard input; with a camera, take the newest frame.
    package var takesEveryFrame = false
    package var constant = LightConstant.assumed

    package init(symbologies: Set<Symbology>) { self.symbologies = symbologies }
}

/// Why measuring a stream failed.
package enum MeasuringFailure: Error {
    case source(FrameSourceError)
    case region(RegionError)
}

/// Measures a live stream: its timing, its picture and how well codes are read.
///
/// It uses three threads, so that measuring does not disturb the timing. One takes every frame from the source, copies it
/// (the driver would lack a buffer that is kept) and keeps the newest. One measures the newest. The caller's thread reads
/// the newest, like `scan`, and passes everything to the receiver. Frames that a thread had no time for are counted.
/// Controls are read, never written.
package final class MeasuringSession {
    private let source: any FrameSource
    private let controls: (any ControlSurface)?
    private let reader: any BarcodeReader
    private let options: MeasuringOptions
    private let desk = ConditionLock(MeasuringDesk())
    /// The results so far; used on the caller's thread only.
    private var tally = MeasuringTally()

    /// - Parameters:
    ///   - controls: the camera's controls, for its exposure; `nil` for a stream without.
    ///   - reader: used on the caller's thread only.
    package init(
        source: any FrameSource, controls: (any ControlSurface)?, reader: any BarcodeReader, options: MeasuringOptions
    ) {
        self.source = source
        self.controls = controls
        self.reader = reader
        self.options = options
    }

    /// The results so far; the receiver may use it.
    package var summary: MeasuringSummary {
        let (stream, brightness, clipped, passedByReader, passedByFigures) = desk.withLock {
            ($0.stream, $0.brightness, $0.clipped, $0.passedByReader, $0.passedByFigures)
        }
        return MeasuringSummary(
            format: source.format, statistics: source.statistics, stream: stream, brightness: brightness,
            clipped: clipped, passedByReader: passedByReader, passedByFigures: passedByFigures, tally: tally)
    }

    /// Measures until the source ends or is stopped, or the limit in the options is reached.
    ///
    /// - Throws: `MeasuringFailure`, or the receiver's error, which also ends measuring.
    package func run(_ receive: (MeasureEvent) throws -> Void) throws {
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

    /// Waits for a frame to read or results to report; `nil` at the end.
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
        // The capture thread has checked that the region is in the frame.
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
        // The latency includes the receiver's work.
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

/// The thread that takes frames from the source.
private struct Capture: Sendable {
    let source: any FrameSource
    let options: MeasuringOptions
    let desk: ConditionLock<MeasuringDesk>

    func run() {
        var waits = options.takesEveryFrame
        while desk.withLock({ $0.ending == nil }) {
            if waits { waitUntilIdle() }
            guard let frame = next() else { return }
            // A simulation that runs faster than the clock would end before a frame is processed.
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
