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
            Read-only controls, the privacy shutter, the recording light, controls that an automatic mode sets, and buttons are skipped. If the camera rejects a \
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
            let mode =
                PlainName.isPlain(name) ? AutomaticMode.governing(control.id, among: lookup.controls)?.master : nil
            chosen += [control] + lookup.controls.filter { $0.id == mode }
        }
        if names.isEmpty { chosen = lookup.controls }
        let reset = ResetPlan(chosen, controls: lookup.controls) {
            open.number(of: $0)
        } isKnown: {
            open.surface.knows($0)
        }
        skipped = reset.skipped.map { Skipped(key: $0.control.key, reason: $0.reason) }
        plan = SettingsPlan(steps: reset.steps)
    }
}
