// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import Terminal

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set controls of a camera to their defaults.",
        discussion: """
            All of them, or those named. A plain name such as exposure takes its automatic mode with it. What can only be \
            read, what an automatic mode sets by itself, and buttons are left alone. A control that is refused does not \
            keep the others.

            Example:
              candela reset exposure focus
            """)

    @Argument(help: ArgumentHelp("Names or numbers of controls.", valueName: "control")) var names: [String] = []
    @OptionGroup var camera: CameraOption
    @Flag(help: "Show what would be set, and set nothing.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let open = try OpenControls(camera.camera)
        let reset = try failing { () throws(ControlError) in try ControlReset(names, open) }
        let transaction = dryRun ? nil : SettingsTransaction(reset.plan, on: open.surface, isAtomic: false)
        let outcome = SettingsOutcome(reset.plan, transaction, on: open.surface)
        if json {
            let members: [JSONValue.Member] =
                [.init("schema", "candela.reset/1"), .init("source", .string(open.name))] + outcome.members + [
                    .init(
                        "skipped",
                        .array(reset.skipped.map { ["key": .string($0.key), "reason": .string($0.reason)] }))
                ]
            try Console.print(JSONValue.object(members).text)
        } else {
            for line in outcome.lines { try Console.print(line) }
            if reset.plan.steps.isEmpty { try Console.print("Everything has its default already.") }
            // Of all controls there are always some; who named one wants to know.
            for skipped in reset.skipped where !names.isEmpty || skipped.isNotable {
                Console.note("left \(skipped.key) alone: \(VisibleText.escape(skipped.reason))")
            }
        }
        try outcome.endIfRefused()
    }
}

/// What a reset sets and what it leaves alone.
struct ControlReset {
    struct Skipped {
        var key: String
        var reason: String
        /// Whether it is said also when nobody asked for this control.
        var isNotable = false
    }

    private(set) var plan: SettingsPlan
    private(set) var skipped: [Skipped] = []

    init(_ names: [String], _ open: OpenControls) throws(ControlError) {
        var chosen: [ControlDescription] = []
        let lookup = ControlLookup(open.list)
        for name in names {
            let control = try lookup.find(name)
            // Named by its plain name it means the whole matter: the mode too.
            let mode = PlainName.isPlain(name) ? AutomaticMode.governing(control.id)?.master : nil
            chosen += [control] + lookup.controls.filter { $0.id == mode }
        }
        if names.isEmpty { chosen = lookup.controls }
        var wanted: [WantedSetting] = []
        for control in chosen {
            if let reason = Self.obstacle(control) {
                skipped.append(Skipped(key: control.key, reason: reason))
            } else if let mode = AutomaticMode.governing(control.id), let now = open.number(of: mode.master),
                !mode.frees(control.id, at: now)
            {
                skipped.append(Skipped(key: control.key, reason: "an automatic mode sets it by itself"))
            } else if open.number(of: control.id) != control.defaultValue {
                wanted.append(WantedSetting(control, .integer(control.defaultValue)))
            }
        }
        // No prerequisites: what an automatic mode governs was left out.
        let order = SettingOrder(wanted.map { ControlSetting($0.control.id, $0.value) }) { open.number(of: $0) }
        let steps = order.settings.compactMap { setting in
            chosen.first { $0.id == setting.id }.map { SettingsPlan.Step($0, setting.value) }
        }
        plan = SettingsPlan(steps: steps)
    }

    private static func obstacle(_ control: ControlDescription) -> String? {
        if control.kind == .button { return "it is a button" }
        if control.flags.contains(.readOnly) { return "it can only be read" }
        if control.flags.contains(.writeOnly) { return "its value cannot be read" }
        guard control.kind.isNumeric, control.dimensions.isEmpty else {
            return "a driver names no default for its kind, \(control.kind.label)"
        }
        if control.flags.contains(.grabbed) { return "another program holds it" }
        if control.flags.contains(.inactive) { return "an automatic mode sets it by itself" }
        let isInRange =
            control.kind == .menu || control.kind == .integerMenu
            ? control.menu.contains { $0.index == control.defaultValue }
            : control.kind == .bitmask
                || (control.minimum...max(control.minimum, control.maximum)).contains(control.defaultValue)
        return isInRange ? nil : "its driver names a default that it does not take, \(control.defaultValue)"
    }
}
