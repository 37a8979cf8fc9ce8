// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("candela measure")
struct MeasureTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let scene = "sim:bench?pace=free"

    @Test("a camera gives an object a frame, one a read, and a summary that counts them")
    func events() throws {
        let result = try CommandRunner.run("measure", Self.scene, "--frames", "20", "--json")
        #expect(result.status == 0 && result.errors == "")
        let events = try result.events()
        let frames = events.filter { $0["event"].string == "frame" }
        let reads = events.filter { $0["event"].string == "read" }
        let summary = try #require(events.last)
        #expect(frames.count == 20)
        #expect(
            frames[0].keys == [
                "event", "source", "frame", "time_s", "is_corrupt", "figures", "light", "flicker", "symbol",
            ])
        #expect(
            reads.first?.keys == ["event", "source", "frame", "time_s", "codes", "decode_ms", "age_ms"])
        #expect(reads.allSatisfy { $0["codes"][0]["text"].string == "CANDELA" })
        #expect(summary["event"].string == "summary" && summary["schema"].string == "candela.measure/1")
        #expect(summary["stream"]["frames"].int == 20 && summary["reading"]["frames_tried"].int == 20)
        #expect(summary["reading"]["frames_read"].int == reads.count)
        #expect(summary["figures"]["frames_measured"].int == 20)
        // What is simulated ahead of the clock has no latency, and says so.
        #expect(summary["reading"]["latency_is_known"].bool == false)
        #expect(summary["reading"]["latency_ms"].keys.isEmpty)
        #expect(summary["stream"]["negotiated_fps"].double == 30 && summary["stream"]["measured_fps"].double == 30)
    }

    @Test("at the clock's pace, latency is known and not less than what decoding took")
    func latency() throws {
        let result = try CommandRunner.run("measure", "sim:bench", "--frames", "25", "--json")
        let reading = try #require(try result.events().last)["reading"]
        #expect(reading["latency_is_known"].bool == true)
        #expect(reading["latency_from"].string == "exposure-start")
        let (least, most) = (reading["latency_ms"]["min"].double, reading["latency_ms"]["max"].double)
        #expect(try #require(least) > (try #require(reading["decode_ms"]["min"].double)))
        #expect(try #require(most) >= (try #require(least)))
    }

    @Test("a region outside the frame is an error that names both")
    func region() throws {
        let result = try CommandRunner.run("measure", Self.scene, "--region", "700,0,10,10")
        #expect(result.status == 2 && result.errors.contains("700,0,10,10") && result.errors.contains("640x480"))
    }

    @Test("without a symbol, --symbol says so with status 1, and gives no figures")
    func noSymbol() throws {
        let result = try CommandRunner.run("measure", "sim:empty?pace=free", "--symbol", "--frames", "4")
        #expect(result.status == 1 && result.errors.contains("no symbol was found"))
        #expect(result.output.contains("none: no symbol was found"))
    }

    @Test("a picture gives one line, in text, JSON and CSV alike")
    func pictures() throws {
        let path = try folder.write(try TestPicture(of: "HELLO"), "code.pgm")
        let text = try CommandRunner.run("measure", path)
        #expect(text.lines.count == 1 && text.output.hasPrefix("\(path): mean ") && text.status == 0)
        #expect(text.output.contains("qr: 4 px/module"))
        let json = try CommandRunner.run("measure", "--json", path)
        let event = try #require(try json.events().first)
        #expect(event["event"].string == "picture" && event["codes"][0]["text"].string == "HELLO")
        // Drawn with four pixels a module, black on white.
        #expect(abs(try #require(event["symbol"]["module_px"].double) - 4) < 0.1)
        #expect(event["figures"]["p1"].int == 0 && event["figures"]["p99"].int == 255)
        let csv = try CommandRunner.run("measure", "--csv", path)
        #expect(csv.lines.count == 2 && csv.lines[0].hasPrefix("kind,source,") && csv.lines[1].hasPrefix("picture,"))
        #expect(
            csv.lines[0].split(separator: ",", omittingEmptySubsequences: false).count
                == csv.lines[1].split(separator: ",", omittingEmptySubsequences: false).count)
    }

    @Test("a code's text is no formula to a spreadsheet and acts on no terminal")
    func hostile() throws {
        let formula = try folder.write(try TestPicture(of: "=HYPERLINK(1,2)"), "formula.pgm")
        let table = try CommandRunner.run("measure", "--csv", formula)
        #expect(table.output.contains("\"'=HYPERLINK(1,2)\""))
        let escape = try folder.write(try TestPicture(of: OutputTests.hostile), "x\u{1b}[31my.pgm")
        let live = try CommandRunner.start(["measure", "--csv", escape], to: .terminal).end()
        #expect(!live.output.unicodeScalars.contains("\u{1b}") && !live.output.unicodeScalars.contains("\u{9b}"))
        #expect(live.output.contains("x\\x1b[31my.pgm"))
    }

    @Test("a plot is a PNG or an SVG with its title; nothing is measured where it could not be written")
    func plots() throws {
        let (png, svg) = (folder.path + "/run.png", folder.path + "/run.svg")
        for path in [png, svg] {
            let result = try CommandRunner.run("measure", Self.scene, "--frames", "5", "--plot", path)
            #expect(result.status == 0 && result.errors == "")
        }
        #expect(try folder.read("run.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
        #expect(String(decoding: try folder.read("run.svg"), as: UTF8.self).contains("<svg "))
        let nowhere = try CommandRunner.run("measure", Self.scene, "--plot", folder.path + "/no/run.png")
        #expect(nowhere.status == 2 && nowhere.output == "" && nowhere.errors.contains("cannot write"))
        let odd = try CommandRunner.run("measure", Self.scene, "--plot", "run.bmp")
        #expect(odd.status == 2 && odd.errors.contains(".png or .svg"))
    }

    @Test("what is missing is an error in its place, and the others are measured")
    func missing() throws {
        let good = try folder.write(try TestPicture(of: "GOOD"), "good.pgm")
        let result = try CommandRunner.run("measure", "--json", folder.path + "/none.png", good)
        #expect(result.status == 2)
        #expect(try result.events().map { $0["event"].string } == ["error", "picture"])
    }

    @Test(
        "arguments that contradict each other are refused",
        arguments: [
            ["--json", "--csv"], ["--symbol", "--region", "0,0,10,10"], ["--fit-lux", "3", "--fit-als"],
            ["--fit-lux", "0"], ["--reflectance", "2"], ["--frames", "0"],
        ])
    func arguments(_ options: [String]) throws {
        let result = try CommandRunner.run(["measure", Self.scene] + options)
        #expect(result.status == 2 && result.output == "" && result.errors.contains("cannot"))
    }
}
