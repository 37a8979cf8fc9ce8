// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Calibration
internal import CameraControls
package import Cameras
internal import Frames
internal import Glibc
internal import LightGoverning
package import Output

/// A calibration report in words. Texts from devices are not escaped.
package struct CalibrationWords {
    let name: String
    let identity: String
    let controls: [ControlDescription]
    let report: CalibrationReport

    package init(_ camera: OpenCamera, _ report: CalibrationReport) {
        name = camera.name
        identity = camera.identity
        controls = (try? camera.controls?.controls()) ?? []
        self.report = report
    }

    /// The code that was read; `nil` if none was, so that only contrast and sharpness counted.
    package var code: (symbology: Symbology, text: String)? {
        guard let code = report.barcode, report.basis == .code else { return nil }
        return (code.symbology, code.text ?? String(decoding: code.bytes, as: UTF8.self))
    }

    /// The changed controls, `gain=20`, with the value in a physical unit if it has one.
    package var settings: [String] {
        report.chosen.filter { $0.before != $0.value }.map {
            "\($0.key)=\($0.value)" + (unit(of: $0).map { " (\($0))" } ?? "")
        }
    }

    /// The value in a physical unit, if it has one.
    private func unit(of chosen: CalibrationReport.Chosen) -> String? {
        let unit = controls.first { $0.id == chosen.id }.flatMap { ControlUnit($0) }
        // Percent of a range says no more than the number.
        return unit?.kind == .percent ? nil : unit?.text(of: chosen.value)
    }

    /// What the calibration found, one line each.
    package var findings: [String] {
        var lines: [String] = []
        switch report.lamp {
        case .steady: lines.append("Light: steady")
        case .mains(let hertz):
            let swing = report.flickerSwing.map { ", ± \(fixed(100 * $0, 0)) % at 5 ms exposure" } ?? ""
            lines.append(
                "Light: flickers with the \(hertz) Hz mains\(swing); exposures last whole flicker periods "
                    + "if they are long enough"
            )
        case .unknown: lines.append("Light: could not measure whether it flickers")
        }
        switch report.focus {
        case .locked(let position): lines.append("Focus: locked at \(position), the sharpest position")
        case .continuous: lines.append("Focus: left automatic; no fixed position was sharper")
        case .undecided: lines.append("Focus: unchanged; no position was sharper than the others")
        case .untouched: break
        }
        if let stream = report.stream {
            let others =
                stream.losers.map { "\($0.outcome.mode.short) \($0.words)" }
                + stream.passedOver.map { "\($0.mode.short) \($0.reason)" }
            let why = stream.reason.map { ", \($0.rawValue)" } ?? ""
            let of = others.isEmpty ? "" : "; " + others.joined(separator: "; ")
            lines.append("Format: \(stream.mode)\(why)\(of)")
        }
        if report.keepsAutomaticExposure {
            lines.append("Exposure: left automatic, which was better than every setting tried")
        }
        if let budget = report.blurBudget, budget.isFinite {
            lines.append(
                "Motion: exposure at most \(fixed(1000 * budget, 2)) ms, in which the code moves half a module")
        }
        return lines
    }

    /// Figures before and after, one row each.
    package var table: [(name: String, before: String, after: String)] {
        let rows: [(String, (ProbeResult) -> String)] = [
            ("frames decoded", { "\(fixed(100 * $0.rate, 0)) % of \($0.frames)" }),
            ("latency, p95", { "\(fixed($0.latencyP95, 0)) ms" }),
            ("  of which decoding", { $0.decodeP95.map { "\(fixed($0, 1)) ms" } ?? "–" }),
            ("frame rate", { $0.frameDuration > 0 ? "\(fixed(1000 / $0.frameDuration, 1)) fps" : "–" }),
            ("mean brightness", { fixed($0.mean, 0) }),
            ("contrast at the code", { fixed(max(0, $0.light - $0.dark), 0) }),
            ("noise", { $0.noise.map { fixed($0, 1) } ?? "–" }),
            ("edge width", { $0.edgeWidth.map { "\(fixed($0, 2)) px" } ?? "–" }),
        ]
        return rows.map { name, value in (name, value(report.before), value(report.after)) }
    }

    /// How far the light may change; `nil` if it is not known.
    package var reach: String? {
        guard let reach = LightReach(report) else { return nil }
        func times(_ factor: Double) -> String { fixed(factor, factor < 10 ? 1 : 0) }
        return "Fixed, these settings read until the light is about \(times(reach.brighter)) times brighter or "
            + "\(times(reach.darker)) times darker; scan follows the light beyond that (--light auto)"
    }

    /// The darkest light in which the code reads, relative to this light, and whether it reads in less, too; `nil` if that was
    /// not found.
    private var darkestLight: (share: Double, readsBelow: Bool)? {
        let knowledge = LightKnowledge(report)
        guard knowledge.darkest != nil, let response = knowledge.response,
            let exposure = report.chosen.first(where: { $0.id == .exposureTimeAbsolute })?.value,
            let curve = LightCurve(
                knowledge,
                at: LightSetting(
                    exposure: exposure,
                    gain: report.chosen.first { $0.id == .gain }?.value ?? response.gains.first?.value ?? 0),
                interval: report.light?.interval ?? 1.0 / 30)
        else { return nil }
        return (exp2(curve.end), knowledge.isDarkestRead)
    }

    /// In how little light the code reads; `nil` if it is not known.
    package var darkest: String? {
        darkestLight.map { light in
            let part =
                light.share < 0.5
                ? "1/\(fixed(1 / light.share, 0)) of this light" : "\(fixed(100 * light.share, 0)) % of this light"
            return "If scan follows the light, the code reads down to \(part)"
                + (light.readsBelow ? "; less was not tried, because the camera has no shorter exposure" : "")
        }
    }

    /// What the search cost: settings, frames, seconds.
    package var effort: String {
        "Tried \(report.probes) settings in \(report.frames) frames, \(fixed(report.cameraTime, 1)) s of camera time"
    }

    private func fixed(_ value: Double, _ decimals: Int) -> String { JSONValue.fixed(value, decimals: decimals) ?? "–" }
}

// MARK: JSON

extension StreamMode {
    /// Without the rate.
    fileprivate var short: String { "\(fourCC) \(size)" }
}

extension CalibrationWords {
    /// The report of `candela calibrate --json`.
    package func json(isKept: Bool, isSaved: Bool) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", "candela.calibrate/1"), .init("source", .string(name)),
            .init("camera", .string(identity)), .init("basis", .string(report.basis.rawValue)),
        ]
        if let code = report.barcode, report.basis == .code {
            members.append(
                .init(
                    "code",
                    [
                        "symbology": .string(code.symbology.rawValue),
                        "text": .string(code.text ?? String(decoding: code.bytes, as: UTF8.self)),
                    ]))
        }
        members += [
            .init("before", Self.figures(report.before)), .init("after", Self.figures(report.after)),
            .init("kept", .bool(isKept)), .init("saved", .bool(isSaved)),
            .init("automatic_exposure_kept", .bool(report.keepsAutomaticExposure)),
            .init("focus", focus), .init("mains_hz", mains),
            .init("light_reach", lightReach),
            .init("darkest_light", Self.optional(darkestLight?.share, 6)),
        ]
        members += [
            .init("flicker_swing", Self.optional(report.flickerSwing, 3)),
            .init("longest_exposure_ms", Self.optional(report.blurBudget.map { $0 * 1000 }, 2)),
            .init("mm_per_px", Self.optional(report.millimetresPerPixel, 4)),
            .init("settings", .array(report.chosen.map(Self.setting))),
            .init("stream", stream),
            .init("limits", .array(report.limits.map(Self.limit))),
            .init("remarks", .array(report.remarks.map { .string($0) })),
            .init("tries", .array(report.tries.map(self.try))),
            .init("probes", .integer(report.probes)), .init("frames", .integer(report.frames)),
            .init("camera_time_s", .number(report.cameraTime, decimals: 2)),
        ]
        return .object(members)
    }

    private var mains: JSONValue { if case .mains(let hertz) = report.lamp { .integer(hertz) } else { .null } }

    private var focus: JSONValue {
        switch report.focus {
        case .untouched: ["state": "untouched"]
        case .locked(let position): ["state": "locked", "position": .integer(position)]
        case .continuous: ["state": "continuous"]
        case .undecided: ["state": "undecided"]
        }
    }

    /// `null` if there was nothing to compare.
    private var stream: JSONValue {
        guard let stream = report.stream else { return .null }
        func members(_ mode: StreamMode) -> [JSONValue.Member] {
            [
                .init("fourcc", .string(mode.fourCC.description)), .init("size_px", .string(mode.size.description)),
                .init("fps", Self.optional(mode.rate, 2)),
            ]
        }
        let tried = stream.losers.map { loser in
            JSONValue.object(
                members(loser.outcome.mode) + [
                    .init("reason", loser.outcome.reason.map { .string($0.rawValue) } ?? .null),
                    .init("lacks", .string(loser.words)), .init("result", Self.figures(loser.outcome.result)),
                ])
        }
        let passed = stream.passedOver.map { JSONValue.object(members($0.mode) + [.init("lacks", .string($0.reason))]) }
        return .object(
            members(stream.mode) + [
                .init("reason", stream.reason.map { .string($0.rawValue) } ?? .null), .init("tried", .array(tried)),
                .init("passed_over", .array(passed)), .init("openings", .integer(stream.openings)),
            ])
    }

    private func `try`(_ attempt: CalibrationReport.Try) -> JSONValue {
        let setting = attempt.setting
        return [
            "reason": .string(attempt.reason.rawValue),
            "exposure_ms": Self.optional(setting.exposureTime.map { $0 * 1000 }, 1),
            "gain": setting.gain.map { .integer($0) } ?? .null,
            "sharpness": setting.sharpness.map { .integer($0) } ?? .null,
            "contrast": setting.contrast.map { .integer($0) } ?? .null,
            "brightness": setting.brightness.map { .integer($0) } ?? .null,
            "torch": setting.torch.map { .integer($0) } ?? .null, "result": Self.figures(attempt.result),
        ]
    }

    /// The figures of a setting.
    package static func figures(_ result: ProbeResult) -> JSONValue {
        [
            "decode_rate": .number(result.rate, decimals: 3), "frames": .integer(result.frames),
            "latency_p95_ms": .number(result.latencyP95, decimals: 1),
            "decode_p95_ms": Self.optional(result.decodeP95, 2),
            "frame_ms": .number(result.frameDuration, decimals: 2), "mean": .number(result.mean, decimals: 1),
            "dark": .number(result.dark, decimals: 0), "light": .number(result.light, decimals: 0),
            "clipped_share": .number(result.clipped, decimals: 3), "noise": Self.optional(result.noise, 2),
            "contrast_to_noise": Self.optional(result.contrastToNoise, 1),
            "edge_width_px": Self.optional(result.edgeWidth, 2),
            "module_px": Self.optional(result.modulePixels, 2),
        ]
    }

    private var lightReach: JSONValue {
        guard let reach = LightReach(report) else { return .null }
        return ["brighter": .number(reach.brighter, decimals: 1), "darker": .number(reach.darker, decimals: 1)]
    }

    private static func setting(_ chosen: CalibrationReport.Chosen) -> JSONValue {
        [
            "id": .string(chosen.id.description), "key": .string(chosen.key),
            "before": chosen.before.map { .integer($0) } ?? .null, "value": .integer(chosen.value),
        ]
    }

    private static func limit(_ limit: Limit) -> JSONValue {
        [
            "kind": .string(limit.kind.rawValue), "message": .string(limit.sentence),
            "missing_stops": optional(limit.stops, 1),
        ]
    }

    private static func optional(_ value: Double?, _ decimals: Int) -> JSONValue {
        value.map { .number($0, decimals: decimals) } ?? .null
    }
}
