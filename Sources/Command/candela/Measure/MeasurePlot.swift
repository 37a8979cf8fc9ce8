// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Measurement
internal import Output
internal import PageDrawing

/// The plot of `measure --plot`.
enum MeasurePlot {
    static func plot(_ summary: MeasuringSummary, source: String) -> Plot {
        let format = summary.format.fourCC.map { " \($0)" } ?? ""
        let rate = summary.stream.rate.map { ", \(fixed($0, 1)) frames/s" } ?? ""
        let read =
            summary.readShare.map { ", \(fixed(100 * $0, 1)) % of \(MeasureWords.frames(summary.framesTried)) read" }
            ?? ""
        return Plot(
            title: "Measured: \(VisibleText.escape(source))",
            subtitle:
                "\(WallTime.now.text) · \(summary.format.size)\(format) · \(summary.stream.frames) frame\(summary.stream.frames == 1 ? "" : "s") in "
                + "\(fixed(summary.duration, 1)) s\(rate)\(read)",
            panels: [
                brightness(summary), sharpness(summary), latency(summary),
                histogram(
                    "Time to read a frame", summary.decodes, "milliseconds", "frames",
                    empty: "no frame was read"),
            ], footnotes: footnotes(summary))
    }

    private static func curve(_ name: String, _ series: TimeSeries, onRight: Bool = false) -> Plot.Curve {
        Plot.Curve(
            name: name,
            points: series.points.map { .init(x: $0.time, y: $0.mean, low: $0.minimum, high: $0.maximum) },
            isOnRightAxis: onRight)
    }

    private static func brightness(_ summary: MeasuringSummary) -> Plot.Panel {
        Plot.Panel(
            title: "Brightness", xLabel: "time (s)", yLabel: "mean luma (0–255)", rightLabel: "clipped (% of pixels)",
            content: .curves([
                curve("mean", summary.brightness), curve("clipped", summary.clippedOverTime, onRight: true),
            ]), yRange: 0...255, emptyNote: "no frame arrived")
    }

    private static func sharpness(_ summary: MeasuringSummary) -> Plot.Panel {
        Plot.Panel(
            title: "Sharpness", xLabel: "time (s)", yLabel: "edge width, 10–90 % (px)",
            rightLabel: "Tenengrad (relative)",
            content: .curves([
                curve("edge width: lower is sharper", summary.edgeWidthOverTime),
                curve("Tenengrad: higher is sharper", summary.tenengradOverTime, onRight: true),
            ]), emptyNote: "no frame was measured")
    }

    private static func latency(_ summary: MeasuringSummary) -> Plot.Panel {
        let label = summary.stream.origin == .exposureStart ? "exposure to text (ms)" : "timestamp to text (ms)"
        return Plot.Panel(
            title: "Latency of reads", xLabel: "time (s)", yLabel: label,
            content: .curves([curve("latency", summary.latencyOverTime)]),
            emptyNote: summary.framesRead > 0
                ? "unknown: the timestamps are not from this machine's clock" : "nothing was read")
    }

    private static func histogram(
        _ title: String, _ values: Distribution, _ xLabel: String, _ yLabel: String, empty: String
    ) -> Plot.Panel {
        let marks = [(0.5, "p50"), (0.95, "p95"), (0.99, "p99")].compactMap { share, name in
            values.percentile(share).map { Plot.Mark(x: $0, name: "\(name) \(fixed($0, 1)) ms") }
        }
        return Plot.Panel(
            title: title, xLabel: xLabel, yLabel: yLabel,
            content: .bars(values.bins(48).map { .init(from: $0.from, to: $0.to, height: Double($0.count)) }),
            marks: marks, emptyNote: empty)
    }

    private static func footnotes(_ summary: MeasuringSummary) -> [String] {
        [
            "Latency: \(summary.latencyMeaning.sentence).",
            "Points are merged to limit memory: the line then is their mean and the band their minimum and maximum. "
                + "Tenengrad only compares frames of the same scene.",
        ]
    }

    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        JSONValue.fixed(value, decimals: decimals) ?? "?"
    }
}
