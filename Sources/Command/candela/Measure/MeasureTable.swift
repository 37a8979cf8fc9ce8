// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Measurement
internal import Output
internal import SymbolFinding

/// The table of `measure --csv`: one header for frames, reads and pictures. New columns are only added at the end.
enum MeasureTable {
    static let header = [
        "kind", "source", "frame", "time_s", "width", "height", "mean", "p1", "p5", "p50", "p95", "p99",
        "clipped_percent", "black_percent", "contrast", "noise_spatial", "noise_temporal", "edge_width_px",
        "tenengrad_relative", "laplacian_variance_relative", "brightness_value", "brightness_error_stops",
        "flicker_percent", "flicker_hz", "symbology", "module_px", "symbol_edge_px", "symbol_contrast",
        "grade_estimate",
        "codes", "decode_ms", "age_ms", "text",
    ].joined(separator: ",")

    static func row(_ frame: FrameMeasurement, source: String) -> String {
        var fields = ["frame", CSVField.text(source), "\(frame.sequence)", CSVField.number(frame.time, decimals: 3)]
        fields += figures(frame.figures) + light(frame.light) + flicker(frame.flicker) + symbol(frame.symbol)
        return (fields + ["", "", "", ""]).joined(separator: ",")
    }

    static func row(_ read: ReadMeasurement, source: String) -> String {
        var fields = ["read", CSVField.text(source), "\(read.sequence)", CSVField.number(read.time, decimals: 3)]
        fields += [String](repeating: "", count: 20)
        fields += [CSVField.text(read.barcodes.map(\.symbology.rawValue).joined(separator: " ")), "", "", "", ""]
        fields += reading(read.barcodes, read.decodeTime.milliseconds, read.age?.milliseconds)
        return fields.joined(separator: ",")
    }

    static func row(_ picture: PictureMeasurement, source: String) -> String {
        var fields = ["picture", CSVField.text(source), "", ""]
        fields += figures(picture.figures) + ["", "", "", ""] + symbol(picture.symbol)
        fields += reading(picture.barcodes, picture.decodeTime.milliseconds, nil)
        return fields.joined(separator: ",")
    }

    private static func figures(_ figures: AreaFigures?) -> [String] {
        guard let figures else { return [String](repeating: "", count: 16) }
        let shares = [100 * figures.clipped, 100 * figures.black].map { CSVField.number($0, decimals: 3) }
        return ["\(figures.area.width)", "\(figures.area.height)", CSVField.number(figures.mean, decimals: 2)]
            + [figures.p1, figures.p5, figures.p50, figures.p95, figures.p99].map { "\($0)" } + shares + [
                CSVField.number(figures.contrast, decimals: 4), CSVField.number(figures.spatialNoise, decimals: 3),
                CSVField.number(figures.temporalNoise, decimals: 3), CSVField.number(figures.edgeWidth, decimals: 2),
                CSVField.number(figures.tenengrad, decimals: 2),
                CSVField.number(figures.laplacianVariance, decimals: 2),
            ]
    }

    private static func light(_ light: LightReading) -> [String] {
        [
            CSVField.number(light.estimate?.brightnessValue, decimals: 2),
            CSVField.number(light.estimate?.error, decimals: 2),
        ]
    }

    private static func flicker(_ flicker: FlickerEstimate?) -> [String] {
        [
            CSVField.number(flicker.map { 100 * $0.amplitude }, decimals: 2),
            CSVField.number(flicker?.frequency, decimals: 1),
        ]
    }

    private static func symbol(_ symbol: SymbolMeasurement?) -> [String] {
        [
            symbol?.symbology?.rawValue ?? "", CSVField.number(symbol?.module, decimals: 2),
            CSVField.number(symbol?.figures.edgeWidth, decimals: 2),
            CSVField.number(symbol?.figures.contrast, decimals: 1),
            CSVField.number(symbol?.grade?.overall, decimals: 1),
        ]
    }

    private static func reading(_ barcodes: [Barcode], _ decode: Double, _ age: Double?) -> [String] {
        // Texts of several codes are joined by spaces; JSON has them as a list.
        let text = barcodes.map { $0.text ?? VisibleText.escape($0.bytes) }.joined(separator: " ")
        return [
            "\(barcodes.count)", CSVField.number(decode, decimals: 2), CSVField.number(age, decimals: 2),
            text.isEmpty ? "" : CSVField.text(text),
        ]
    }
}
