// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import Output
internal import Terminal
internal import UdevRules

struct UdevUninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Take the rules file away, and put back what was there before.",
        discussion: """
            A file that install replaced comes back. udev leaves the mode, group and ACL that a rule set, so each camera \
            first gets what it had before, then udev's other rules run over it.
            """)

    @OptionGroup var system: RootArgument
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Take the file away also when somebody edited it, keeping a copy.") var force = false

    func run() throws {
        let isLive = system.root == nil
        guard !isLive || dryRun || geteuid() == 0 else {
            throw CommandFailure("cannot take away \(RuleFile.path): only root may. Run: \(UdevWords.withSudo)")
        }
        let installation = try Installation(root: system.prefix, isLive: isLive, options: nil, isForced: force)
        let steps = try failing { () throws(UdevActionError) in try installation.planner.uninstall() }
        if steps.isEmpty {
            return try Console.print(
                "\(VisibleText.escape(system.prefix))\(RuleFile.path) is not installed; nothing to do.")
        }
        try installation.run(steps, isDry: dryRun)
        guard isLive, !dryRun else { return }
        for seen in try RuleTargets(installation.options).seen {
            try Console.print(VisibleText.escape(Installation.line(seen)))
        }
        if !installation.planner.hasUdev { Console.note("no udev runs here; it will run its other rules once it does") }
    }
}
