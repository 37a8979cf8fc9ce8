// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct UdevCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "udev", abstract: "Give cameras to users without root, or say why a rule would not.",
        discussion: """
            Most machines need no rule: udev's own rules give cameras to whoever sits at the machine and to group video. \
            status says so first, and what is missing where access is missing. install, run as root, writes one rules \
            file, has udev run it, and looks whether it worked; uninstall puts everything back.

            Example:
              candela udev status
            """,
        subcommands: [
            UdevStatusCommand.self, UdevPrintCommand.self, UdevInstallCommand.self, UdevUninstallCommand.self,
        ], defaultSubcommand: UdevStatusCommand.self)
}
