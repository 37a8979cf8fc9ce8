// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct UdevCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "udev",
        abstract: "Install udev rules so that users can access cameras without root, or explain why no rule is needed.",
        discussion: """
            Most machines need no rule: udev's default rules give cameras to the user of the local seat and to group \
            video. status reports that, or what is missing. install, run as root, writes one rules file, applies it, and \
            checks the result; uninstall reverts everything.

            Example:
              candela udev status
            """,
        subcommands: [
            UdevStatusCommand.self, UdevPrintCommand.self, UdevInstallCommand.self, UdevUninstallCommand.self,
        ], defaultSubcommand: UdevStatusCommand.self)
}
