// SPDX-License-Identifier: Apache-2.0

import CameraControls
package import StoredFiles
internal import Toml

/// The profile's file format: TOML that people can read and edit.
extension CameraProfile {
    /// The maximum size in bytes, as for `TomlReader`.
    package static let fileLimit = TomlReader.limit
    private static let settingLimit = 1024

    package var text: String {
        var lines = [
            "# Settings of a camera, saved by candela. See candela-profile(1). You can edit it.", "format = 1",
            "saved = \(TomlText.string(saved))", "apply_at_plug_in = \(isForPlugIn)",
        ]
        if let note { lines.append("note = \(TomlText.string(note))") }
        lines += ["", "[camera]", "identity = \(TomlText.string(camera.identity))"]
        if let model = camera.model { lines.append("model = \(TomlText.string(model))") }
        if let title = camera.title { lines.append("title = \(TomlText.string(title))") }
        func table(_ name: String, _ members: [(String, String?)]) {
            let present = members.compactMap { key, value in value.map { "\(key) = \($0)" } }
            if !present.isEmpty { lines += ["", "[\(name)]"] + present }
        }
        func number(_ value: Double?, _ decimals: Int) -> String? {
            value.map { TomlText.number($0, decimals: decimals) }
        }
        if let stream {
            table(
                "stream",
                [
                    ("format", stream.format.map(TomlText.string)), ("size", stream.size.map(TomlText.string)),
                    ("frames_per_second", number(stream.framesPerSecond, 2)),
                ])
        }
        if let light {
            table(
                "light",
                [
                    ("lux", number(light.lux, 2)), ("brightness_value_apex", number(light.brightnessValue, 2)),
                    ("mean_luma", number(light.meanLuma, 1)),
                ])
        }
        if let score {
            table(
                "score",
                [
                    ("decode_rate", number(score.decodeRate, 4)),
                    ("latency_p95_ms", number(score.latencyP95Milliseconds, 2)),
                ])
        }
        if let response { table("response", response.members) }
        lines += ["", "[controls]"]
        for setting in settings {
            let value: String? =
                switch setting.value {
                case .integer(let number): String(number)
                case .string(let text): TomlText.string(text)
                case .bytes: nil
                }
            guard let value else { continue }
            let line = "\(TomlText.key(setting.name)) = \(value)"
            let room = String(repeating: " ", count: max(1, 36 - line.count))
            lines.append(setting.comment.map { line + room + TomlText.comment($0) } ?? line)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// - Parameter path: for messages.
    package init(bytes: [UInt8], path: String) throws(StoreError) {
        do throws(TomlError) {
            try self.init(try TomlReader.read(bytes), path)
        } catch {
            throw StoreError("cannot read the profile \(path): \(error.description)")
        }
    }

    private init(_ root: TomlTable, _ path: String) throws(TomlError) {
        let top = Fields(root, "")
        guard try top.integer("format") == 1 else {
            throw TomlError(line: 0, column: 0, message: "format is not 1: this is not a profile of this version")
        }
        let camera = try top.table("camera")
        guard let camera, let identity = try camera.string("identity"), !identity.isEmpty else {
            throw TomlError(line: 0, column: 0, message: "[camera] has no identity")
        }
        let controls = try top.table("controls")?.members ?? []
        guard controls.count <= Self.settingLimit else {
            throw TomlError(line: 0, column: 0, message: "it has more than \(Self.settingLimit) controls")
        }
        var settings: [Setting] = []
        for member in controls {
            let value: ControlValue
            switch member.value {
            case .integer(let number): value = .integer(number)
            case .boolean(let isOn): value = .integer(isOn ? 1 : 0)
            case .string(let text): value = .string(text)
            default:
                throw TomlError(
                    line: member.line, column: 1,
                    message: "\(member.key) is \(member.value.label), which cannot be a control's value")
            }
            settings.append(Setting(name: member.key, value: value))
        }
        self.init(
            camera: Camera(
                identity: identity, model: try camera.string("model"), title: try camera.string("title")),
            saved: try top.string("saved") ?? "", settings: settings)
        isForPlugIn = try top.boolean("apply_at_plug_in") ?? true
        note = try top.string("note")
        if let stream = try top.table("stream") {
            self.stream = Stream(
                format: try stream.string("format"), size: try stream.string("size"),
                framesPerSecond: try stream.number("frames_per_second"))
        }
        if let light = try top.table("light") {
            self.light = Light(
                lux: try light.number("lux"), brightnessValue: try light.number("brightness_value_apex"),
                meanLuma: try light.number("mean_luma"))
        }
        if let fields = try top.table("response") { response = try Self.response(fields) }
        if let score = try top.table("score") {
            self.score = Score(
                decodeRate: try score.number("decode_rate"), latencyP95Milliseconds: try score.number("latency_p95_ms"))
        }
    }

    private static func response(_ fields: Fields) throws(TomlError) -> Response? {
        guard let slope = try fields.number("exposure_slope"), slope > 0 else { return nil }
        var response = Response(
            exposureSlope: slope, gains: try Response.gains(try fields.string("gain_stops") ?? ""))
        response.mainsFrequency = try fields.integer("mains_hz").flatMap { Int(exactly: $0) }.flatMap {
            (0...1000).contains($0) ? $0 : nil
        }
        response.longestExposureMilliseconds = try fields.number("longest_exposure_ms")
        response.light = try fields.number("light_stops")
        response.neededLight = try fields.number("needed_light_stops")
        response.darkestLight = try fields.number("darkest_light_stops")
        response.isDarkestRead = try fields.boolean("darkest_light_is_bound")
        response.sensorLux = try fields.number("sensor_lux")
        return response
    }

    /// The members of a table by kind. A member of another kind is an error; a missing one is `nil`. Members that a later
    /// version adds are ignored.
    private struct Fields {
        let members: [TomlTable.Member]
        private let place: String

        init(_ table: TomlTable, _ place: String) {
            members = table.members
            self.place = place
        }

        private func take<R>(_ key: String, _ what: String, _ convert: (TomlValue) -> R?) throws(TomlError) -> R? {
            guard let member = members.first(where: { $0.key == key }) else { return nil }
            guard let value = convert(member.value) else {
                throw TomlError(
                    line: member.line, column: 1, message: "\(place)\(key) is \(member.value.label), not \(what)")
            }
            return value
        }

        func string(_ key: String) throws(TomlError) -> String? { try take(key, "a text", \.text) }

        func integer(_ key: String) throws(TomlError) -> Int64? {
            try take(key, "a whole number") { if case .integer(let number) = $0 { number } else { nil } }
        }

        func number(_ key: String) throws(TomlError) -> Double? { try take(key, "a number", \.number) }

        func boolean(_ key: String) throws(TomlError) -> Bool? {
            try take(key, "true or false") { if case .boolean(let value) = $0 { value } else { nil } }
        }

        func table(_ key: String) throws(TomlError) -> Fields? {
            let table: TomlTable? = try take(key, "a table") { if case .table(let table) = $0 { table } else { nil } }
            return table.map { Fields($0, "\(key).") }
        }
    }
}
