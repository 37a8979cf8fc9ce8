// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela encode")
struct EncodeTests {
    @Test(
        "a PNG reads back as what was asked for, and says its size",
        arguments: [
            ("qr", "CANDELA"), ("code-128", "CANDELA"), ("ean-13", "4006381333931"), ("data-matrix", "CANDELA"),
        ])
    func png(symbology: String, text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/code.png"
        let made = try CommandRunner.run(["encode", text, "-s", symbology, "--output", path, "--caption"])
        #expect(made.status == 0)
        #expect(made.errors.contains(" mm"))
        let read = try CommandRunner.run(["scan", "--raw", path])
        #expect(read.lines == [text])
    }

    @Test("on a pipe a code is blocks, and no escape sequences")
    func pipe() throws {
        let result = try CommandRunner.run(["encode", "CANDELA"])
        #expect(result.lines.count == 15)
        #expect(result.output.contains("█▀▀▀▀▀█"))
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test("an SVG and a PDF have the size asked for")
    func sizes() throws {
        let folder = try TemporaryFolder()
        let svg = folder.path + "/code.svg"
        #expect(try CommandRunner.run(["encode", "CANDELA", "--width", "29mm", "--output", svg]).status == 0)
        #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("width=\"29mm\" height=\"29mm\""))
        let pdf = folder.path + "/chart.pdf"
        #expect(try CommandRunner.run(["encode", "--chart", "--output", pdf]).status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: pdf)).starts(with: Data("%PDF".utf8)))
    }

    @Test("a QR code with a logo is read back; what is no PNG is refused")
    func logo() throws {
        let folder = try TemporaryFolder()
        let (logo, code) = (folder.path + "/logo.png", folder.path + "/code.png")
        #expect(try CommandRunner.run(["encode", "X", "-s", "data-matrix", "--output", logo]).status == 0)
        #expect(
            try CommandRunner.run(["encode", "https://example.org/a", "--logo", logo, "--output", code]).status == 0)
        #expect(try CommandRunner.run(["scan", "--raw", "-s", "qr", code]).lines == ["https://example.org/a"])
        let bad = try CommandRunner.run(["encode", "X", "--logo", CommandRunner.binary, "--output", code])
        #expect(bad.status == 2)
        #expect(try CommandRunner.run(["encode", "X", "-s", "aztec", "--logo", logo, "--output", code]).status == 2)
    }

    @Test(
        "what cannot be made is refused, and leaves no file",
        arguments: [
            ["encode"], ["encode", "X", "--output", "x.gif"], ["encode", "4006381333932", "-s", "ean-13"],
            ["encode", "X", "-s", "linear"], ["encode", "X", "-s", "runes"],
            ["encode", "X", "--module", "3", "--output", "x.svg"],
            ["encode", "X", "--output", "/nowhere/x.svg"], ["encode", "--chart"],
            ["encode", "X", "--dpi", "7", "--output", "x.png"],
        ])
    func refused(arguments: [String]) throws {
        let result = try CommandRunner.run(arguments)
        #expect(result.status == 2)
        #expect(!result.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "x.svg"))
    }
}
