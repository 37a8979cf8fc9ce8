// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import FrameMetrics
internal import Frames
internal import Threads

/// The thread that measures the newest frame.
struct FigureTaker: Sendable {
    let source: any FrameSource
    let controls: (any ControlSurface)?
    let options: MeasuringOptions
    let desk: ConditionLock<MeasuringDesk>

    /// The least time between reads of controls: over USB each takes about a millisecond, and some cameras stall.
    private static let exposurePause = Duration.milliseconds(250)
    private static let flickerPause = 0.4

    func run() {
        var exposure = ExposureWatch(controls, pause: Self.exposurePause)
        var previous: LumaImage?
        var flicker: (estimate: FlickerEstimate?, time: Double)?
        while let look = next() {
            let knowledge = exposure.now()
            if flicker.map({ look.time - $0.time >= Self.flickerPause }) ?? true, look.rows.count >= 8 {
                flicker = (self.flicker(look), look.time)
            }
            let result = measure(look, exposure: knowledge, previous: previous, flicker: flicker?.estimate)
            previous = look.frame.luma
            desk.withLockSignalling { $0.figuresAreDone(result) }
        }
    }

    private func next() -> MeasuringDesk.Look? {
        let look: MeasuringDesk.Look?? = desk.wait(timeout: nil) { desk in
            if let look = desk.takeForFigures() { return .some(look) }
            return desk.ending == nil ? nil : .some(nil)
        }
        return look ?? nil
    }

    private func flicker(_ look: MeasuringDesk.Look) -> FlickerEstimate? {
        guard let interval = desk.withLock({ $0.stream.intervals.median }), let banding = Banding(rows: look.rows)
        else {
            return nil
        }
        return FlickerEstimate(banding, interval: interval / 1000)
    }

    private func measure(
        _ look: MeasuringDesk.Look, exposure: ExposureKnowledge, previous: LumaImage?, flicker: FlickerEstimate?
    ) -> FrameMeasurement {
        let luma = look.frame.luma
        let whole = LumaHistogram(luma)
        let fourCC = source.format.fourCC
        let everything = PixelRectangle(luma.size)
        let region = options.region.flatMap { $0.rectangle(in: luma.size) } ?? everything
        let read = desk.withLock { $0.symbol(at: look.time) }
        let symbol =
            read
            ?? SymbolMeasurement(
                likeliestIn: luma, area: region, noise: luma.cropped(to: region)?.noiseDeviation() ?? 0)
        let area = options.ofSymbol ? symbol.flatMap { $0.box(in: luma.size) } : region
        let light = LightReading(
            whole, range: LumaRange(of: fourCC, histogram: whole), exposure: exposure, constant: options.constant)
        return FrameMeasurement(
            sequence: look.frame.sequence, time: look.time, isCorrupt: look.frame.isCorrupt,
            figures: area.flatMap {
                AreaFigures(
                    luma, area: $0, fourCC: fourCC, whole: whole,
                    previous: previous?.size == luma.size ? previous : nil)
            }, light: light, flicker: flicker, symbol: symbol)
    }
}
