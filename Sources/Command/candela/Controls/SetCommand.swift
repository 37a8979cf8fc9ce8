// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Output
internal import SettingsStore
internal import Terminal
internal import Threads

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set controls of a camera, and read them back.",
        usage: "candela set <setting> ... [<options>]",
        discussion: """
            Name a control by the driver's name (also as before Linux 5.16), by a plain name (exposure, focus, zoom, gain, \
            brightness, white_balance, power_line, pan, tilt) or by number. Values are the driver's, or have units: 8ms, \
            1/125, 2x, 10deg, 4500K, 50Hz, 60%, +2stops, auto, manual, near, far.

            A setting that another one requires, such as manual exposure for an exposure time, is set first and reported. \
            All settings are checked before anything is set. If the camera rejects one, the others are restored. Settings \
            last until the camera loses power, or with --for until the time is over or Ctrl-C. Press a button with \
            NAME=press. A camera that forgets its settings when it is closed (libcamera's do) gets those of its last profile \
            whenever candela opens it: use candela profile save.

            Example:
              candela set exposure=8ms focus=near power_line=50Hz
            """)

    @Argument(help: ArgumentHelp("Settings as NAME=VALUE.", valueName: "setting")) var settings: [String]
    @OptionGroup var camera: CameraOption
    @Flag(help: "Replace a value outside the range by the nearest valid one instead of rejecting it.") var clamp = false
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Restore all settings after this time, or at Ctrl-C.", valueName: "time"))
    var time: TimeSpan?
    @Flag(help: "Show the changes in order, with reasons, without making them.") var dryRun = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let pairs = try SettingPair.parse(settings)
        if time != nil { Interruption.install() }
        let open = try OpenControls(camera.camera)
        if time == nil, !dryRun { try open.refuseIfForgetting("set controls") }
        // Everything is checked before anything is set.
        let plan = try failing { () throws(ControlError) in try SettingPair.plan(pairs, open, clamps: clamp) }
        let borrowed =
            time == nil || dryRun ? nil : BorrowedControls(open.surface, name: open.name, identity: open.identity)
        defer { borrowed?.giveBack() }
        let transaction = dryRun ? nil : SettingsTransaction(plan, on: borrowed?.surface ?? open.surface)
        let outcome = SettingsOutcome(plan, transaction, on: open.surface)
        if json {
            let head: [JSONValue.Member] = [.init("schema", "candela.set/1"), .init("source", .string(open.name))]
            try Console.print(JSONValue.object(head + outcome.members).text)
        } else {
            for line in outcome.lines { try Console.print(line) }
        }
        try outcome.endIfRefused()
        if let time, borrowed != nil { hold(time.duration) }
    }

    /// Waits until the time is over or a signal arrives.
    private func hold(_ time: Duration) {
        let isOver = ConditionLock(false)
        Interruption.onSignal { isOver.withLockSignalling { $0 = true } }
        _ = isOver.wait(timeout: time) { $0 ? true : nil }
    }
}
