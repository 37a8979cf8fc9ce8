// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("candela scan of the simulated camera")
struct ScanSimulatedTests {
    @Test(
        "a preset's codes are read",
        arguments: [
            ("bench", ["qr CANDELA"]), ("", ["qr CANDELA"]), ("inverted", ["qr CANDELA"]),
            ("two-codes", ["ean-13 4006381333931", "qr CANDELA"]),
        ])
    func presets(preset: String, codes: [String]) throws {
        // Stopped by the end of its frames, not by a clock: however slow the machine, it sees as many.
        let result = try CommandRunner.run("scan", "sim:\(preset)?pace=free&unplug=30", "--interval", "1h")
        #expect(result.lines.sorted() == codes)
    }

    @Test("a table without a code gives nothing until the time is up, and status 1")
    func empty() throws {
        let result = try CommandRunner.run("scan", "sim:empty", "--timeout", "700ms")
        #expect(result.output == "" && result.errors == "")
        #expect(result.status == 1)
    }

    @Test("--once ends with the first code")
    func once() throws {
        let result = try CommandRunner.run("scan", "sim:two-codes", "--once")
        #expect(result.lines.count == 1)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test("a live read has exactly the documented keys")
    func liveEvent() throws {
        let result = try CommandRunner.run("scan", "sim:bench?seed=7", "--once", "--json")
        let event = try #require(try result.events().first)
        #expect(event.keys == ScanJSONTests.liveKeys)
        #expect(event["source"].string == "sim:bench?seed=7")
        #expect(event["camera"].string == "simulated")
        #expect(try #require(event["frame"].int) >= 0)
        #expect(try #require(event["decode_ms"].double) > 0)
        // A frame is not read before it was taken.
        #expect(try #require(event["age_ms"].double) > 0)
        for corner in event["corners"].array {
            let (x, y) = (try #require(corner[0].int), try #require(corner[1].int))
            #expect((0...640).contains(x) && (0...480).contains(y))
        }
    }

    @Test("the same code is reported once in its interval, and with an interval of 0 in every frame")
    func interval() throws {
        let scene = "sim:bench?pace=free&unplug=30"
        let often = try CommandRunner.run("scan", scene, "--raw", "--interval", "0")
        let once = try CommandRunner.run("scan", scene, "--raw", "--interval", "10min")
        #expect(once.lines == ["CANDELA"])
        #expect(often.lines.count > 3 && Set(often.lines) == ["CANDELA"])
    }

    @Test("each code has an interval of its own")
    func intervalEach() throws {
        let result = try CommandRunner.run("scan", "sim:two-codes?pace=free&unplug=20", "--raw", "--interval", "10min")
        #expect(result.lines.sorted() == ["4006381333931", "CANDELA"])
    }

    @Test("--region applies to frames, and one outside the frame is said so")
    func region() throws {
        let left = try CommandRunner.run("scan", "sim:two-codes", "--once", "--region", "0,0,40%,100%")
        #expect(left.lines == ["qr CANDELA"])
        let outside = try CommandRunner.run("scan", "sim:two-codes", "--region", "640,0,10,10")
        #expect(
            outside.errorLines == [
                "candela: cannot read region 640,0,10,10 of a 640x480 frame: it is empty or extends outside the frame; "
                    + "give x,y,width,height inside the frame, in pixels or percent"
            ])
        #expect(outside.status == 2)
    }

    @Test("--size and --fps are asked of the camera")
    func size() throws {
        let result = try CommandRunner.run("scan", "sim:bench", "--size", "320x240", "--verbose", "--timeout", "300ms")
        #expect(result.errors.contains("320x240"))
    }

    @Test("a camera unplugged in mid-scan ends with a clear sentence and status 2; what was read stays read")
    func unplugged() throws {
        let result = try CommandRunner.run("scan", "sim:bench?unplug=30&pace=free", "--interval", "1h")
        #expect(result.lines == ["qr CANDELA"])
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains("unplugged") || result.errors.contains("gone"))
        #expect(result.status == 2)
    }

    @Test("a busy camera is said to be busy")
    func busy() throws {
        let result = try CommandRunner.run("scan", "sim:bench?busy=on")
        #expect(result.errors.contains("another program") || result.errors.contains("busy"))
        #expect(result.errorLines.count == 1)
        #expect(result.status == 2)
    }

    @Test("a camera that stops sending frames is said to have stopped")
    func stalled() throws {
        let result = try CommandRunner.run("scan", "sim:empty?stall=10&pace=free")
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("candela: cannot "))
        #expect(result.status == 2)
    }
}
