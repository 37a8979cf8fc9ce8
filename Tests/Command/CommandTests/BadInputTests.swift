// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("candela with unusable inputs")
struct BadInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One bad input before a good picture: one sentence, status 2, and the good one is read all the same.
    private func expect(
        _ bad: String, says parts: String..., doctor: String? = nil, user: String? = nil,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let result = try CommandRunner.run("scan", "--json", bad, good, user: user)
        let events = try result.events()
        #expect(events.map { $0["event"].string } == ["error", "scan"], "\(result)", sourceLocation: location)
        #expect(events.first?["source"].string == bad, sourceLocation: location)
        #expect(events.last?["text"].string == "GOOD", sourceLocation: location)
        let message = events.first?["message"].string ?? ""
        for part in parts { #expect(message.contains(part), sourceLocation: location) }
        #expect(message.hasPrefix("cannot "), "\(message)", sourceLocation: location)
        let words = ["candela: \(message)"] + (doctor.map { ["candela: \($0)"] } ?? [])
        #expect(result.errorLines == words, sourceLocation: location)
        #expect(result.status == 2, sourceLocation: location)
    }

    @Test("no such device")
    func missingDevice() throws {
        let word =
            Machine.hasCamera
            ? "node.moved: /dev/video987 no longer exists, but a camera is present"
            : "device.none: there is no camera on this machine"
        try expect(
            "/dev/video987", says: "/dev/video987", "no such device",
            doctor: "\(word); run `candela doctor /dev/video987` for the evidence and the fix")
    }

    @Test("a device that is no video node")
    func otherDevice() throws { try expect("/dev/null", says: "/dev/null as a camera", "not a video node") }

    @Test("a file that does not exist")
    func missingFile() throws { try expect(folder.path + "/gone.png", says: "gone.png", "no such file") }

    @Test("a file that is no picture, whatever its name")
    func notPicture() throws {
        try expect(try folder.write(Array("hello".utf8), "hello.png"), says: "hello.png", "not a picture")
    }

    @Test("an empty file")
    func emptyFile() throws { try expect(try folder.write([], "empty.jpg"), says: "empty.jpg", "empty") }

    @Test("a fifo, which nobody writes to")
    func fifo() throws { try expect(try folder.makePipe("fifo.png"), says: "fifo.png") }

    @Test("a folder without pictures")
    func emptyFolder() throws {
        try folder.write(Array("notes".utf8), "documents/notes.txt")
        try expect(folder.path + "/documents", says: "/documents", "cannot find pictures")
    }

    @Test("a picture that announces more pixels than anybody has")
    func hugeHeader() throws {
        let header = Array("P5\n30000 30000\n255\n".utf8)
        try expect(try folder.write(header, "huge.pgm"), says: "huge.pgm", "30000x30000")
    }

    @Test("a JPEG of nothing but its beginning")
    func brokenJPEG() throws {
        try expect(try folder.write([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2], "broken.jpg"), says: "broken.jpg")
    }

    @Test(
        "a simulated scene that is none",
        arguments: [
            "sim:beach", "sim:?colour=red", "sim:?lux=bright", "sim:?code=qr", "sim:?code=ean-13:123", "sim:?lux",
        ])
    func scenes(specification: String) throws { try expect(specification) }

    @Test("a file without read access")
    func noAccess() throws {
        let path = try folder.write(try TestPicture(of: "SECRET"), "secret.pgm")
        #expect(removeAccess(path))
        try expect(path, says: "secret.pgm", "permission denied", user: Machine.isRoot ? "65534" : nil)
    }

    // A thread of the decoder's process was filtered before the C library had set it up, in 3 of 100 runs.
    @Test("the decoder begins each time, also for a user without any rights")
    func decoderBegins() throws {
        let path = try folder.write(try TestPicture(of: "AGAIN"), "again.pgm")
        for _ in 0..<100 {
            let result = try CommandRunner.run("scan", path, user: Machine.isRoot ? "65534" : nil)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test("a picture cut short: its codes are read, and an error names the file")
    func truncated() throws {
        var picture = TestPicture(width: 300, height: 600)
        try picture.draw("STILL HERE", x: 60, y: 60)
        let path = try folder.write(Array(picture.pgm.dropLast(300 * 250)), "cut.pgm")
        let result = try CommandRunner.run("scan", "--json", path)
        let events = try result.events()
        #expect(events.map { $0["event"].string } == ["scan", "error"])
        #expect(events[0]["text"].string == "STILL HERE")
        let message = try #require(events[1]["message"].string)
        #expect(message.contains("cut.pgm") && message.contains("cut short") && message.contains("350 rows"))
        #expect(result.errors == "candela: \(message)\n")
        #expect(result.status == 2)
    }

    @Test("a picture of one pixel holds no code, and that is no error")
    func onePixel() throws {
        let path = try folder.write(TestPicture(width: 1, height: 1), "pixel.pgm")
        let result = try CommandRunner.run("scan", "--json", path)
        #expect(try result.events().map { $0["event"].string } == ["none"])
        #expect(result.errors == "")
        #expect(result.status == 1)
    }

    @Test("a picture 30,000 pixels wide is read to its end")
    func wide() throws {
        var picture = TestPicture(width: 30_000, height: 200)
        try picture.draw("FAR RIGHT", x: 29_800, y: 40)
        let path = try folder.write(picture, "wide.pgm")
        let event = try #require(try CommandRunner.run("scan", "--json", path).events().first)
        #expect(event["text"].string == "FAR RIGHT")
        #expect((29_790...29_810).contains(event["corners"][0][0].int ?? 0))
    }

    @Test(
        "arguments that make no sense are refused before anything is done, naming the option",
        arguments: [
            (["--symbology", "ean-14"], "ean-14"), (["--except", "fax"], "fax"), (["--except", "all"], "--except"),
            (["--region", "1,2,3"], "--region"), (["--region", "0,0,101%,5"], "--region"),
            (["--region", "-1,0,5,5"], "--region"), (["--interval", "soon"], "--interval"),
            (["--interval", "3"], "--interval"),
            (["--timeout", "5"], "--timeout"), (["--timeout", "1e99s"], "--timeout"),
            (["--timeout", "nans"], "--timeout"),
            (["--size", "640"], "--size"), (["--size", "0x480"], "--size"), (["--fps", "0"], "--fps"),
            (["--fps", "nan"], "--fps"), (["--fps", "many"], "--fps"), (["--format", "toolong"], "--format"),
            (["--effort", "extreme"], "--effort"), (["--frobnicate"], "--frobnicate"),
        ])
    func arguments(options: [String], named: String) throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let result = try CommandRunner.run(["scan"] + options + [good])
        #expect(result.errors.contains(named))
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test("an unknown command")
    func unknownCommand() throws {
        let result = try CommandRunner.run("frobnicate")
        #expect(result.errors.contains("frobnicate"))
        #expect(result.output == "")
        #expect(result.status == 2)
    }
}
