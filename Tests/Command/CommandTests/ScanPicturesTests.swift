// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Testing

@Suite("candela scan of pictures")
struct ScanPicturesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a picture with a code gives its symbology and text, and status 0")
    func onePicture() throws {
        let path = try folder.write(try TestPicture(of: "4006381333931", as: .ean13), "a.pgm")
        let result = try CommandRunner.run("scan", path)
        #expect(result.lines == ["ean-13 4006381333931"])
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("a picture without a code gives nothing, and status 1")
    func emptyPicture() throws {
        let path = try folder.write(TestPicture(), "blank.pgm")
        let result = try CommandRunner.run("scan", path)
        #expect(result.output == "" && result.errors == "")
        #expect(result.status == 1)
    }

    @Test("codes of one picture come from the top, then from the left")
    func readingOrder() throws {
        var picture = TestPicture(width: 500, height: 400)
        try picture.draw("LOW", x: 40, y: 250)
        try picture.draw("RIGHT", x: 300, y: 60)
        try picture.draw("LEFT", x: 40, y: 60)
        let path = try folder.write(picture, "three.pgm")
        #expect(try CommandRunner.run("scan", "--raw", path).lines == ["LEFT", "RIGHT", "LOW"])
    }

    @Test("several pictures say which code came from which")
    func namedSources() throws {
        let first = try folder.write(try TestPicture(of: "ONE"), "1.pgm")
        let second = try folder.write(try TestPicture(of: "TWO"), "2.pgm")
        let result = try CommandRunner.run("scan", second, first)
        #expect(result.lines == ["\(second): qr TWO", "\(first): qr ONE"])
    }

    @Test("a folder is searched through, in natural order, and what is no picture is passed over")
    func folders() throws {
        for name in ["10.pgm", "9.pgm", "inner/deeper/1.pgm", "inner/.hidden.pgm"] {
            try folder.write(try TestPicture(of: name), "photos/" + name)
        }
        try folder.write(Array("notes".utf8), "photos/notes.txt")
        let result = try CommandRunner.run("scan", "--raw", folder.path + "/photos")
        #expect(result.lines == ["9.pgm", "10.pgm", "inner/deeper/1.pgm"])
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("pictures, folders and cameras may be mixed, and the order of output is that of input")
    func mixedInputs() throws {
        let picture = try folder.write(try TestPicture(of: "PICTURE"), "a.pgm")
        try folder.write(try TestPicture(of: "IN FOLDER"), "photos/b.pgm")
        let result = try CommandRunner.run(
            "scan", "--raw", picture, "sim:bench?unplug=9&pace=free&noise=off", folder.path + "/photos")
        #expect(result.lines.filter { $0 != "CANDELA" } == ["PICTURE", "IN FOLDER"])
        #expect(result.lines.first == "PICTURE" && result.lines.last == "IN FOLDER")
    }

    @Test("over many pictures read in parallel, output has the order of input")
    func orderOfMany() throws {
        var paths: [String] = []
        var expected: [String] = []
        for index in 0..<80 {
            let text = "number \(index)"
            // Every ninth takes much longer than its successors.
            let picture = try TestPicture(of: text, modulePixels: index % 9 == 0 ? 30 : 3)
            paths.append(try folder.write(picture, "\(79 - index).pgm"))
            expected.append(text)
        }
        let result = try CommandRunner.run(["scan", "--raw"] + paths)
        #expect(result.lines == expected)
        // No progress bar where standard error is no terminal.
        #expect(result.errors == "")
    }

    @Test("--once ends after the first code, whatever follows")
    func once() throws {
        let blank = try folder.write(TestPicture(), "0.pgm")
        var both = TestPicture(width: 400)
        try both.draw("FIRST", x: 40, y: 50)
        try both.draw("SECOND", x: 240, y: 50)
        let codes = try folder.write(both, "1.pgm")
        let result = try CommandRunner.run("scan", "--once", "--raw", blank, codes, codes, folder.path + "/missing.pgm")
        #expect(result.lines == ["FIRST"])
        #expect(result.status == 0)
    }

    @Test(
        "real picture files without a code give a none event each",
        arguments: ["noise.png", "colour.jpg", "grey.tif", "grey.gif"])
    func fixtures(name: String) throws {
        let path = CommandRunner.repository.appending(path: "Tests/Picture/PicturesTests/Fixtures/\(name)").path
        let result = try CommandRunner.run("scan", "--json", path)
        #expect(try result.events().map { $0["event"].string } == ["none"])
        #expect(result.status == 1)
    }
}
