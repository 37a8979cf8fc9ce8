// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import Terminal

struct ControlsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls", abstract: "List a camera's controls with values and ranges.")

    @OptionGroup var camera: CameraArgument
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let open = try OpenControls(camera.camera)
        let entries = open.list.filter { !$0.flags.contains(.disabled) }.map { ControlEntry($0, open.surface) }
        if json {
            let all = entries.filter { $0.control.kind != .controlClass }
            let report: JSONValue = [
                "schema": "candela.controls/1", "source": .string(open.name), "controls": .array(all.map(\.json)),
                "zoom": ZoomWord.of(open.list).map { .string($0) } ?? .null,
            ]
            return try Console.print(report.text)
        }
        guard !entries.isEmpty else {
            return try Console.print("\(VisibleText.escape(open.name)) has no controls")
        }
        for entry in entries { try Console.print(entry.line) }
        if let zoom = ZoomWord.of(open.list) {
            try Console.print("")
            try Console.print("  Zoom is \(zoom).")
            try Console.print("  \(ZoomWord.digital).")
        }
    }
}

/// A control with its current value.
struct ControlEntry {
    var control: ControlDescription
    /// `nil` for controls without a readable value.
    var value: Result<ControlValue, ControlError>?

    init(_ control: ControlDescription, _ surface: any ControlSurface) {
        self.control = control
        let isReadable = control.kind != .button && control.kind != .controlClass && !control.flags.contains(.writeOnly)
        guard isReadable else { return }
        do throws(ControlError) {
            value = .success(try surface.value(of: control.id))
        } catch {
            value = .failure(error)
        }
    }

    var line: String {
        guard control.kind != .controlClass else { return Console.bold(VisibleText.escape(control.name)) }
        var line = "  " + control.key + String(repeating: " ", count: max(1, 32 - control.key.count))
        switch value {
        case .success(let value): line += shortened(control.visible(value))
        case .failure(let error): line += "unreadable: " + VisibleText.escape(error.description)
        case nil: line += control.kind == .button ? "(button)" : "(write only)"
        }
        switch control.kind {
        case .integer, .integer64, .bitmask:
            let step = control.step > 1 ? " step \(control.step)" : ""
            line += Console.dim(
                "  [\(control.minimum) to \(control.maximum)\(rangeInUnit)\(step), default \(control.defaultValue)]")
        case .menu, .integerMenu:
            let choices = control.menu.map { "\($0.index) \(VisibleText.escape($0.label))" }.joined(separator: ", ")
            line += Console.dim("  [\(choices); default \(control.defaultValue)]")
        case .boolean: line += Console.dim("  [default \(control.defaultValue == 0 ? "off" : "on")]")
        default: break
        }
        let flags = control.flags.intersection([.grabbed, .readOnly, .inactive, .writeOnly, .volatile]).labels
        return flags.isEmpty ? line : line + "  (" + flags.joined(separator: ", ") + ")"
    }

    private var rangeInUnit: String {
        guard let unit = ControlUnit(control), unit.kind != .percent, let low = unit.text(of: control.minimum),
            let high = unit.text(of: control.maximum)
        else { return "" }
        return ", \(low) to \(high)"
    }

    private func shortened(_ text: String) -> String { text.count <= 40 ? text : String(text.prefix(37)) + "…" }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("id", .string(control.id.description)), .init("key", .string(control.key)),
            .init("name", .string(control.name)), .init("kind", .string(control.kind.label)),
            .init("minimum", .integer(control.minimum)), .init("maximum", .integer(control.maximum)),
            .init("step", .integer(control.step)), .init("default", .integer(control.defaultValue)),
            .init("flags", .array(control.flags.labels.map { .string($0) })),
        ]
        if !control.dimensions.isEmpty {
            members.append(.init("dimensions", .array(control.dimensions.map { .integer($0) })))
        }
        if !control.menu.isEmpty {
            members.append(
                .init(
                    "menu",
                    .array(control.menu.map { ["index": .integer($0.index), "label": .string($0.label)] })))
        }
        if control.kind == .integer, let least = control.human("minimum", .integer(control.minimum)),
            let most = control.human("maximum", .integer(control.maximum))
        {
            members += [least, most]
        }
        if let name = PlainName.of(control.id) { members.append(.init("plain_name", .string(name))) }
        switch value {
        case .success(let value): members += control.members("value", value)
        case .failure(let error): members.append(.init("error", .string(error.description)))
        case nil: break
        }
        return .object(members)
    }
}
