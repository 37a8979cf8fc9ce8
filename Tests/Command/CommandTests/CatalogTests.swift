// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@Suite("candela catalog")
struct CatalogTests {
    let folder: TemporaryFolder
    let place: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        place = ["XDG_DATA_HOME": folder.path + "/data"]
    }

    private func run(_ arguments: String...) throws -> CommandResult {
        try CommandRunner.start(arguments, environment: place).end()
    }

    private func table(_ text: String, _ name: String = "table.csv") throws -> String {
        try folder.write(Array(text.utf8), name)
    }

    @Test("a table is imported, looked up, listed and deleted")
    func life() throws {
        let file = try table("ean,title,price\n4006381333931,Pencil,1.20\n012000003455,Soda,0.99\n")
        let imported = try run("catalog", "import", file, "--name", "shop")
        #expect(imported.lines.first?.hasPrefix("shop: 2 rows imported in ") == true)
        #expect(imported.status == 0 && imported.errors == "")
        let found = try run("catalog", "lookup", "01234505")
        #expect(found.lines == ["  ean    012000003455", "  title  Soda", "  price  0.99"])
        let missed = try run("catalog", "lookup", "7", "--name", "shop")
        #expect(missed.status == 1 && missed.errorLines == ["candela: 7 is not in shop"])
        let json = try run("catalog", "lookup", "04006381333931", "--json").json()
        #expect(json.keys == ["schema", "code", "keys", "rows"])
        #expect(json["rows"][0]["name"].string == "shop" && json["rows"][0]["row"]["title"].string == "Pencil")
        let status = try run("catalog", "status", "--json").json()["catalogs"][0]
        #expect(
            status.keys == [
                "name", "path", "rows", "duplicates", "columns", "code_column", "imported", "origin", "size_bytes",
            ])
        #expect(try run("catalog", "status").lines.last == "  columns: ean (the code), title, price")
        #expect(try run("catalog", "delete", "shop").status == 2)
        #expect(try run("catalog", "delete", "shop", "--yes").lines == ["deleted shop"])
        #expect(try run("catalog", "status").output.hasPrefix("No catalogue yet"))
    }

    @Test("skipped rows are counted and the first is named, with status 1")
    func faults() throws {
        let file = try table("code,title\n1,\u{1b}[31mred\n,none\n\"2\"x,y\n")
        let result = try run("catalog", "import", file, "--name", "shop")
        #expect(result.status == 1)
        #expect(result.errorLines == ["candela: 2 rows skipped; the first is line 3: it has no code"])
        #expect(try run("catalog", "lookup", "1").lines.last == "  title  \\x1b[31mred")
        let json = try run("catalog", "import", file, "--name", "shop", "--json").json()
        #expect(json["replaced"].description == "true" && json["rows_left_out"].int == 2)
        #expect(json["first_left_out_line"].int == 3)
    }

    @Test("scan prints catalogue entries and missing codes, and the history stores both")
    func scanning() throws {
        let file = try table("ean,title,price\n04006381333931,\"Pencil, HB\",1.20\n")
        _ = try run("catalog", "import", file, "--name", "shop")
        let scan = ["scan", "sim:two-codes?pace=free&unplug=20", "--interval", "1h", "--catalog", "shop"]
        let text = try CommandRunner.start(scan, environment: place).end()
        #expect(
            text.lines.sorted() == ["ean-13 4006381333931  Pencil, HB · 1.20", "qr CANDELA  not in catalogue shop"])
        let json = try CommandRunner.start(scan + ["--json"], environment: place).end()
        let events = try json.events().filter { $0["event"].string == "scan" }
        for event in events {
            let isLinear = event["symbology"].string != "qr"
            #expect(event.keys == ScanJSONTests.liveKeys.union(isLinear ? ["catalog", "confidence"] : ["catalog"]))
            #expect(event["catalog"]["name"].string == "shop")
            if event["symbology"].string == "qr" {
                #expect(event["catalog"]["row"].description == JSON.null.description)
            } else {
                #expect(event["catalog"]["row"].keys == ["ean", "title", "price"])
                #expect(event["catalog"]["row"]["title"].string == "Pencil, HB")
            }
        }
        #expect(events.count == 2)
        let kept = try run("history", "--json", "--limit", "2").lines
        #expect(
            kept.reversed()
                == json.lines.filter { $0.contains("\"event\":\"scan\"") }.map(HistoryTests.withoutConfidence))
        let none = try run("scan", "sim:bench", "--once", "--catalog", "none")
        #expect(none.status == 2 && none.errors.contains("cannot open the catalogue none: there is no "))
    }

    @Test("Ctrl-C stops an import and leaves no part of it")
    func interrupted() throws {
        // From a pipe that never ends.
        let pipe = try folder.makePipe("table.csv")
        let running = try CommandRunner.start(
            ["catalog", "import", pipe, "--name", "shop"], environment: place)
        // For reading too, so that writing to a pipe that nobody reads any more is no signal.
        let writer = unsafe open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(writer) }
        let rows = Array("code,title\n".utf8) + Array(String(repeating: "123,x\n", count: 5000).utf8)
        _ = unsafe rows.withUnsafeBytes { unsafe write(writer, $0.baseAddress, $0.count) }
        let catalogues = folder.path + "/data/candela/catalogues"
        while ((try? FileManager.default.contentsOfDirectory(atPath: catalogues)) ?? []).isEmpty { usleep(1000) }
        running.signal(SIGINT)
        // More rows keep coming: the import notices the signal, which another thread takes, between two pieces.
        let feeder = Thread {
            while !Thread.current.isCancelled {
                _ = unsafe rows.suffix(6).withUnsafeBytes { unsafe write(writer, $0.baseAddress, $0.count) }
                usleep(10_000)
            }
        }
        feeder.start()
        defer {
            feeder.cancel()
            while !feeder.isFinished { usleep(1000) }
        }
        let result = try running.end()
        #expect(result.status == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: catalogues) == ["import.lock"])
    }
}
