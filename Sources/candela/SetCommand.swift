// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set controls of a camera, and read them back.",
        discussion: """
            The settings are made in the order given and stay until the camera loses power. Values out of range are \
            refused before anything is set. Press a button with NAME=press.

            Example:
              candela set auto_exposure=1 exposure_time_absolute=250
            """)

    @Argument(help: ArgumentHelp("Settings as NAME=VALUE.", valueName: "setting")) var settings: [String]
    @OptionGroup var camera: CameraOption
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let pairs = try settings.map { setting in
            guard let sign = setting.firstIndex(of: "="), sign != setting.startIndex else {
                throw CommandFailure("cannot set \(VisibleText.escape(setting)): it is not of the form NAME=VALUE")
            }
            return (name: String(setting[..<sign]), value: String(setting[setting.index(after: sign)...]))
        }
        let open = try OpenControls(camera.camera)
        let lookup = ControlLookup(open.list)
        // Everything is checked before anything is set.
        let changes = try pairs.map { pair in
            try failing { () throws(ControlError) in
                let control = try lookup.find(pair.name)
                return (control: control, value: try control.value(parsing: pair.value))
            }
        }
        var made: [JSONValue] = []
        var refusal: ControlError?
        for change in changes where refusal == nil {
            switch Result(catching: { () throws(ControlError) in try apply(change.control, change.value, to: open.surface) }) {
            case .success(let result):
                made.append(result.json)
                if !json { try Console.print(result.line) }
            case .failure(let error): refusal = error
            }
        }
        if json {
            var members: [JSONValue.Member] = [
                .init("schema", "candela.set/1"), .init("source", .string(open.name)),
                .init("changes", .array(made)),
            ]
            if let refusal { members.append(.init("error", .string(refusal.description))) }
            try Console.print(JSONValue.object(members).text)
        }
        if let refusal {
            throw CommandFailure(
                VisibleText.escape(refusal.description), status: refusal.kind == .gone ? .couldNot : .found)
        }
    }

    /// Sets one control and says what became of it; a driver may round without a word.
    private func apply(
        _ control: ControlDescription, _ value: ControlValue, to surface: any ControlSurface
    ) throws(ControlError) -> (line: String, json: JSONValue) {
        let isReadable = control.kind != .button && !control.flags.contains(.writeOnly)
        let before = isReadable ? try surface.value(of: control.id) : nil
        try surface.set([ControlSetting(control.id, value)])
        let after = isReadable ? try surface.value(of: control.id) : nil
        let differs = after.map { $0 != value } ?? false
        func text(_ value: ControlValue) -> String { VisibleText.escape(control.text(for: value)) }
        var line = control.key + ": "
        if let before, let after {
            line += "\(text(before)) → \(text(after))"
            if differs { line += " (asked for \(text(value)); the camera made it \(text(after)))" }
        } else {
            line += control.kind == .button ? "pressed" : "set to \(text(value))"
        }
        let json: JSONValue = [
            "id": .string(control.id.description), "key": .string(control.key),
            "before": before.map { control.json(for: $0) } ?? .null, "requested": control.json(for: value),
            "after": after.map { control.json(for: $0) } ?? .null,
        ]
        return (line, json)
    }
}
