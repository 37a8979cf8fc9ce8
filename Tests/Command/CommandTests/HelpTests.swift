// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela's help")
struct HelpTests {
    static let names = [
        "doctor", "scan", "history", "catalog", "encode", "measure", "calibrate", "list", "info", "controls", "get",
        "set",
        "reset", "watch", "profile",
        "torch",
        "udev", "studio", "station",
    ]

    @Test("--version is a version alone")
    func version() throws {
        let result = try CommandRunner.run("--version")
        #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("help names every command, and every command has help")
    func listing() throws {
        let result = try CommandRunner.run("--help")
        #expect(result.status == 0)
        let listed = result.lines.drop { $0 != "SUBCOMMANDS:" }.compactMap { $0.firstMatch(of: #/^  ([a-z]+) /#)?.1 }
        #expect(listed.map(String.init) == Self.names)
    }

    @Test("help fits in 80 columns", arguments: [[]] + names.map { [$0] })
    func width(command: [String]) throws {
        let result = try CommandRunner.run(command + ["--help"])
        #expect(result.lines.count > 5)
        for line in result.lines { #expect(line.count <= 80) }
        #expect(result.lines.first?.hasPrefix("OVERVIEW: ") == true)
        #expect(result.errors == "")
        #expect(result.status == 0)
        #expect(try CommandRunner.run(["help"] + command).output == result.output)
    }

    @Test("nothing to do at all shows the help")
    func nothing() throws {
        let result = try CommandRunner.run()
        #expect(result.output == (try CommandRunner.run("--help").output))
    }
}
