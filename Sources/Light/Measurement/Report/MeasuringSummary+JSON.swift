// SPDX-License-Identifier: Apache-2.0

internal import Frames
package import Output

extension MeasuringSummary {
    /// The last line of `candela measure --json` for a camera. Keys are only ever added.
    package func json(source: String, camera: String) -> JSONValue {
        [
            "event": "summary", "schema": "candela.measure/1", "source": .string(source), "camera": .string(camera),
            "duration_s": .number(duration, decimals: 3), "stream": streamJSON, "reading": readingJSON,
            "figures": figuresJSON, "light": lightJSON, "flicker": flickerJSON, "symbol": symbolJSON,
        ]
    }

    private var streamJSON: JSONValue {
        let negotiated = format.interval.map { JSONValue.number($0.framesPerSecond, decimals: 3) } ?? .null
        return [
            "size": .string(format.size.description),
            "format": format.fourCC.map { .string($0.description) } ?? .null, "negotiated_fps": negotiated,
            "measured_fps": number(stream.rate, 3), "frames": .integer(stream.frames),
            "captured": .integer(statistics.captured), "dropped": .integer(statistics.dropped),
            "superseded": .integer(statistics.superseded), "corrupt": .integer(statistics.corrupt),
            "interval_ms": stream.intervals.json(2), "jitter_ms": number(stream.jitter, 3),
            "first_frame_ms": number(timeToFirstFrame?.milliseconds, 1),
        ]
    }

    private var readingJSON: JSONValue {
        [
            "frames_tried": .integer(framesTried), "frames_passed_over": .integer(passedByReader),
            "frames_read": .integer(framesRead), "read_percent": number(readShare.map { 100 * $0 }, 1),
            "codes": .integer(codesRead), "reads_per_frame": number(readsPerFrame, 3), "decode_ms": decodes.json(2),
            "latency_ms": latencies.json(2), "latency_is_known": .bool(latencyMeaning.isKnown),
            "latency_from": stream.origin.map { .string($0.rawValue) } ?? .null,
            "latency_meaning": .string(latencyMeaning.sentence),
        ]
    }

    private var figuresJSON: JSONValue {
        [
            "frames_measured": .integer(framesMeasured), "frames_passed_over": .integer(passedByFigures),
            "frames_without_symbol": .integer(framesWithoutSymbol), "mean": mean.json(2),
            "clipped_percent": clipped.json(3),
            "black_percent": black.json(3), "contrast": contrast.json(4), "noise_spatial": spatialNoise.json(3),
            "noise_temporal": temporalNoise.json(3), "edge_width_px": edgeWidth.json(3),
            "tenengrad_relative": tenengrad.json(1), "laplacian_variance_relative": laplacianVariance.json(1),
        ]
    }

    private var lightJSON: JSONValue {
        let value = brightnessValue
        return [
            "brightness_value_p50": number(value?.median, 2), "brightness_value_min": number(value?.minimum, 2),
            "brightness_value_max": number(value?.maximum, 2), "last": lastLight?.json ?? .null,
            "sensor": sensor.map { ["name": .string($0.name), "lux": .number($0.lux, decimals: 3)] } ?? .null,
        ]
    }

    private var flickerJSON: JSONValue {
        [
            "frames_percent": .number(100 * flickerShare, decimals: 1),
            "amplitude_percent": number(flickerAmplitude.map { 100 * $0 }, 2),
            "frequency_hz": number(flickerFrequency, 1),
        ]
    }

    private var symbolJSON: JSONValue {
        guard let symbol = lastSymbol else { return .null }
        return [
            "last": symbol.json, "module_px": module.json(2), "edge_width_px": symbolEdgeWidth.json(2),
            "contrast": symbolContrast.json(1), "grade_estimate": grade.json(2),
        ]
    }
}
