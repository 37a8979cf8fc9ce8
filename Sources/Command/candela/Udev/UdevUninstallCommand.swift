// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import Output
internal import Terminal
internal import Udev
internal import UdevRules

struct UdevUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove the rules file, and restore the previous state.",
        discussion: """
            A file that install replaced is restored. udev does not revert the mode, group and ACL that a rule set, so \
            each camera first gets its previous permissions back, and then udev's other rules run.
            """)

    @OptionGroup var system: RootArgument
    @Flag(help: "Show the steps without doing them.") var dryRun = false
    @Flag(help: "Remove the file even if it was edited, keeping a copy.") var force = false

    func run() throws {
        let isLive = system.root == nil
        guard !isLive || dryRun || geteuid() == 0 else {
            throw CommandFailure("cannot remove \(RuleFile.path): only root can. Run: \(UdevWords.withSudo)")
        }
        let installation = try Installation.read(root: system.prefix, isLive: isLive, options: nil, isForced: force)
        let steps = try failing { () throws(UdevActionError) in try installation.planner.uninstall() }
        if steps.isEmpty {
            return try Console.print(
                "\(VisibleText.escape(system.prefix))\(RuleFile.path) is not installed; nothing to do.")
        }
        try installation.run(steps, isDry: dryRun)
        guard isLive, !dryRun else { return }
        for seen in try failing({ () throws(UdevError) in try RuleTargets(installation.options).seen }) {
            try Console.print(VisibleText.escape(Installation.line(seen)))
        }
        if !installation.planner.hasUdev {
            Console.note("udev is not running; its other rules are applied when it runs")
        }
    }
}
