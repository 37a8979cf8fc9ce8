// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What people know from the scanners of their phones, each under the name they know it by; docs/scan.md has the table.
@Suite("What phone scanners do")
struct PhoneScannerTests {
    private func scan(_ words: String..., environment: [String: String] = [:]) throws -> CommandResult {
        try CommandRunner.start(["scan"] + words, environment: environment).end()
    }

    private func events(_ result: CommandResult, _ kind: String) throws -> [JSON] {
        try result.events().filter { $0["event"].string == kind }
    }

    @Test("permission: without access it says what is missing and the command that gives it") func permission() throws {
        // What a machine without the right was seen to have.
        let seen = CommandRunner.repository.appending(path: "Tests/Doctor/DiagnosticsTests/Evidence/not-permitted.json").path
        let report = try CommandRunner.run("doctor", "--replay", seen, "--json").json()
        #expect(report["headline"].string == "access.not-permitted")
        let access = try #require(report["checks"].array.first { $0["id"].string == "access" })
        #expect(access["fixes"][0]["commands"][0].string == "sudo usermod -aG video 1234")
        #expect(access["fixes"][0]["undo"].array.count == 1)
    }

    @Test("zoom, clamped to what the camera can") func zoom() throws {
        let much = try scan("--zoom", "90x", "--once", "--raw", "--timeout", "30s", "sim:far")
        #expect(much.lines == ["CANDELA"])
        #expect(much.errors.contains("using the maximum"))
        #expect(try CommandRunner.run("get", "-c", "sim:far", "zoom_absolute").output.contains("100"))
    }

    @Test("torch, offered when it gets dark") func torch() throws {
        let offered = try scan("--timeout", "4s", "sim:dim?pace=free")
        #expect(offered.errors.contains("--torch"))
        let lit = try scan("sim:dim?pace=free&unplug=120", "--torch", "auto", "--json", "--interval", "1h")
        #expect(try events(lit, "torch").map { $0["state"].string } == ["on", "off"])
        #expect(try events(lit, "scan").count == 1)
    }

    @Test("region of interest") func region() throws {
        // Two codes beside each other: a part of the frame holds one of them.
        let left = try scan(
            "--region", "0,0,42%,100%", "--timeout", "4s", "--raw", "--interval", "1h", "sim:two-codes?pace=free")
        let right = try scan(
            "--region", "42%,0,58%,100%", "--timeout", "4s", "--raw", "--interval", "1h", "sim:two-codes?pace=free")
        #expect(left.lines.count == 1 && right.lines.count == 1)
        #expect(Set(left.lines + right.lines) == ["CANDELA", "4006381333931"])
    }

    @Test("choice of symbologies") func symbologies() throws {
        let ean = try scan("-s", "ean", "--timeout", "4s", "--raw", "--interval", "1h", "sim:two-codes?pace=free")
        #expect(ean.lines == ["4006381333931"])
        let rest = try scan(
            "--except", "ean", "--timeout", "4s", "--raw", "--interval", "1h", "sim:two-codes?pace=free")
        #expect(rest.lines == ["CANDELA"])
    }

    @Test("bounding boxes") func boxes() throws {
        let event = try #require(try events(try scan("--once", "--json", "sim:"), "scan").first)
        let corners = event["corners"].array.map { ($0[0].double ?? -1, $0[1].double ?? -1) }
        #expect(corners.count == 4)
        // Clockwise from the symbol's top left, in the middle of a frame of 640x480.
        #expect(corners[0].0 < 320 && corners[0].1 < 240 && corners[2].0 > 320 && corners[2].1 > 240)
        #expect(corners.allSatisfy { (0...640).contains($0.0) && (0...480).contains($0.1) })
    }

    @Test("scanning from pictures") func pictures() throws {
        let folder = try TemporaryFolder()
        #expect(try CommandRunner.run("encode", "in a picture", "-o", folder.path + "/code.png").status == 0)
        #expect(try scan("--raw", folder.path).lines == ["in a picture"])
    }

    @Test("each code once, until an interval has passed") func interval() throws {
        #expect(try scan("--timeout", "3s", "--raw", "sim:?pace=free").lines.count == 1)
        #expect(try scan("--timeout", "3s", "--raw", "--interval", "250ms", "sim:?pace=free").lines.count > 3)
    }

    @Test("several codes in one view") func several() throws {
        let all = try scan("--timeout", "4s", "--raw", "--interval", "1h", "sim:two-codes?pace=free")
        #expect(Set(all.lines) == ["CANDELA", "4006381333931"])
        #expect(
            try events(try scan("--single", "--json", "--timeout", "4s", "sim:two-codes?pace=free"), "several").count
                == 1)
    }

    @Test("a beep") func sound() throws {
        // The bell of a terminal, which script(1) gives it; nothing rings where there is none.
        func heard(_ options: String) throws -> String {
            let command = "'\(CommandRunner.binary)' scan --once --no-history \(options) sim:"
            return try RunningCommand(
                ["script", "-qec", command, "/dev/null"], input: "/dev/null", output: .captured,
                environment: ["PATH=/usr/bin:/bin", "TERM=xterm"]
            ).end().output
        }
        #expect(try heard("").contains("\u{7}"))
        #expect(try !heard("--quiet").contains("\u{7}"))
        #expect(try !scan("--once", "sim:").errors.contains("\u{7}"))
    }

    @Test("history") func history() throws {
        let folder = try TemporaryFolder()
        let place = ["XDG_DATA_HOME": folder.path]
        #expect(try scan("--once", "sim:", environment: place).status == 0)
        let list = try CommandRunner.run("history", "--csv", environment: place)
        #expect(list.output.contains("CANDELA"))
    }

    @Test("looking codes up without a network") func catalogue() throws {
        let folder = try TemporaryFolder()
        let place = ["XDG_DATA_HOME": folder.path]
        let file = try folder.write(Array("code,title\nCANDELA,A light\n".utf8), "shop.csv")
        #expect(
            try CommandRunner.run("catalog", "import", file, "--name", "shop", environment: place).status == 0)
        let event = try #require(
            try events(try scan("--once", "--json", "--catalog", "shop", "sim:", environment: place), "scan").first)
        #expect(event["catalog"]["row"]["title"].string == "A light")
    }

    @Test("typing a code in") func manual() throws {
        let folder = try TemporaryFolder()
        let terminal = try CommandRunner.start(
            ["scan", "--once", "--json", "--timeout", "600s", "sim:empty"], to: .terminal,
            environment: ["XDG_DATA_HOME": folder.path])
        terminal.type("4006381333931\n")
        let result = try terminal.end()
        #expect(result.status == 0)
        #expect(result.output.contains(#""reader":"keyboard""#) && result.output.contains(#""symbology":"ean-13""#))
    }

    @Test("making codes") func making() throws {
        let folder = try TemporaryFolder()
        for symbology in ["qr", "ean-13", "code-128", "data-matrix", "aztec", "pdf417"] {
            let text = symbology == "ean-13" ? "4006381333931" : "made here"
            let file = folder.path + "/\(symbology).png"
            #expect(try CommandRunner.run("encode", text, "-s", symbology, "-o", file).status == 0)
            #expect(try scan("--raw", file).lines == [text], "\(symbology)")
        }
    }

    @Test("light on dark") func inverted() throws {
        #expect(try scan("--once", "--raw", "--timeout", "30s", "sim:inverted").lines == ["CANDELA"])
    }
}
