// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
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

    @Test("a code of the post is as large as the post asks for, in both kinds of file")
    func postal() throws {
        let folder = try TemporaryFolder()
        let text = "01234567094987654321-01234567891"
        let (svg, png) = (folder.path + "/letter.svg", folder.path + "/letter.png")
        #expect(try CommandRunner.run(["encode", text, "-s", "usps-imail", "--output", svg]).status == 0)
        let drawn = try String(contentsOfFile: svg, encoding: .utf8)
        // 129 X and six at each side, 25.4 / 43 mm each.
        #expect(drawn.contains("width=\"83.2"), "\(drawn.prefix(300))")
        let made = try CommandRunner.run(["encode", text, "-s", "usps-imail", "--dpi", "600", "--output", png])
        #expect(made.status == 0)
        #expect(made.errors.contains("letter.png: 83.6 × "))
        #expect(try Data(contentsOf: URL(fileURLWithPath: png)).count > 300)
    }

    @Test(
        "a symbology that is only created is read as its carrier",
        arguments: [
            ("10614141234567890", "sscc-18", "00106141412345678908"), ("7", "aztec-rune", "007"),
            ("CANDELA", "compact-pdf417", "CANDELA"),
        ])
    func printed(text: String, symbology: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/code.png"
        let made = try CommandRunner.run(
            ["encode", text, "-s", symbology, "--caption", "--quiet-zone", "10", "-o", path])
        #expect(made.status == 0)
        #expect(try CommandRunner.run(["scan", "--raw", path]).lines == [expected])
    }

    @Test("all names are listed with what they take")
    func list() throws {
        let result = try CommandRunner.run(["encode", "--list"])
        #expect(result.status == 0)
        #expect(result.lines.map { $0.prefix { $0 != " " } } == CodeKind.all.map { $0.name[...] })
        #expect(result.output.contains("postnet"))
        #expect(try CommandRunner.run(["encode", "X", "--list"]).status == 2)
    }

    @Test("a bar height is that of the bars, however the width is given")
    func barHeight() throws {
        let folder = try TemporaryFolder()
        let svg = folder.path + "/code.svg"
        for width in [["--width", "40mm"], ["--module", "0.5mm"], []] {
            let result = try CommandRunner.run(
                ["encode", "CANDELA", "-s", "code-128", "--bar-height", "10mm", "--quiet-zone", "0", "-o", svg] + width)
            #expect(result.errors.contains(" × 10 mm"), "\(result.errors)")
        }
    }

    @Test(
        "an option that a symbology does not support is rejected with its name and the reason",
        arguments: [
            (["55555", "-s", "postnet", "--size", "2"], "as postnet: its size depends only on the text"),
            (["55555", "-s", "postnet", "--error-correction", "high"], "its error correction cannot be set"),
            (["X", "-s", "rmqr", "--error-correction", "low"], "its error correction can be medium, high"),
            (["55555", "-s", "postnet", "--gs1"], "it cannot hold GS1 data"),
            (["X", "-s", "rmqr", "--bar-height", "5mm", "-o", "x.svg"], "it has no bars, so their height cannot be set"),
            (["X", "-s", "qr", "--bar-height", "5mm", "-o", "x.svg"], "it has no bars, so their height cannot be set"),
            (["X", "-s", "code-128", "--bar-height", "5mm"], "name a file with --output"),
            (["sn34", "-s", "rm4scc"], "write capitals"),
            (["X", "-s", "pharma"], "did you mean pharmacode, pharmacode-two-track?"),
            (["X", "-s", "rmqr", "--logo", "x.png", "-o", "x.svg"], "only QR codes support logos"),
        ])
    func printedRefusals(arguments: [String], words: String) throws {
        let result = try CommandRunner.run(["encode"] + arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: "x.svg"))
    }

    @Test("scan reports that a symbology is only created, and what it is read as")
    func scanning() throws {
        let result = try CommandRunner.run(["scan", "--symbology", "itf-14", "sim:bench"])
        #expect(result.status == 2)
        #expect(result.errors.contains("itf-14 can be created with candela encode but not read; to read it, use itf"))
    }
}
