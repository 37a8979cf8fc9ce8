// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import Terminal
internal import UdevRules
internal import UserSession

struct UdevStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show whether a rule would help, and what decides access to cameras.",
        discussion: """
            Opens no camera and changes nothing. Under sudo the report is about the calling user, not root.
            """)

    @Option(help: ArgumentHelp("Check this user; the groups of their session are then unknown.", valueName: "name"))
    var user: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let (facts, _) = try AccessFactsReader.read(user: try Self.person(user))
        let report = UdevStatusReport(facts, installed: InstalledFile.read(RuleFile.path))
        if json {
            try Console.print(report.json.text)
        } else {
            for line in report.lines { try Console.print(line) }
        }
        if !report.isWell { throw CommandFailure(status: .found) }
    }

    private static func person(_ name: String?) throws(CommandFailure) -> UserRecord {
        guard let name else { return .invoking() }
        guard let user = UserRecord.named(name) else {
            throw CommandFailure("cannot check user \(VisibleText.escape(name)): there is no such account")
        }
        return user
    }
}
