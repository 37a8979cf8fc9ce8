// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Terminal
internal import UdevRules

struct UdevPrintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Print the rules file without installing it.",
        usage: "candela udev print [<options>]",
        discussion: "The group is not checked, so the file can be for another machine.")

    @OptionGroup var rule: RuleArguments

    func run() throws {
        try Console.write(Array(RuleFile.text(try rule.options(nil, isLive: false)).utf8))
    }
}
