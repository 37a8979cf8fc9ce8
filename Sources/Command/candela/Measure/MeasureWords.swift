// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Measurement
internal import Output
internal import SymbolFinding

/// The figures as text.
enum MeasureWords {
    static func fixed(_ value: Double?, _ decimals: Int) -> String {
        value.flatMap { JSONValue.fixed($0, decimals: decimals) } ?? "–"
    }

    /// "12 ms, p95 15, p99 18, most 21".
    static func spread(_ values: Distribution, _ unit: String, _ decimals: Int) -> String {
        guard values.count > 0 else { return "nothing measured" }
        return "\(fixed(values.median, decimals)) \(unit) (p95 \(fixed(values.percentile(0.95), decimals)), "
            + "p99 \(fixed(values.percentile(0.99), decimals)), max \(fixed(values.maximum, decimals)))"
    }

    static func light(_ reading: LightReading?) -> String {
        switch reading {
        case nil: return "not measured"
        case .unknown(let reason): return "unknown: \(VisibleText.escape(reason))"
        case .estimated(let light):
            let error = fixed(light.error, 1)
            return "Bv \(fixed(light.brightnessValue, 1)), EV \(fixed(light.exposureValue, 1)) at ISO 100, ± \(error) "
                + "stops; \(lux(light.lux)) lux if the scene is mid-grey"
        }
    }

    private static func lux(_ value: Double) -> String { fixed(value, value < 1 ? 2 : value < 20 ? 1 : 0) }

    static func symbol(_ symbol: SymbolMeasurement?) -> String {
        guard let symbol else { return "none found" }
        let name = symbol.symbology?.rawValue ?? "\(symbol.kind.rawValue), not read"
        var parts = ["\(name): \(fixed(symbol.module, 1)) px/module", "edges \(fixed(symbol.figures.edgeWidth, 1)) px"]
        parts.append("contrast \(fixed(symbol.figures.contrast / 2.55, 0)) %")
        if let grade = symbol.grade {
            let weakest = grade.weakest.map { $0.grade < 4 ? ", weakest \($0.name)" : "" } ?? ""
            parts.append("grade \(grade.letter) \(fixed(grade.overall, 1)) (ISO-inspired estimate\(weakest))")
        }
        return parts.joined(separator: ", ")
    }

    static func flicker(_ flicker: FlickerEstimate?) -> String {
        guard let flicker else { return "none detected" }
        let source =
            flicker.frequency.map { "at \(fixed($0, 0)) Hz" } ?? "not at a mains frequency: a screen or a dimmed lamp"
        return "± \(fixed(100 * flicker.amplitude, 1)) % \(source)"
    }

    /// One line for a picture.
    static func line(_ picture: PictureMeasurement) -> String {
        guard let figures = picture.figures else { return "no symbol found" }
        var parts = [
            "mean \(fixed(figures.mean, 0))", "p1–p99 \(figures.p1)–\(figures.p99)",
            "clipped \(fixed(100 * figures.clipped, 1)) %", "noise \(fixed(figures.spatialNoise, 1))",
            "edges \(fixed(figures.edgeWidth, 1)) px",
        ]
        parts.append(picture.symbol == nil ? "no symbol found" : symbol(picture.symbol))
        return parts.joined(separator: ", ")
    }

    /// The summary of a run: one line per quantity, with its name.
    static func summary(_ summary: MeasuringSummary) -> [(name: String, text: String)] {
        var lines = stream(summary) + reading(summary) + figures(summary)
        lines.append(("light", light(summary.lastLight)))
        if case .estimated(let light)? = summary.lastLight {
            for line in lightSource(light) { lines.append(("", line)) }
        }
        if let sensor = summary.sensor {
            lines.append(
                ("sensor", "\(lux(sensor.lux)) lux by \(VisibleText.escape(sensor.name)), where the sensor is"))
        }
        let bands = summary.flickerAmplitude.map { amplitude in
            let source = summary.flickerFrequency.map { " at \(fixed($0, 1)) Hz" } ?? ", not at a mains frequency"
            return
                "± \(fixed(100 * amplitude, 1)) %\(source), in \(fixed(100 * summary.flickerShare, 0)) % of the frames"
        }
        lines.append(("flicker", bands ?? "no bands detected"))
        lines.append(("symbol", symbol(summary.lastSymbol ?? summary.lastFigures?.symbol)))
        return lines
    }

    static func frames(_ count: Int) -> String { "\(count) frame\(count == 1 ? "" : "s")" }

    /// The inputs of the estimate, in lines that fit a terminal.
    private static func lightSource(_ light: LightEstimate) -> [String] {
        var parts = ["Bv = C + Tv − gain + log2(Y / 0.18): exposed \(fixed(1000 * light.exposure.time, 1)) ms"]
        parts.append("gain \(fixed(light.exposure.gainStops, 1)) stops")
        parts.append("Y \(fixed(light.linearMean, 3))")
        let inputs = parts.joined(separator: ", ")
        parts = []
        switch light.constant.origin {
        case .assumed: parts.append("C \(fixed(light.constant.value, 2)) assumed; --fit-lux fits it")
        case .fitted(let source):
            parts.append("C \(fixed(light.constant.value, 2)) from \(VisibleText.escape(source))")
        }
        if let caveat = light.caveat { parts.append(VisibleText.escape(caveat)) }
        return [inputs, parts.joined(separator: ", ")]
    }

    private static func stream(_ summary: MeasuringSummary) -> [(name: String, text: String)] {
        let negotiated =
            summary.format.interval.map { "\(fixed($0.framesPerSecond, 2)) negotiated" } ?? "no rate negotiated"
        let statistics = summary.statistics
        var rate = "\(fixed(summary.stream.rate, 2)) frames/s, \(negotiated)"
        if let first = summary.timeToFirstFrame { rate += "; first frame after \(fixed(first.milliseconds, 0)) ms" }
        let intervals = summary.stream.intervals
        let jitter =
            intervals.count > 1
            ? "\(fixed(intervals.median, 1)) ms, jitter \(fixed(summary.stream.jitter, 2)) ms, p99 "
                + "\(fixed(intervals.percentile(0.99), 1)), max \(fixed(intervals.maximum, 1))"
            : "too few consecutive frames"
        return [
            ("rate", rate), ("interval", jitter),
            (
                "frames",
                "\(statistics.captured) captured, \(statistics.dropped) dropped by the driver, \(statistics.corrupt) damaged"
            ),
            (
                "",
                "skipped for newer ones: \(summary.passedByReader) by reading, \(summary.passedByFigures) by measuring"
            ),
        ]
    }

    private static func reading(_ summary: MeasuringSummary) -> [(name: String, text: String)] {
        let share = summary.readShare.map { fixed(100 * $0, 1) } ?? "–"
        var lines = [
            (
                name: "reading",
                text:
                    "\(share) % of \(frames(summary.framesTried)) read, \(fixed(summary.readsPerFrame, 2)) codes per frame"
            ),
            (name: "decoding", text: spread(summary.decodes, "ms", 1)),
        ]
        if summary.latencyMeaning.isKnown, summary.latencies.count > 0 {
            lines.append((name: "latency", text: spread(summary.latencies, "ms", 1)))
            lines.append((name: "", text: summary.latencyMeaning.sentence))
        } else if summary.framesRead > 0 {
            lines.append((name: "latency", text: summary.latencyMeaning.sentence))
        } else {
            lines.append((name: "latency", text: "nothing was read"))
        }
        return lines
    }

    private static func figures(_ summary: MeasuringSummary) -> [(name: String, text: String)] {
        guard summary.mean.count > 0 else {
            return [
                ("figures", summary.framesWithoutSymbol > 0 ? "none: no symbol was found" : "no frame was measured")
            ]
        }
        let last = summary.lastFigures?.figures
        let percentiles = last.map { ", last p1 \($0.p1), p50 \($0.p50), p99 \($0.p99)" } ?? ""
        return [
            (
                "brightness",
                "mean \(fixed(summary.mean.median, 1)) of 255 (\(fixed(summary.mean.minimum, 1)) to "
                    + "\(fixed(summary.mean.maximum, 1)))\(percentiles); clipped \(fixed(summary.clipped.median, 2)) %, black "
                    + "\(fixed(summary.black.median, 2)) %"
            ), ("contrast", "\(fixed(summary.contrast.median, 2)) (Michelson, 1st to 99th percentile)"),
            (
                "sharpness",
                "edges \(fixed(summary.edgeWidth.median, 2)) px wide (10–90 %); Tenengrad "
                    + "\(fixed(summary.tenengrad.median, 0)), which only compares frames of the same scene"
            ),
            (
                "noise",
                "\(fixed(summary.spatialNoise.median, 2)) from pixel to pixel, \(fixed(summary.temporalNoise.median, 2)) from "
                    + "frame to frame, of 255"
            ),
        ]
    }
}
