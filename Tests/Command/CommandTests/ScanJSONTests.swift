// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import Testing

@Suite("candela scan --json")
struct ScanJSONTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let pictureKeys: Set = ["event", "time", "source", "symbology", "text", "corners", "reader", "decode_ms"]
    static let liveKeys = pictureKeys.union(["id", "camera", "frame", "age_ms"])

    @Test("a read in a picture has exactly the documented keys and types")
    func pictureEvent() throws {
        var picture = TestPicture(width: 400, height: 300)
        let corners = try picture.draw("https://example.org/ä?x=\"1\"", x: 150, y: 80)
        let path = try folder.write(picture, "with \"quotes\" and ä.pgm")
        let result = try CommandRunner.run("scan", "--json", path)
        #expect(result.lines.count == 1)
        let event = try #require(try result.events().first)
        #expect(event.keys == Self.pictureKeys)
        #expect(event["event"].string == "scan")
        #expect(event["source"].string == path)
        #expect(event["symbology"].string == "qr")
        #expect(event["text"].string == "https://example.org/ä?x=\"1\"")
        #expect(["zbar", "zxing"].contains(event["reader"].string))
        #expect(try #require(event["decode_ms"].double) > 0)
        let time = try #require(event["time"].string)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        try expect(event, corners, within: 6)
    }

    @Test("corners go clockwise from the symbol's own top left, also when it stands on its head")
    func turnedCorners() throws {
        var picture = TestPicture(width: 400, height: 300)
        let corners = try picture.draw("UPSIDE DOWN", x: 150, y: 80)
        let path = try folder.write(picture.turned, "turned.pgm")
        let event = try #require(try CommandRunner.run("scan", "--json", path).events().first)
        try expect(event, corners.map { (400 - $0.x, 300 - $0.y) }, within: 6)
    }

    @Test("corners of a code found in a region are those in the whole frame")
    func regionCorners() throws {
        var picture = TestPicture(width: 640, height: 480)
        let corners = try picture.draw("4006381333931", as: .ean13, x: 350, y: 250, modulePixels: 2)
        let path = try folder.write(picture, "a.pgm")
        let event = try #require(
            try CommandRunner.run("scan", "--json", "--region", "50%,50%,50%,50%", path).events().first)
        #expect(event["symbology"].string == "ean-13")
        try expect(event, corners, within: 12)
    }

    private func expect(
        _ event: JSON, _ corners: [(x: Int, y: Int)], within distance: Int,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(event["corners"].array.count == 4, sourceLocation: location)
        for (found, place) in zip(event["corners"].array, corners) {
            #expect(found.array.count == 2, sourceLocation: location)
            let x = try #require(found[0].int, sourceLocation: location)
            let y = try #require(found[1].int, sourceLocation: location)
            #expect(
                abs(x - place.x) <= distance && abs(y - place.y) <= distance, "(\(x), \(y)) for \(place)",
                sourceLocation: location)
        }
    }

    @Test("pictures with nothing and unreadable ones have their own events, and the run goes on")
    func otherEvents() throws {
        let blank = try folder.write(TestPicture(), "blank.pgm")
        let missing = folder.path + "/missing.png"
        let text = try folder.write(Array("no picture at all".utf8), "text.png")
        let code = try folder.write(try TestPicture(of: "LAST"), "code.pgm")
        let result = try CommandRunner.run("scan", "--json", blank, missing, text, code)
        let events = try result.events()
        #expect(events.map { $0["event"].string } == ["none", "error", "error", "scan"])
        #expect(events.map { $0["source"].string } == [blank, missing, text, code])
        #expect(events[0].keys == ["event", "source"])
        #expect(events[1].keys == ["event", "source", "message"])
        #expect(events[1]["message"].string == "cannot open \(missing): there is no such file; check the name")
        #expect(events[2]["message"].string?.contains("not a picture") == true)
        // People reading along see errors too.
        #expect(result.errorLines.count == 2)
        #expect(result.errorLines.first == "candela: cannot open \(missing): there is no such file; check the name")
        #expect(result.status == 2)
    }

    @Test("bytes that are no UTF-8 come in base64, and their escaped form as text")
    func binaryPayload() throws {
        let bytes: [UInt8] = [0x00, 0xff, 0xfe, 0x41, 0x80, 0x1b, 0x0a, 0xc3]
        let path = try folder.write(TestPicture(of: try BarcodeEncoder.encode(bytes: bytes, as: .qr)), "binary.pgm")
        let result = try CommandRunner.run("scan", "--json", path)
        let event = try #require(try result.events().first)
        #expect(event.keys == Self.pictureKeys.union(["bytes_base64"]))
        #expect(event["bytes_base64"].string == Data(bytes).base64EncodedString())
        #expect(event["text"].string == "\\x00\\xff\\xfeA\\x80\\x1b\\n\\xc3")
        #expect(try CommandRunner.run("scan", "--raw", path).outputBytes == bytes + [0x0a])
    }

    @Test("text that would act on a terminal is the same text in JSON, but not the same bytes")
    func controlCharacters() throws {
        let text = "a\u{1b}[31mb\u{9b}2Jc\u{202e}d\r\n\u{e0041}e"
        let path = try folder.write(try TestPicture(of: text), "escape.pgm")
        let result = try CommandRunner.run("scan", "--json", path)
        #expect(result.lines.count == 1)
        #expect(try result.events().first?["text"].string == text)
        for scalar in ["\u{1b}", "\u{9b}", "\u{202e}", "\r", "\u{e0041}"] {
            #expect(!result.output.unicodeScalars.contains(Unicode.Scalar(scalar)!), "U+\(scalar.unicodeScalars)")
        }
    }

    @Test("--json and --raw exclude each other")
    func exclusive() throws {
        let result = try CommandRunner.run("scan", "--json", "--raw", "sim:")
        #expect(result.errors.contains("cannot print both --json and --raw: choose one"))
        #expect(result.output == "")
        #expect(result.status == 2)
    }
}
