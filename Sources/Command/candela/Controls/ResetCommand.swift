// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import Terminal

struct ResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set controls of a camera to their defaults.",
        discussion: """
            Resets all controls, or only the named ones. A plain name such as exposure includes its automatic mode. \
            Read-only controls, controls that an automatic mode sets, and buttons are skipped. If the camera rejects a \
            control, the others are still reset.

            Example:
              candela reset exposure focus
            """)

    @Argument(help: ArgumentHelp("Names or numbers of controls.", valueName: "control")) var names: [String] = []
    @OptionGroup var camera: CameraOption
    @Flag(help: "Show the changes without making them.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let open = try OpenControls(camera.camera)
        if !dryRun { try open.refuseIfForgetting("reset controls") }
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
            if reset.plan.steps.isEmpty { try Console.print("All controls already have their defaults.") }
            // Without names there are always skipped controls; they are reported only if named.
            for skipped in reset.skipped where !names.isEmpty || skipped.isNotable {
                Console.note("skipped \(skipped.key): \(VisibleText.escape(skipped.reason))")
            }
        }
        try outcome.endIfRefused()
    }
}

/// The plan of a reset, and the controls that it skips.
struct ControlReset {
    struct Skipped {
        var key: String
        var reason: String
        /// Whether it is reported even if the user did not name this control.
        var isNotable = false
    }

    private(set) var plan: SettingsPlan
    private(set) var skipped: [Skipped] = []

    init(_ names: [String], _ open: OpenControls) throws(ControlError) {
        var chosen: [ControlDescription] = []
        let lookup = ControlLookup(open.list)
        for name in names {
            let control = try lookup.find(name)
            // A plain name includes the automatic mode.
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
                skipped.append(Skipped(key: control.key, reason: "an automatic mode sets it"))
            } else if open.number(of: control.id) != control.defaultValue {
                wanted.append(WantedSetting(control, .integer(control.defaultValue)))
            }
        }
        // No prerequisites: controls of an automatic mode were skipped.
        let order = SettingOrder(wanted.map { ControlSetting($0.control.id, $0.value) }) { open.number(of: $0) }
        let steps = order.settings.compactMap { setting in
            chosen.first { $0.id == setting.id }.map { SettingsPlan.Step($0, setting.value) }
        }
        plan = SettingsPlan(steps: steps)
    }

    private static func obstacle(_ control: ControlDescription) -> String? {
        if control.kind == .button { return "it is a button" }
        if control.flags.contains(.readOnly) { return "it is read-only" }
        if control.flags.contains(.writeOnly) { return "its value cannot be read" }
        guard control.kind.isNumeric, control.dimensions.isEmpty else {
            return "drivers report no default for its type, \(control.kind.label)"
        }
        if control.flags.contains(.grabbed) { return "another program has grabbed it" }
        if control.flags.contains(.inactive) { return "an automatic mode sets it" }
        let isInRange =
            control.kind == .menu || control.kind == .integerMenu
            ? control.menu.contains { $0.index == control.defaultValue }
            : control.kind == .bitmask
                || (control.minimum...max(control.minimum, control.maximum)).contains(control.defaultValue)
        return isInRange ? nil : "its driver reports a default that is out of range, \(control.defaultValue)"
    }
}
