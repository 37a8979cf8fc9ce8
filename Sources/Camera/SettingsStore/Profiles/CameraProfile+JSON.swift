// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
package import Output

extension CameraProfile {
    /// The members of a profile in a JSON report.
    package func members(_ path: String) -> [JSONValue.Member] {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        func number(_ value: Double?) -> JSONValue { value.map { .number($0, decimals: 4) } ?? .null }
        return [
            .init("path", .string(path)), .init("saved", .string(saved)), .init("note", text(note)),
            .init("apply_at_plug_in", .bool(isForPlugIn)),
            .init(
                "camera",
                ["identity": .string(camera.identity), "model": text(camera.model), "title": text(camera.title)]),
            .init(
                "stream",
                stream.map {
                    ["fourcc": text($0.format), "size_px": text($0.size), "fps": number($0.framesPerSecond)]
                } ?? .null),
            .init(
                "light",
                light.map {
                    [
                        "lux": number($0.lux), "brightness_value_apex": number($0.brightnessValue),
                        "mean_luma": number($0.meanLuma),
                    ]
                } ?? .null),
            .init(
                "score",
                score.map {
                    ["decode_rate": number($0.decodeRate), "latency_p95_ms": number($0.latencyP95Milliseconds)]
                } ?? .null),
            .init(
                "controls",
                .array(
                    settings.map { setting in
                        let value: JSONValue =
                            switch setting.value {
                            case .integer(let number): .integer(number)
                            case .string(let text): .string(text)
                            case .bytes: .null
                            }
                        return ["key": .string(setting.name), "value": value, "comment": text(setting.comment)]
                    })),
        ]
    }
}
