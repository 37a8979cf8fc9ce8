// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Measurement
internal import Output
internal import Terminal

/// The live lines on a terminal while a camera is measured, with bars that show trends.
struct LiveLines {
    let text: [String]

    private static let width = 16

    init(_ summary: MeasuringSummary, source: String) {
        let fixed = MeasureWords.fixed
        let last = summary.lastFigures
        let figures = last?.figures
        let format = summary.format.fourCC.map { " \($0)" } ?? ""
        var lines = [
            Console.bold(VisibleText.escape(source))
                + " \(summary.format.size)\(format)  \(fixed(summary.duration, 1)) s  "
                + "\(fixed(summary.stream.rate, 1)) frames/s, jitter \(fixed(summary.stream.jitter, 1)) ms, "
                + "\(summary.statistics.dropped) dropped, \(summary.statistics.corrupt) damaged"
        ]
        func row(_ name: String, _ share: Double?, _ words: String) {
            lines.append(
                "  \(Console.dim(name + String(repeating: " ", count: 11 - name.count)))\(Self.bar(share))  \(words)")
        }
        row(
            "brightness", figures.map { $0.mean / 255 },
            figures.map {
                "\(fixed($0.mean, 0)) of 255, p1 \($0.p1), p99 \($0.p99), clipped \(fixed(100 * $0.clipped, 1)) %"
            } ?? "no symbol found")
        row("contrast", figures?.contrast, fixed(figures?.contrast, 2))
        // Edges of 1 px fill the bar; at 8 px nothing reads.
        row(
            "sharpness", figures?.edgeWidth.map { 1 - ($0 - 1) / 7 },
            "edges \(fixed(figures?.edgeWidth, 1)) px, Tenengrad \(fixed(figures?.tenengrad, 0)) (relative)")
        row(
            "noise", figures.map { $0.spatialNoise / 20 },
            "\(fixed(figures?.spatialNoise, 1)) in space, \(fixed(figures?.temporalNoise, 1)) in time")
        // Bv −5 (a candle) to 10 (sunlight).
        row("light", last?.light.estimate.map { ($0.brightnessValue + 5) / 15 }, Self.light(last?.light))
        row("flicker", (last?.flicker?.amplitude).map { $0 / 0.5 } ?? 0, MeasureWords.flicker(last?.flicker))
        row("symbol", last?.symbol?.grade.map { $0.overall / 4 }, MeasureWords.symbol(last?.symbol))
        let latency =
            summary.latencies.count > 0
            ? "latency \(fixed(summary.latencies.median, 0)) ms, p95 \(fixed(summary.latencies.percentile(0.95), 0))"
            : "no latency"
        row(
            "reading", summary.readShare,
            "\(fixed(summary.readShare.map { 100 * $0 }, 0)) % of frames, \(fixed(summary.decodes.median, 0)) ms each, \(latency)"
        )
        text = lines
    }

    private static func light(_ reading: LightReading?) -> String {
        guard case .estimated(let light)? = reading else {
            return MeasureWords.light(reading)
        }
        let fixed = MeasureWords.fixed
        return
            "Bv \(fixed(light.brightnessValue, 1)), EV \(fixed(light.exposureValue, 1)), ± \(fixed(light.error, 1)) stops"
    }

    /// A bar with a resolution of an eighth of a character, so that small changes are visible.
    private static func bar(_ share: Double?) -> String {
        guard let share, share.isFinite else { return String(repeating: "·", count: width) }
        let eighths = Int((min(1, max(0, share)) * Double(8 * width)).rounded())
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let full = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return full + String(repeating: "░", count: max(0, width - full.count))
    }
}
