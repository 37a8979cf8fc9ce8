// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela studio")
struct StudioCommandTests {
    @Test("on a terminal the code beside the address reads as the address", arguments: ["", "1"])
    func code(noColour: String) throws {
        let folder = try TemporaryFolder()
        let run = try CommandRunner.start(
            ["studio", "sim:empty", "--listen", "127.0.0.1:0", "--no-history"], to: .terminal,
            environment: ["XDG_STATE_HOME": folder.path, "NO_COLOR": noColour])
        try run.wait { _, errors in errors.contains("the studio is running") }
        run.type("\u{3}")
        let result = try run.end()
        #expect(result.status == 130)
        // What is on the terminal is whole only now; what was typed is on it, too.
        let lines = result.output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0) }.filter { $0 != "^C" }
        let address = try #require(lines.first)
        #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/\?token=[a-z2-7]{26}/) != nil)
        let picture = folder.path + "/terminal.pgm"
        try Data(TestPicture(terminal: Array(lines.dropFirst())).pgm).write(to: URL(fileURLWithPath: picture))
        #expect(try CommandRunner.run(["scan", "--raw", picture]).lines == [address])
    }

    @Test(
        "options that make no sense are refused before a camera is opened",
        arguments: [
            ["--listen", "localhost"], ["--listen", "1.2.3.4:99999"], ["--tls"], ["--token-file", "x"],
            ["--allow-host", "x"], ["--listen", "127.0.0.1", "--open"], ["--listen", "127.0.0.1", "--tls-key", "x"],
            ["--listen", "127.0.0.1", "--tls-certificate", "x"], ["--listen", "127.0.0.1:1", "--port", "2"],
            ["--listen", "127.0.0.1", "--allow-host", "a b"], ["--port", "65536"],
            ["--listen", "127.0.0.1", "--tls-certificate", "/nowhere", "--tls-key", "/nowhere"],
            ["--listen", "127.0.0.1", "--token-file", "/dev/null/token"],
        ])
    func refused(options: [String]) throws {
        let result = try CommandRunner.run(["studio", "sim:empty"] + options)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }
}
