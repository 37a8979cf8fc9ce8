// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("candela's output, wherever it goes")
struct OutputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A colour, a cleared screen by a single C1 character, an override of direction, and ends of lines.
    static let hostile = "a\u{1b}[31mb\u{9b}2Jc\u{202e}d\re\nf\u{7}"
    static let escaped = "a\\x1b[31mb\\u{9b}2Jc\\u{202e}d\\re\\nf\\x07"

    @Test("a code's text never controls the terminal", arguments: [[], ["--raw"]])
    func terminal(options: [String]) throws {
        let path = try folder.write(try TestPicture(of: Self.hostile), "escape.pgm")
        let result = try CommandRunner.start(["scan"] + options + [path], to: .terminal).end()
        #expect(result.output.contains(Self.escaped))
        #expect(!result.output.contains("\u{1b}[31m"))
        #expect(!result.output.unicodeScalars.contains("\u{9b}"))
        #expect(!result.output.unicodeScalars.contains("\u{202e}"))
        #expect(result.lines.count == 1)
    }

    @Test("in a pipe the text is escaped too, unless it is asked for raw")
    func pipe() throws {
        let path = try folder.write(try TestPicture(of: Self.hostile), "escape.pgm")
        #expect(try CommandRunner.run("scan", path).lines == ["qr " + Self.escaped])
        #expect(try CommandRunner.run("scan", "--raw", path).outputBytes == Array(Self.hostile.utf8) + [0x0a])
    }

    @Test("file names never control the terminal, neither beside a code nor in an error")
    func fileNames() throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "x\u{1b}[31my.pgm")
        let bad = try folder.write([1, 2, 3], "z\u{202e}gnp.png")
        let result = try CommandRunner.start(["scan", good, bad], to: .terminal).end()
        #expect(result.output.contains("x\\x1b[31my.pgm: "))
        #expect(!result.output.contains("\u{1b}[31m"))
        #expect(result.errors.contains("z\\u{202e}gnp.png"))
        #expect(!result.errors.unicodeScalars.contains("\u{202e}"))
    }

    @Test("colour is only for terminals, and not with NO_COLOR or a dumb terminal")
    func colour() throws {
        func output(_ output: CommandRunner.Output, _ environment: [String: String] = [:]) throws -> String {
            try CommandRunner.run("controls", "sim:", to: output, environment: environment).output
        }
        #expect(try output(.terminal).contains("\u{1b}["))
        #expect(try !output(.captured).contains("\u{1b}"))
        #expect(try !output(.terminal, ["NO_COLOR": "1"]).contains("\u{1b}"))
        #expect(try !output(.terminal, ["TERM": "dumb"]).contains("\u{1b}"))
    }

    @Test(
        "a closed pipe ends the command without a message",
        arguments: [["scan", "sim:", "--interval", "0"], ["controls", "sim:"]])
    func closedPipe(arguments: [String]) throws {
        let result = try CommandRunner.run(arguments, to: .closedPipe)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("a pipe closed during a scan ends it")
    func readerLeaves() throws {
        let run = try CommandRunner.start(["scan", "sim:bench", "--json", "--interval", "0"])
        try run.wait { output, _ in output.contains("\n") }
        run.closeOutput()
        let result = try run.end()
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test(
        "a full disk is reported, with status 2",
        arguments: [
            ["scan", "sim:", "--interval", "0"], ["controls", "sim:"], ["list", "--json"],
            ["get", "-c", "sim:", "gain"],
        ])
    func fullDisk(arguments: [String]) throws {
        let result = try CommandRunner.run(arguments, to: .file("/dev/full"))
        #expect(result.errors == "candela: cannot write to standard output: No space left on device\n")
        #expect(result.status == 2)
    }

    @Test("a full disk ends the scan of many pictures at its first line")
    func fullDiskPictures() throws {
        let path = try folder.write(try TestPicture(of: "CODE"), "a.pgm")
        let result = try CommandRunner.run(["scan"] + Array(repeating: path, count: 50), to: .file("/dev/full"))
        #expect(result.errorLines == ["candela: cannot write to standard output: No space left on device"])
        #expect(result.status == 2)
    }
}
