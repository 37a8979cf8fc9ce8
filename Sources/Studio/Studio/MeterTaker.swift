// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraControls
internal import FrameMetrics
internal import Frames
internal import Measurement
internal import Output
internal import Threads

/// Measures the newest frame a few times a second, on a thread of its own, while a client watches.
final class MeterTaker: Sendable {
    struct Look: Sendable {
        /// Whether it is the first of its stream.
        var isFirst = false
        /// Not a copy: the driver's buffer is held during the measurement, some milliseconds.
        var luma: LumaImage
        var fourCC: FourCC?
        var surface: (any ControlSurface)?
        /// A code in view.
        var code: Barcode?
        /// The flicker outcome since the last measurement, if there is one.
        var flicker: FlickerWatch.Outcome?
    }

    private struct State: Sendable {
        var next: Look?
        var isDue = true
        var isOver = false
    }

    /// The interval of measurements: short enough to focus a lens by hand. One takes some milliseconds at 1280x720.
    static let pause = Duration.milliseconds(500)

    private let state = ConditionLock(State())

    /// - Parameter report: called on the measuring thread.
    init(report: @escaping @Sendable (MeterFigures) -> Void) {
        let state = state
        _ = WorkerThread {
            var watched: (camera: ObjectIdentifier?, exposure: ExposureWatch)?
            var (flicker, doubted): (FlickerWord?, FlickerWord?) = (nil, nil)
            var last: MeterFigures?
            while true {
                let look: Look?? = state.wait(timeout: nil) { state in
                    if state.isOver { return .some(nil) }
                    guard let next = state.next else { return nil }
                    state.next = nil
                    state.isDue = false
                    return .some(next)
                }
                guard case .some(.some(let look)) = look else { return }
                let begun = FrameTimestamp.now
                if look.isFirst { (flicker, doubted, last) = (nil, nil, nil) }
                if let outcome = look.flicker {
                    let word = FlickerWord(outcome)
                    // A change of light or settings can look like bands, too, but not twice in succession.
                    if !word.isSeen || doubted?.isSeen == true { flicker = word }
                    doubted = word
                }
                let camera = look.surface.map { ObjectIdentifier($0) }
                var exposure =
                    watched.flatMap { $0.camera == camera ? $0.exposure : nil }
                    ?? ExposureWatch(look.surface, pause: .milliseconds(1000))
                let knowledge = exposure.now()
                watched = (camera, exposure)
                // The expensive measurements are taken every other time.
                let figures = MeterFigures(look, exposure: knowledge, flicker: flicker, after: last)
                last = figures
                report(figures)
                // On a busy machine, measure less often instead of piling up work.
                let rest = max(Self.pause - FrameTimestamp.now.since(begun), .milliseconds(50))
                _ = state.wait(timeout: rest) { $0.isOver ? true : nil }
                state.withLock { $0.isDue = true }
            }
        }
    }

    /// Whether a measurement is due.
    var isDue: Bool { state.withLock { $0.isDue } }

    func take(_ look: Look) { state.withLockSignalling { $0.next = look } }

    func end() { state.withLockSignalling { $0.isOver = true } }
}

/// The measurements of one frame.
struct MeterFigures: Sendable {
    /// Fractions of the pixels in 64 classes of four values.
    var histogram: [Double]
    /// Mean of the whole picture, 0 to 255, and the fractions of it that are black and clipped.
    var mean: Double
    private var blackShare: Double
    private var clippedShare: Double
    /// Measured in the middle of the picture, to save time: people hold the code there.
    let sharpness: Double
    let noise: Double
    private let edgeWidth: Double?
    /// Whether noise and edge width are those of the previous measurement.
    private let isPartial: Bool
    var light: LightReading
    /// Pixels per module of the code in view.
    private let module: ModuleReading?
    /// `nil` until the first measurement.
    var flicker: FlickerWord?

    /// - Parameter last: the previous measurements; the expensive ones are taken from there every other time.
    init(_ look: MeterTaker.Look, exposure: ExposureKnowledge, flicker: FlickerWord?, after last: MeterFigures?) {
        self.flicker = flicker
        let before = last.flatMap { $0.isPartial ? nil : $0 }
        isPartial = before != nil
        let whole = LumaHistogram(look.luma, everyRow: 4)
        let total = Double(max(1, whole.total))
        histogram = stride(from: 0, to: 256, by: 4).map { start in
            Double(whole.counts[start..<start + 4].reduce(0, +)) / total
        }
        mean = whole.mean
        (blackShare, clippedShare) = (whole.share(0...5), whole.share(250...255))
        let middle = Self.middle(of: look.luma)
        sharpness = middle.tenengrad()
        if let before {
            (edgeWidth, noise) = (before.edgeWidth, before.noise)
        } else {
            noise = middle.noiseDeviation()
            let spread = whole.percentile(0.99) - whole.percentile(0.01)
            edgeWidth = EdgeFigures(middle, range: spread, noise: noise).width
        }
        let range = LumaRange(of: look.fourCC, histogram: whole)
        light = LightReading(whole, range: range, exposure: exposure)
        module = ModuleReading(look, after: last?.module, noise: noise, range: range)
    }

    private static let most = FrameSize(width: 640, height: 480)

    private static func middle(of image: LumaImage) -> LumaImage {
        let (width, height) = (min(image.width, most.width), min(image.height, most.height))
        let part = PixelRectangle(
            x: (image.width - width) / 2, y: (image.height - height) / 2, width: width, height: height)
        return image.cropped(to: part) ?? image
    }

    /// Modules of this many pixels are easy to read; readers need at least two.
    private static let good = 2.6
    private static let least = 1.8

    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("histogram", .array(histogram.map { .number($0, decimals: 5) })),
            .init("mean_luma", .number(mean, decimals: 1)),
            .init("black_share", .number(blackShare, decimals: 4)),
            .init("clipped_share", .number(clippedShare, decimals: 4)),
            .init("sharpness", .number(sharpness, decimals: 1)),
            .init("edge_width_px", edgeWidth.map { .number($0, decimals: 2) } ?? .null),
            .init("noise", .number(noise, decimals: 2)),
            .init("light", lightJSON), .init("flicker", flicker?.json ?? .null),
        ]
        if let module = module?.pixels {
            let word: JSONValue = module >= Self.good ? "good" : module >= Self.least ? "small" : "too small"
            members += [.init("module_px", .number(module, decimals: 2)), .init("module_word", word)]
        }
        return members
    }

    private var lightJSON: JSONValue {
        switch light {
        case .unknown(let reason): ["reason": .string(reason)]
        case .estimated(let estimate):
            [
                "ev": .number(estimate.exposureValue, decimals: 1), "error_ev": .number(estimate.error, decimals: 1),
                "lux": .number(estimate.lux, decimals: estimate.lux < 10 ? 1 : 0),
                "caveat": estimate.caveat.map { .string($0) } ?? .null,
            ]
        }
    }
}
