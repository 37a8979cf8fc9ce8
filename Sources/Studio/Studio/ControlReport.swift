// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output

/// A camera's controls with their values, as the page shows them.
struct ControlReport {
    let surface: any ControlSurface
    let list: [ControlDescription]

    init(_ surface: any ControlSurface) throws(ControlError) {
        self.surface = surface
        list = try surface.controls().filter { !$0.flags.contains(.disabled) }
    }

    var json: JSONValue { .array(list.filter { $0.kind != .controlClass }.map(entry)) }

    private func entry(_ control: ControlDescription) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(control.key)), .init("title", .string(control.name)),
            .init("kind", .string(control.kind.label)), .init("minimum", .integer(control.minimum)),
            .init("maximum", .integer(control.maximum)), .init("step", .integer(max(1, control.step))),
            .init("default", .integer(control.defaultValue)),
        ]
        if let plain = PlainName.of(control.id) { members.append(.init("plain_name", .string(plain))) }
        if !control.menu.isEmpty {
            members.append(
                .init("menu", .array(control.menu.map { ["value": .integer($0.index), "label": .string($0.label)] })))
        }
        if control.kind != .button, !control.flags.contains(.writeOnly) {
            do throws(ControlError) {
                let value = try surface.value(of: control.id)
                if case .integer(let number) = value { members.append(.init("value", .integer(number))) }
                members.append(.init("text", .string(Self.shortened(control.text(for: value)))))
                if case .integer(let number) = value, let human = ControlUnit(control)?.text(of: number) {
                    members.append(.init("human", .string(human)))
                }
            } catch {
                members.append(.init("error", .string(error.description)))
            }
        }
        if let reason = obstacle(control) { members.append(.init("obstacle", .string(reason))) }
        members.append(.init("can_be_set", .bool(!isFixed(control))))
        if let overruler = overruler(of: control) { members.append(.init("overruled_by", .string(overruler))) }
        return .object(members)
    }

    private static func shortened(_ text: String) -> String { text.count <= 60 ? text : text.prefix(57) + "…" }

    private func isFixed(_ control: ControlDescription) -> Bool {
        !control.flags.isDisjoint(with: [.readOnly, .grabbed]) || (!control.kind.isNumeric && control.kind != .button)
            || !control.dimensions.isEmpty
    }

    /// The automatic mode that overrides the control now.
    private func overruler(of control: ControlDescription) -> String? {
        guard let mode = AutomaticMode.governing(control.id, among: list),
            let master = list.first(where: { $0.id == mode.master }),
            case .integer(let value)? = try? surface.value(of: master.id), !mode.frees(control.id, at: value)
        else { return nil }
        return master.name
    }

    /// Why the control has no effect now, or cannot be set; `nil` if it can be set.
    private func obstacle(_ control: ControlDescription) -> String? {
        if control.flags.contains(.grabbed) { return "another program has locked it" }
        if control.flags.contains(.readOnly) { return "it is read-only" }
        if let overruler = overruler(of: control) {
            return "\(overruler) controls it; changing it switches that mode to manual"
        }
        if control.flags.contains(.inactive) { return "an automatic mode overrides it" }
        if isFixed(control) { return "its value is not a single number; use candela get to see it" }
        return nil
    }
}
