// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import TestConditions
import Testing

@Suite("candela doctor")
struct DoctorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Simulated cameras

    @Test("a healthy camera: one line, with the code it read", .needsRealKernel)
    func healthy() throws {
        let result = try CommandRunner.run("doctor", "sim:bench?pace=free")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines.count == 1)
        #expect(result.output.hasPrefix("sim:bench?pace=free: ready: qr \"CANDELA\": read a code in "), "\(result)")
        #expect(result.errors == "")
        #expect(try CommandRunner.run("doctor", "sim:?pace=free").output.hasPrefix("sim:?pace=free: ready: "))
    }

    @Test(
        "a scene with something wrong: its headline and its status",
        // On the camera's own clock: by the machine's, frames are lost while it is busy, and the doctor reports that.
        arguments: [
            ("dark?pace=free", "light.dark", "blocked", 1), ("blurred?pace=free", "focus.blurred", "blocked", 1),
            ("glare?pace=free", "symbol.glare", "blocked", 1), ("far?pace=free", "symbol.small", "blocked", 1),
            ("flicker?pace=free", "light.flicker", "degraded", 0), ("empty?pace=free", "symbol.none", "degraded", 0),
            ("two-codes?pace=free", "symbol.several", "degraded", 0),
            ("bench?unplug=40&pace=free", "device.dropped", "blocked", 1),
            ("bench?stall=0&pace=free", "stream.none", "blocked", 1),
            ("bench?busy=on&pace=free", "node.busy", "blocked", 1),
            ("bench?noise=off&pace=free", "stream.frozen", "blocked", 1),
        ])
    func scenes(scene: String, headline: String, verdict: String, status: Int32) throws {
        let result = try CommandRunner.run("doctor", "sim:\(scene)", "--json")
        let report = try result.json()
        #expect(report["schema"].string == "candela.doctor/1")
        #expect(report["headline"].string == headline, "\(result)")
        #expect(report["verdict"].string == verdict, "\(result)")
        #expect(result.status == status)
        let broken = report["checks"].array.filter { ["warn", "fail"].contains($0["state"].string ?? "") }
        for check in broken {
            #expect(!check["evidence"].array.isEmpty)
            #expect(check["effect"].string?.isEmpty == false)
            #expect(["certain", "likely", "possible"].contains(check["confidence"].string))
        }
        for check in report["checks"].array where ["skip", "unknown"].contains(check["state"].string ?? "") {
            #expect(check["reason"].string?.isEmpty == false)
        }
    }

    @Test("for people: the headline, the evidence, the effect, the fixes, then the table")
    func text() throws {
        let result = try CommandRunner.run("doctor", "sim:bench?busy=on")
        #expect(result.lines.first == "sim:bench?busy=on: blocked: node.busy")
        for part in [
            "  Seen:", "  How to fix it:", "FAIL contention",
            "skipped: stream, light, focus, symbol, reader (contention failed)",
        ] {
            #expect(result.output.contains(part), "\(result)")
        }
        #expect(result.lines.last == "More: candela doctor --explain node.busy")
    }

    // MARK: Pictures

    @Test("a picture that reads is ready; one that cannot be read is blocked; a folder is a line each")
    func pictures() throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let blank = try folder.write(TestPicture(grey: 200), "blank.pgm")
        let one = try CommandRunner.run("doctor", good)
        #expect(one.status == 0 && one.output.contains("ready: qr \"GOOD\""), "\(one)")
        let none = try CommandRunner.run("doctor", blank, "--json")
        #expect(none.status == 1)
        #expect(try none.json()["verdict"].string == "blocked")
        #expect(try none.json()["kind"].string == "picture")
        // No camera is asked about.
        #expect(try none.json()["checks"].array.map { $0["id"].string } == ["light", "focus", "symbol", "reader"])
        let both = try CommandRunner.run("doctor", folder.path)
        #expect(both.lines.count == 2 && both.status == 1, "\(both)")
        #expect(
            both.lines[0].contains("blank.pgm: blocked: ") && both.lines[1].contains("good.pgm: ready: "), "\(both)")
    }

    @Test("a picture that cannot be loaded is reported, and the others are examined; status 2")
    func badPicture() throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let bad = try folder.write(Array("hello".utf8), "hello.png")
        let result = try CommandRunner.run("doctor", bad, good)
        #expect(result.status == 2)
        #expect(result.errors.contains("hello.png") && result.errors.contains("not a picture"), "\(result)")
        #expect(result.output.contains("ready: qr \"GOOD\""))
    }

    @Test("a truncated picture: a warning if the remaining part has a code, else the broken link")
    func tornPicture() throws {
        var picture = TestPicture(width: 300, height: 600)
        try picture.draw("STILL HERE", x: 60, y: 60)
        let read = try CommandRunner.run(
            "doctor", "--json", folder.write(Array(picture.pgm.dropLast(300 * 250)), "a.pgm"))
        #expect(try read.json()["headline"].string == "stream.corrupt")
        #expect(try read.json()["verdict"].string == "degraded" && read.status == 0)
        #expect(read.output.contains("350 rows"), "\(read)")
        let lost = try CommandRunner.run(
            "doctor", "--json", folder.write(Array(picture.pgm.dropLast(300 * 560)), "b.pgm"))
        #expect(try lost.json()["headline"].string == "stream.corrupt")
        #expect(try lost.json()["verdict"].string == "blocked" && lost.status == 1)
        let symbol = try lost.json()["checks"].array.first { $0["id"].string == "symbol" }
        #expect(symbol?["state"].string == "skip" && symbol?["reason"].string == "stream failed")
    }

    @Test("a symbology that was not requested, and a region beside the code, are named")
    func askedWrongly() throws {
        let picture = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let disabled = try CommandRunner.run("doctor", picture, "--symbology", "ean-13", "--json").json()
        #expect(disabled["headline"].string == "symbol.disabled")
        var wide = TestPicture(width: 900, height: 300)
        try wide.draw("4006381333931", as: .ean13, x: 600, y: 80, modulePixels: 3)
        let place = try folder.write(wide, "wide.pgm")
        let outside = try CommandRunner.run("doctor", place, "--region", "0,0,50%,100%", "--json").json()
        #expect(outside["headline"].string == "symbol.outside-region", "\(outside)")
    }

    @Test("a code's text is escaped wherever it is shown")
    func hostileText() throws {
        let picture = try folder.write(try TestPicture(of: "a\u{1b}[31mb"), "good.pgm")
        let result = try CommandRunner.run("doctor", picture, "--verbose")
        #expect(result.status == 0)
        #expect(!result.outputBytes.contains(0x1b) && result.output.contains("a\\x1b[31mb"), "\(result)")
    }

    // MARK: Pages and evidence

    @Test("--list names every finding once; --explain has a page for each of them")
    func pages() throws {
        let report = try CommandRunner.run("doctor", "--list", "--json").json()
        #expect(report["schema"].string == "candela.findings/1")
        let ids = report["findings"].array.compactMap { $0["id"].string }
        #expect(ids.count >= 57 && Set(ids).count == ids.count)
        let list = try CommandRunner.run("doctor", "--list")
        for id in ids { #expect(list.lines.contains { $0.hasPrefix("  \(id) ") }) }
        let page = try CommandRunner.run("doctor", "--explain", "light.dark")
        #expect(page.status == 0 && page.lines.count > 8)
        for line in page.lines { #expect(line.count <= 80) }
        let unknown = try CommandRunner.run("doctor", "--explain", "light.purple")
        #expect(unknown.status == 2 && unknown.errors.contains("similar: light."), "\(unknown)")
    }

    @Test("saved evidence gives the same report, and contains no code text")
    func evidence() throws {
        let file = folder.path + "/evidence.json"
        let picture = try folder.write(try TestPicture(of: "SECRET-7"), "good.pgm")
        let first = try CommandRunner.run("doctor", picture, "--json", "--save-evidence", file)
        #expect(first.status == 0, "\(first)")
        let kept = try folder.read("evidence.json")
        #expect(!String(decoding: kept, as: UTF8.self).contains("SECRET-7"))
        let again = try CommandRunner.run("doctor", "--replay", file, "--json")
        #expect(again.status == 0)
        #expect(try again.json()["verdict"].string == "ready")
        #expect(try again.json()["codes"].array.count == 1)
        let open = try CommandRunner.run("doctor", picture, "--save-evidence", file, "--unredacted", "--with-frames")
        #expect(open.status == 0)
        #expect(try CommandRunner.run("doctor", "--replay", file).output == open.output)
        let blocked = try CommandRunner.run("doctor", "sim:dark", "--save-evidence", file)
        #expect(blocked.status == 1)
        #expect(try CommandRunner.run("doctor", "--replay", file).output == blocked.output)
    }

    @Test(
        "options that do not go together are refused with the reason",
        arguments: [
            (["--yes"], "--fix"), (["--replay", "x", "--fix"], "--replay"), (["--with-frames"], "--save-evidence"),
            (["--replay", "x", "sim:"], "--replay"), (["--fix", "--json"], "--json"), (["--only", "purple"], "purple"),
            (["--replay", "/nowhere.json"], "/nowhere.json"), (["sim:nowhere"], "nowhere"),
            (["/dev/null"], "/dev/null"),
            (["sim:bench", "--save-evidence", "/nowhere/x.json"], "/nowhere/x.json"),
            (["sim:dark", "--fix"], "--yes"), (["--watch", "1s"], "5s"), (["--watch", "60"], "--watch"),
            (["--as", "a", "--unit", "b"], "--container"), (["--pid", "0"], "positive"),
            (["--as", "root", "sim:bench"], "sim:bench"), (["--as", "no-such-user"], "no-such-user"),
            (["--pid", "4194305"], "4194305"), (["--app", "no.such.app"], "no.such.app"),
            (["--unit", "no-such.service"], "no-such.service"), (["--as", "root", "--replay", "x"], "--replay"),
        ])
    func refusals(arguments: [String], part: String) throws {
        let result = try CommandRunner.run(["doctor"] + arguments)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains(part), "\(result)")
    }

    @Test("--watch watches for that long in the camera's own time, and a steady picture stays ready")
    func watch() throws {
        let result = try CommandRunner.run("doctor", "sim:bench?pace=free", "--watch", "8s", "--json")
        #expect(result.status == 0, "\(result)")
        #expect(try result.json()["verdict"].string == "ready")
        let picture = try folder.write(TestPicture(of: "GOOD").pgm, "watched.pgm")
        let refused = try CommandRunner.run("doctor", picture, "--watch", "8s")
        #expect(refused.status == 2 && refused.errors.contains("--watch"), "\(refused)")
    }

    @Test("--only limits the verdict to those checks")
    func only() throws {
        let result = try CommandRunner.run("doctor", "sim:dark", "--only", "contention,stream", "--json")
        #expect(try result.json()["checks"].array.map { $0["id"].string } == ["contention", "stream"])
        #expect(result.status == 0)
    }

    @Test("frames on standard input are judged")
    func standardInput() throws {
        let picture = try TestPicture(of: "GOOD")
        let header = "YUV4MPEG2 W\(picture.width) H\(picture.height) F10:1 Cmono\n"
        var stream = Array(header.utf8)
        for _ in 0..<14 { stream += Array("FRAME\n".utf8) + picture.pgm.suffix(picture.width * picture.height) }
        let file = try folder.write(stream, "stream.y4m")
        let result = try CommandRunner.run("doctor", "-", "--json", input: file)
        #expect(result.status == 0, "\(result)")
        #expect(try result.json()["kind"].string == "stream")
        #expect(try result.json()["codes"].array.first?["text"].string == "GOOD")
        let nothing = try CommandRunner.run("doctor", "-", input: "/dev/null")
        #expect(nothing.status == 2 || nothing.status == 1, "\(nothing)")
        #expect(nothing.errors + nothing.output != "")
    }
}
