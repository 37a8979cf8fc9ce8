// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("candela scan -")
struct StandardInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let header = Array("YUV4MPEG2 W240 H200 F25:1 Ip A1:1 Cmono\n".utf8)
    static let frameLine = Array("FRAME\n".utf8)

    private func frame(_ text: String?) throws -> [UInt8] {
        var picture = TestPicture(width: 240, height: 200)
        if let text { try picture.draw(text, x: 60, y: 50) }
        return Array(picture.pgm.suffix(240 * 200))
    }

    private func stream(_ texts: String?...) throws -> [UInt8] {
        try texts.reduce(Self.header) { try $0 + Self.frameLine + frame($1) }
    }

    private func scan(_ bytes: [UInt8], _ options: String...) throws -> CommandResult {
        let path = try folder.write(bytes, "stream")
        return try CommandRunner.start(["scan", "-"] + options, input: path).end()
    }

    @Test("every frame of a YUV4MPEG2 stream is read, in order, and its end is the end")
    func y4m() throws {
        let result = try scan(stream("ONE", nil, "TWO", "THREE"), "--raw", "--effort", "hard")
        #expect(result.lines == ["ONE", "TWO", "THREE"])
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("a code that a film shows for half a second is read without further ado")
    func film() throws {
        let film = Array(repeating: "ONE", count: 12) + [nil] + Array(repeating: "TWO", count: 12)
        let bytes = try film.reduce(Self.header) { try $0 + Self.frameLine + frame($1) }
        #expect(try scan(bytes, "--raw").lines == ["ONE", "TWO"])
    }

    @Test("frames are numbered from 0")
    func numbers() throws {
        let events = try scan(stream(nil, "ONE", nil, "TWO"), "--json", "--effort", "hard").events()
        #expect(events.map { $0["frame"].int } == [1, 3])
        #expect(events.allSatisfy { $0["source"].string == "-" })
    }

    @Test("a stream without a code gives nothing, and status 1")
    func nothing() throws {
        let result = try scan(stream(nil, nil))
        #expect(result.output == "" && result.errors == "")
        #expect(result.status == 1)
    }

    @Test("raw frames are read by format and size")
    func raw() throws {
        let result = try scan(
            frame("RAW ONE") + frame("RAW TWO"), "--raw", "--effort", "hard", "--format", "grey", "--size", "240x200")
        #expect(result.lines == ["RAW ONE", "RAW TWO"])
        #expect(result.status == 0)
    }

    @Test("a stream that breaks off in a frame: what came before is read, then an error names the frame")
    func brokenOff() throws {
        let result = try scan(Array(stream("WHOLE", "CUT").dropLast(1000)), "--raw")
        #expect(result.lines == ["WHOLE"])
        #expect(
            result.errorLines == [
                "candela: cannot read YUV4MPEG2 frame 1: the stream ended after 47000 of its 48000 bytes"
            ])
        #expect(result.status == 2)
    }

    @Test(
        "a broken stream is refused with its reason",
        arguments: [
            ("", "the stream is empty"), ("YUV4MPEG", "ended inside it"),
            ("P5 8 8 255\n", "does not begin with YUV4MPEG2"),
            ("YUV4MPEG2 W240 F25:1\nFRAME\n", "height (H)"), ("YUV4MPEG2 W-1 H200\nFRAME\n", "width (W)"),
            ("YUV4MPEG2 W99999999999 H99999999999\nFRAME\n", "width (W)"),
            ("YUV4MPEG2 W240 H200 Cpurple\nFRAME\n", "Cpurple"), ("YUV4MPEG2 W8 H8 Cmono\nFRAMED\n", "FRAME line is missing"),
        ])
    func broken(stream: String, reason: String) throws {
        let result = try scan(Array(stream.utf8))
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("candela: cannot read ") && result.errors.contains(reason))
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("after a broken stream the rest of the inputs is read")
    func restOfBatch() throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let events = try scan(Array("nonsense\n".utf8), good, "--json").events()
        #expect(events.map { $0["event"].string } == ["error", "scan"])
        #expect(events.map { $0["source"].string } == ["-", good])
    }

    @Test(
        "raw frames need a format that is known and a size",
        arguments: [
            (["--format", "GREY"], "--size"), (["--format", "ZZZZ", "--size", "8x8"], "ZZZZ"),
        ])
    func rawOptions(options: [String], named: String) throws {
        let path = try folder.write([1, 2, 3], "stream")
        let result = try CommandRunner.start(["scan", "-"] + options, input: path).end()
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("candela: cannot read ") && result.errors.contains(named))
        #expect(result.status == 2)
    }
}
