// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
package import Output
internal import SymbolFinding

/// A number as JSON; `null` for `nil`.
func number(_ value: Double?, _ decimals: Int) -> JSONValue { value.map { .number($0, decimals: decimals) } ?? .null }

extension AreaFigures {
    /// Keys are only ever added.
    package var json: JSONValue {
        [
            "area": [.integer(area.x), .integer(area.y), .integer(area.width), .integer(area.height)],
            "mean": .number(mean, decimals: 2), "deviation": .number(deviation, decimals: 2), "p1": .integer(p1),
            "p5": .integer(p5), "p50": .integer(p50), "p95": .integer(p95), "p99": .integer(p99),
            "clipped_percent": .number(100 * clipped, decimals: 3), "black_percent": .number(100 * black, decimals: 3),
            "luma_range": .string(range.rawValue), "linear_mean": .number(linearMean, decimals: 5),
            "contrast": .number(contrast, decimals: 4), "rms_contrast": .number(rmsContrast, decimals: 4),
            "noise_spatial": .number(spatialNoise, decimals: 3), "noise_temporal": number(temporalNoise, 3),
            "edge_width_px": number(edgeWidth, 2), "tenengrad_relative": .number(tenengrad, decimals: 2),
            "laplacian_variance_relative": .number(laplacianVariance, decimals: 2),
        ]
    }
}

extension LightReading {
    package var json: JSONValue {
        switch self {
        case .unknown(let reason): ["known": false, "reason": .string(reason)]
        case .estimated(let light): light.json
        }
    }
}

extension LightEstimate {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("known", true), .init("brightness_value", .number(brightnessValue, decimals: 2)),
            .init("exposure_value", .number(exposureValue, decimals: 2)),
            .init("error_stops", .number(error, decimals: 2)),
            .init("luminance_cd_m2", .number(luminance, decimals: 3)), .init("lux_on_grey", .number(lux, decimals: 3)),
            .init("exposure_ms", .number(exposure.time * 1000, decimals: 2)),
            .init("exposure_is_manual", .bool(exposure.isManual)),
            .init("gain_stops", .number(exposure.gainStops, decimals: 2)),
            .init("gain_error_stops", .number(exposure.gainError, decimals: 2)),
            .init("linear_mean", .number(linearMean, decimals: 5)), .init("luma_range", .string(range.rawValue)),
            .init("constant", .number(constant.value, decimals: 3)),
        ]
        switch constant.origin {
        case .assumed: members.append(.init("constant_source", "assumed"))
        case .fitted(let source): members.append(.init("constant_source", .string(source)))
        }
        if let caveat { members.append(.init("caveat", .string(caveat))) }
        return .object(members)
    }
}

extension FlickerEstimate {
    package var json: JSONValue {
        ["amplitude_percent": .number(100 * amplitude, decimals: 2), "frequency_hz": number(frequency, 1)]
    }
}

extension GradeEstimate {
    package var json: JSONValue {
        let list = parameters.map { parameter -> JSONValue in
            [
                "name": .string(parameter.name), "value": .number(parameter.value, decimals: 3),
                "grade": .integer(parameter.grade),
            ]
        }
        return [
            "is_estimate": true, "overall": .number(overall, decimals: 1), "letter": .string(letter),
            "parameters": .array(list),
        ]
    }
}

extension SymbolMeasurement {
    package var json: JSONValue {
        let points = corners.corners.map { point -> JSONValue in
            [.number(point.x, decimals: 1), .number(point.y, decimals: 1)]
        }
        return [
            "was_read": .bool(symbology != nil), "symbology": symbology.map { .string($0.rawValue) } ?? .null,
            "kind": .string(kind.rawValue), "corners": .array(points), "module_px": number(module, 2),
            "edge_width_px": number(figures.edgeWidth, 2), "dark": .number(figures.dark, decimals: 1),
            "light": .number(figures.light, decimals: 1), "contrast": .number(figures.contrast, decimals: 1),
            "modulation": .number(figures.modulation, decimals: 3), "grade": grade?.json ?? .null,
        ]
    }
}

extension FrameMeasurement {
    /// A `frame` line of `candela measure --json`.
    package func json(source: String) -> JSONValue {
        [
            "event": "frame", "source": .string(source), "frame": .integer(sequence),
            "time_s": .number(time, decimals: 3), "is_corrupt": .bool(isCorrupt), "figures": figures?.json ?? .null,
            "light": light.json, "flicker": flicker?.json ?? .null, "symbol": symbol?.json ?? .null,
        ]
    }
}

extension ReadMeasurement {
    /// A `read` line for the codes of a frame. Text that is not UTF-8 is escaped, as in `scan`.
    package func json(source: String) -> JSONValue {
        let codes = barcodes.map { code -> JSONValue in
            [
                "symbology": .string(code.symbology.rawValue),
                "text": .string(code.text ?? VisibleText.escape(code.bytes)), "reader": .string(code.reader),
            ]
        }
        return [
            "event": "read", "source": .string(source), "frame": .integer(sequence),
            "time_s": .number(time, decimals: 3), "codes": .array(codes),
            "decode_ms": .number(decodeTime.milliseconds, decimals: 2), "age_ms": number(age?.milliseconds, 2),
        ]
    }
}

extension Distribution {
    /// Exact percentiles; `null` without values.
    package func json(_ decimals: Int) -> JSONValue {
        guard count > 0 else { return .null }
        return [
            "count": .integer(count), "mean": number(mean, decimals), "min": number(minimum, decimals),
            "p50": number(percentile(0.5), decimals), "p95": number(percentile(0.95), decimals),
            "p99": number(percentile(0.99), decimals), "max": number(maximum, decimals),
        ]
    }
}
