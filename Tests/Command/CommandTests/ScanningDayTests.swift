// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestConditions
import Testing

@Suite("Scanning: which reads are scans, and of what")
struct ScanningDayTests {
    private func scan(_ arguments: String...) throws -> CommandResult {
        try CommandRunner.run(["scan"] + arguments)
    }

    @Test("--count stops after that number of codes, --once after one")
    func count() throws {
        let three = try scan("--count", "3", "--interval", "0", "--raw", "sim:")
        #expect(three.status == 0)
        #expect(three.lines == ["CANDELA", "CANDELA", "CANDELA"])
        #expect(try scan("--once", "--raw", "sim:").lines == ["CANDELA"])
        #expect(try scan("--count", "0", "sim:").status == 2)
        #expect(try scan("--once", "--count", "2", "sim:").status == 2)
    }

    @Test("several cameras are scanned at once, and each scan says where it was made")
    func several() throws {
        let result = try scan(
            "--count", "2", "--json", "--interval", "60s", "--timeout", "60s", "sim:bench?code=qr:ONE",
            "sim:bench?code=qr:TWO")
        let events = try result.events().filter { $0["event"].string == "scan" }
        #expect(Set(events.compactMap { $0["text"].string }) == ["ONE", "TWO"])
        #expect(Set(events.compactMap { $0["source"].string }) == ["sim:bench?code=qr:ONE", "sim:bench?code=qr:TWO"])
        #expect(result.status == 0)
    }

    @Test("a camera that goes is waited for, and what was reported is not reported again")
    func waited() throws {
        let run = try CommandRunner.start(
            ["scan", "--wait", "--json", "--interval", "60s", "sim:bench?unplug=40"])
        // On a loaded machine the camera may go before a frame is read: it goes twice after the scan.
        try run.wait { output, _ in
            guard let scan = output.firstRange(of: "\"scan\"") else { return false }
            return output[scan.upperBound...].split(separator: "\"back\"").count > 2
        }
        run.signal(SIGINT)
        let result = try run.end()
        let kinds = try result.events().compactMap { $0["event"].string }
        #expect(Array(kinds.filter { $0 != "scan" }.prefix(3)) == ["gone", "back", "gone"])
        #expect(kinds.count { $0 == "scan" } == 1)
        #expect(result.errors.contains("the camera is back"))
    }

    @Test("without --wait a camera that goes ends the scan")
    func unplugged() throws {
        let result = try scan("--timeout", "20s", "sim:bench?unplug=10")
        #expect(result.status == 2)
    }

    @Test("--single: two codes in view are reported, and neither is a scan")
    func single() throws {
        let result = try scan("--single", "--json", "--timeout", "4s", "sim:two-codes?pace=free")
        let events = try result.events()
        #expect(events.map { $0["event"].string } == ["several"])
        #expect(events.first?["codes"].array.count == 2)
        #expect(result.status == 1)
        #expect(try scan("--single", "--once", "--raw", "--timeout", "20s", "sim:").lines == ["CANDELA"])
    }

    @Test("--interval leave reports a code that stays once")
    func leave() throws {
        #expect(try scan("--interval", "leave", "--timeout", "4s", "--raw", "sim:?pace=free").lines == ["CANDELA"])
    }

    @Test("--region auto says where it looks and keeps to the code")
    func region() throws {
        let result = try scan(
            "--region", "auto", "--show-region", "--json", "--count", "4", "--interval", "0", "--timeout", "30s", "sim:"
        )
        let regions = try result.events().filter { $0["event"].string == "region" }
        let widths = regions.compactMap { $0["region"][2].double }
        #expect(widths.first == 640)
        #expect(widths.count == 2 && widths[1] < 320)
        #expect(try scan("--region", "nowhere", "sim:").status == 2)
    }

    @Test("--zoom is set for the scan; a code too far away is zoomed in on by --zoom auto", .needsRealSpeed)
    func zoom() throws {
        #expect(try scan("--timeout", "3s", "sim:far?pace=free").status == 1)
        let fixed = try scan("--zoom", "4x", "--once", "--raw", "--timeout", "30s", "sim:far")
        #expect(fixed.lines == ["CANDELA"])
        let automatic = try scan("--zoom", "auto", "--once", "--raw", "--timeout", "30s", "sim:far")
        #expect(automatic.lines == ["CANDELA"])
        #expect(automatic.errors.contains("zooming in"))
        let much = try scan("--zoom", "90x", "--once", "--raw", "--timeout", "30s", "sim:far")
        #expect(much.lines == ["CANDELA"])
        #expect(much.errors.contains("400"))
        #expect(try scan("--zoom", "near by", "sim:").status == 2)
    }

    @Test("texts are checked and changed, and the code's own is kept beside")
    func rules() throws {
        let result = try scan(
            "--once", "--json", "--match", "^D", "--strip-prefix", "CAN", "--transform", "s/DELA/dela-&/", "--timeout",
            "20s", "sim:")
        let event = try #require(try result.events().first)
        #expect(event["text"].string == "dela-DELA")
        #expect(event["original_text"].string == "CANDELA")
        let none = try scan("--match", "^[0-9]+$", "--timeout", "2s", "--json", "sim:?pace=free")
        #expect(none.status == 1)
        #expect(none.output.isEmpty)
    }

    @Test("a pattern or substitution that is none is refused before a camera is opened")
    func malformed() throws {
        #expect(try scan("--match", "(", "sim:").errors.contains("not a valid regular expression"))
        let result = try scan("--transform", "s/a/b", "sim:")
        #expect(result.status == 2)
        #expect(result.errors.contains("three times"))
    }

    @Test("--gs1 takes element strings and refuses the rest, with the reason")
    func gs1() throws {
        let taken = try scan(
            "--gs1", "--once", "--json", "--timeout", "20s", "sim:bench?code=ean-13:4006381333931")
        let event = try #require(try taken.events().first)
        #expect(event["text"].string == "(01)04006381333931")
        #expect(event["gs1"][0]["title"].string == "GTIN")
        let refused = try scan("--gs1", "--json", "--timeout", "3s", "sim:?pace=free")
        #expect(try refused.events().first?["event"].string == "refused")
        #expect(refused.status == 1)
    }

    @Test("sounds that cannot be played are a note, and the scan goes on")
    func sounds() throws {
        let result = try CommandRunner.run(
            "scan", "--sound", "--once", "--raw", "--timeout", "20s", "sim:",
            environment: ["CANBERRA_DRIVER": "nonexistent"])
        #expect(result.lines == ["CANDELA"])
        #expect(result.errors.contains("cannot play sounds"))
        #expect(try scan("--sound", "--quiet", "sim:").status == 2)
    }
}
