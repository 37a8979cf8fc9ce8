// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Glibc
import Output
import Scanning
import ScanStore
import SQLite
import Testing
import Threads

@Suite("The history of scans")
struct ScanHistoryTests {
    let scratch = Scratch()

    @Test("a scan is read back as it was stored, with any content")
    func roundTrip() throws {
        var full = scan("4006381333931", .ean13, at: WallTime(milliseconds: 1_763_694_000_123), session: "stock")
        full.barcode.corners = Quadrilateral(
            topLeft: PixelPoint(x: 312.46, y: 200), topRight: PixelPoint(x: 520, y: -0.5),
            bottomRight: PixelPoint(x: 518, y: 300), bottomLeft: PixelPoint(x: 310, y: 296))
        full.barcode.quality = 17
        full.text = ScanText(
            text: "LIB-4006381333931", elements: [.init(identifier: "01", value: "04006381333931")])
        full.catalogue = CatalogueAnswer(
            catalogue: "shop",
            fields: [.init(column: "na\"me", value: "Pencil\n\u{1f980}"), .init(column: "", value: "")])
        var bytes = scan("")
        bytes.barcode.bytes = [0xff, 0, 0x80]
        bytes.catalogue = CatalogueAnswer(catalogue: "shop", fields: nil)
        var decoded = scan("")
        decoded.barcode.bytes = [0x82, 0xa0]
        decoded.barcode.decodedText = "あ"
        let picture = ScanEvent.Scan(
            time: WallTime(milliseconds: 5), source: "a b/ü.png",
            barcode: Barcode(symbology: .aztec, bytes: [], reader: "candela"), decodeTime: .milliseconds(7))

        let history = try ScanHistory(scratch.history)
        var kept: [ScanEvent.Scan] = []
        for one in [full, bytes, decoded, picture] { kept.append(try history.keep(one).scan) }
        let read = Array(try history.all().reversed())
        #expect(read == kept)
        #expect(read.map(\.json.text) == kept.map(\.json.text))
        #expect(Set(read.compactMap(\.id)).count == 4)
        #expect(read[0].json.text.contains(#""session":"stock""#))
        #expect(read[0].json.text.hasSuffix(#""catalog":{"name":"shop","row":{"na\"me":"Pencil\n🦀","":""}}}"#))
        #expect(read[1].json.text.hasSuffix(#""catalog":{"name":"shop","row":null}}"#))
    }

    @Test("while another program has it locked, scans wait on disk beside it; then they are moved into it, in order")
    func foreignLock() throws {
        let history = try ScanHistory(scratch.history)
        _ = try history.keep(scan("0"), for: ["hook"])
        let other = try Database(scratch.history, .writing)
        try other.execute("BEGIN IMMEDIATE")
        let first = try history.keep(scan("1", session: "stock"), for: ["hook"])
        #expect(first.scan.id != nil && first.note?.hasPrefix("another program has the history locked") == true)
        // Only the first of them says it.
        #expect(try history.keep(scan("2", session: "stock")).note == nil)
        #expect(try history.scansBeside() == 2)
        #expect(try history.all().map(\.finalText) == ["0"])
        let moved = ConditionLock(false)
        history.whenMoved { moved.withLockSignalling { $0 = true } }
        try other.execute("ROLLBACK")
        #expect(moved.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        _ = try history.keep(scan("3"))
        #expect(try history.scansBeside() == 0)
        let read = try history.all()
        #expect(read.map(\.finalText) == ["3", "2", "1", "0"] && read[2].id == first.scan.id)
        #expect(read.map(\.session) == [nil, "stock", "stock", nil])
        #expect(try history.waitingDeliveries().map(\.count) == [2])
        #expect(scratch.mode("data/candela/history-waiting.sqlite") == 0o600)
    }

    @Test("opening the history twice in one process leaves its locks: another program does not delete its log")
    func twice() throws {
        let history = try ScanHistory(scratch.history)
        _ = try history.keep(scan("0"))
        for index in 1..<4 {
            // As the doctor, or a station that counts what waits.
            _ = try ScanHistory.existing(scratch.history, isOnlyRead: true)?.waitingDeliveries()
            // Another process that opens the history and closes it as the last, as it must believe.
            let sqlite = Process()
            sqlite.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            sqlite.arguments = [
                "python3", "-c",
                "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute('select count(*) from scan').fetchone(); c.close()",
                scratch.history,
            ]
            try sqlite.run()
            sqlite.waitUntilExit()
            #expect(sqlite.terminationStatus == 0)
            #expect(scratch.names("data/candela").contains("history.sqlite-wal"))
            #expect(try history.keep(scan("\(index)")).note == nil)
        }
        #expect(try history.all().count == 4)
    }

    @Test("scans that a killed run left beside a locked history are moved by the next, once")
    func leftBeside() throws {
        let other: Database
        do {
            let history = try ScanHistory(scratch.history)
            other = try Database(scratch.history, .writing)
            try other.execute("BEGIN IMMEDIATE")
            for text in ["1", "2"] { _ = try history.keep(scan(text)) }
        }
        // A copy of what a power failure can leave: they are in both files.
        let waiting = scratch.path + "/data/candela/history-waiting.sqlite"
        let copies = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/data/candela")
            .filter { $0.hasPrefix("history-waiting") }
        for name in copies {
            try FileManager.default.copyItem(
                atPath: scratch.path + "/data/candela/" + name, toPath: scratch.path + "/" + name)
        }
        try other.execute("ROLLBACK")
        for _ in 0..<2 {
            let history = try ScanHistory(scratch.history)
            _ = try history.keep(scan("3"))
            // A thread moves them; that of the run before may still be at it.
            let deadline = ContinuousClock.now + .seconds(60)
            while try history.scansBeside() > 0, ContinuousClock.now < deadline { usleep(10_000) }
            #expect(try history.scansBeside() == 0)
            #expect(try history.all().reversed().map(\.finalText).prefix(2) == ["1", "2"])
            for ending in ["-wal", "-shm", ""] { try? FileManager.default.removeItem(atPath: waiting + ending) }
            for name in copies {
                try FileManager.default.copyItem(
                    atPath: scratch.path + "/" + name, toPath: scratch.path + "/data/candela/" + name)
            }
        }
        #expect(try ScanHistory(scratch.history).all().count == 4)
    }

    @Test("folder and file are for this user alone")
    func modes() throws {
        let old = umask(0)
        defer { umask(old) }
        let history = try ScanHistory(scratch.history)
        _ = try history.keep(scan("a"))
        #expect(scratch.mode("data") == 0o700 && scratch.mode("data/candela") == 0o700)
        for name in scratch.names("data/candela") { #expect(scratch.mode("data/candela/" + name) == 0o600, "\(name)") }
        #expect(scratch.names("data/candela").contains("history.sqlite-wal"))
    }

    @Test("ids of scans sort in the order of creation, also when the clock is set back")
    func names() throws {
        var maker = ScanIDMaker()
        var names: [String] = []
        for milliseconds in [5000, 5000, 5000, 4000, 6000, 6001] as [Int64] {
            names.append(maker.next(at: WallTime(milliseconds: milliseconds)))
        }
        #expect(names == names.sorted() && Set(names).count == 6)
        #expect(names.allSatisfy { $0.count == 26 })
        // The specification's own example: its first ten digits are the time.
        #expect(maker.next(at: WallTime(milliseconds: 1_469_918_176_385)).hasPrefix("01ARYZ6S41"))
    }

    @Test("filters, counts, and the newest first")
    func filters() throws {
        let history = try ScanHistory(scratch.history)
        let begin = WallTime(milliseconds: 1_000_000)
        for index in 0..<10 {
            _ = try history.keep(
                scan(
                    "code \(index % 3)", index % 2 == 0 ? .qr : .ean13,
                    at: WallTime(milliseconds: begin.milliseconds + Int64(index) * 1000),
                    session: index < 4 ? "a" : nil,
                    camera: index == 9 ? nil : "usb-Cam_\(index)"))
        }
        #expect(try history.texts == (0..<10).reversed().map { "code \($0 % 3)" })
        func count(_ filter: HistoryFilter) throws -> Int { try history.summary(filter).scans }
        #expect(try count(HistoryFilter(since: WallTime(milliseconds: 1_003_000))) == 7)
        #expect(try count(HistoryFilter(until: WallTime(milliseconds: 1_003_000))) == 3)
        #expect(try count(HistoryFilter(symbologies: [.qr])) == 5)
        #expect(try count(HistoryFilter(symbologies: [.qr, .ean13])) == 10)
        #expect(try count(HistoryFilter(session: "a")) == 4)
        #expect(try count(HistoryFilter(session: "b")) == 0)
        #expect(try count(HistoryFilter(camera: "cam_3")) == 1)
        #expect(try count(HistoryFilter(camera: "VIDEO0")) == 10)
        #expect(try count(HistoryFilter(camera: "%")) == 0)
        #expect(try count(HistoryFilter(since: begin, symbologies: [.ean13], session: "a")) == 2)
        let summary = try history.summary()
        #expect(summary.codes == 6)
        #expect(summary.bySymbology.map(\.scans) == [5, 5])
        #expect(summary.first == begin && summary.last == WallTime(milliseconds: 1_009_000))
        var seen = 0
        try history.scans(limit: 4) { _ in
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
    }

    @Test("deletion removes the selected scans, and their bytes from the files")
    func deletion() throws {
        let history = try ScanHistory(scratch.history)
        for index in 0..<50 { _ = try history.keep(scan("SECRET-\(index)", session: index < 10 ? "s" : nil)) }
        _ = try history.keep(scan("stays", .aztec))
        #expect(try history.delete(HistoryFilter(symbologies: [.qr])) == 50)
        #expect(try history.texts == ["stays"])
        for name in scratch.names("data/candela") {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/data/candela/" + name))
            #expect(bytes.range(of: Data("SECRET".utf8)) == nil, "\(name)")
        }
    }

    @Test("retention keeps scans with waiting deliveries")
    func retention() throws {
        let history = try ScanHistory(scratch.history)
        for index in 0..<6 {
            _ = try history.keep(
                scan("\(index)", at: WallTime(milliseconds: Int64(index) * 1000)), for: index % 2 == 0 ? ["hook"] : [])
        }
        #expect(try history.forget(before: WallTime(milliseconds: 4000)) == 2)
        #expect(try history.texts == ["5", "4", "2", "0"])
    }

    @Test("a session is started, ended, resumed, and counted")
    func sessions() throws {
        let clock = TestClock()
        let history = try ScanHistory(scratch.history, clock: { clock.now })
        #expect(try history.beginSession("stock")?.timesResumed == 0)
        _ = try history.keep(scan("a", session: "stock"))
        clock.advance(seconds: 60)
        try history.endSession("stock")
        #expect(try history.sessions().first?.ended == clock.now)
        let again = try history.beginSession("stock")
        #expect(again?.timesResumed == 1 && again?.ended == nil && again?.scans == 1)
        _ = try history.keep(scan("b", session: "other"))
        #expect(try history.sessions().map(\.name) == ["other", "stock"])
        #expect(try history.sessions().map(\.scans) == [1, 1])
    }

    @Test("two concurrent writers both store everything")
    func twoWriters() async throws {
        let path = scratch.history
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    // Opened at the same moment, too: one of them makes the tables.
                    let history = try ScanHistory(path)
                    for index in 0..<50 { _ = try history.keep(scan("\(writer)-\(index)"), for: ["hook"]) }
                }
            }
            try await group.waitForAll()
        }
        let history = try ScanHistory(path)
        let texts = try history.texts
        #expect(texts.count == 200 && Set(texts).count == 200)
        for writer in 0..<4 {
            let own = texts.reversed().filter { $0.hasPrefix("\(writer)-") }
            #expect(own == (0..<50).map { "\(writer)-\($0)" })
        }
    }

    // MARK: Trouble

    @Test(
        "a damaged history is kept under another name, and a new one is begun",
        arguments: [Damage.noDatabase, .firstPage, .middle])
    func damaged(_ damage: Damage) throws {
        do {
            let history = try ScanHistory(scratch.history)
            for index in 0..<2000 where index == 0 || damage == .middle || index < 20 {
                _ = try history.keep(scan("\(index)"))
            }
        }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.history)))
        switch damage {
        case .noDatabase: bytes = Array(repeating: 0x55, count: bytes.count)
        case .firstPage: for index in 100..<3000 { bytes[index] = 0xa5 }
        case .middle: for index in (bytes.count / 2)..<(bytes.count / 2 + 8192) { bytes[index] = 0xa5 }
        }
        try scratch.write("data/candela/history.sqlite", bytes)
        let history = try ScanHistory(scratch.history)
        let note = try #require(history.note)
        let kept = try #require(scratch.names("data/candela").first { $0.contains("-damaged-") })
        #expect(note.contains("the history was damaged") && note.contains(kept))
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/data/candela/" + kept))) == bytes)
        _ = try history.keep(scan("new"))
        #expect(try history.texts == ["new"])
        #expect(try ScanHistory(scratch.history).note == nil)
    }

    @Test("damage found while scanning loses no scan")
    func damagedMeanwhile() throws {
        let history = try ScanHistory(scratch.history)
        for index in 0..<300 { _ = try history.keep(scan("\(index)")) }
        do {
            // Another connection writes, so that pages must be read again, and checkpoints the log.
            let other = try Database(scratch.history, .writing)
            try other.execute("DELETE FROM scan WHERE sequence = 1; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let file = try #require(FileHandle(forUpdatingAtPath: scratch.history))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xa5, count: Int(size) - 4096))
        let kept = try history.keep(scan("new"))
        #expect(kept.note?.contains("the history was damaged") == true)
        #expect(try history.texts == ["new"])
        #expect(scratch.names("data/candela").contains { $0.contains("-damaged-") })
        #expect(try history.keep(scan("next")).note == nil)
    }

    enum Damage { case noDatabase, firstPage, middle }

    @Test("another program's database, and one of a newer version, are refused and left alone")
    func foreign() throws {
        let path = scratch.path + "/other.sqlite"
        do { try Database(path, .creating).execute("CREATE TABLE recipes (name TEXT)") }
        let failure = #expect(throws: HistoryError.self) { try ScanHistory(path) }
        #expect(failure?.description.contains("another program's database") == true)
        _ = try ScanHistory(scratch.history)
        try Database(scratch.history, .writing).execute("PRAGMA user_version = 99")
        let newer = #expect(throws: HistoryError.self) { try ScanHistory(scratch.history) }
        #expect(newer?.description.contains("a newer version of candela") == true)
        #expect(!scratch.names("data/candela").contains { $0.contains("damaged") })
    }

    @Test("a history that is deleted while open is made again, and no scan is lost")
    func deletedMeanwhile() throws {
        let history = try ScanHistory(scratch.history)
        _ = try history.keep(scan("a"))
        for name in scratch.names("data/candela") {
            try FileManager.default.removeItem(atPath: scratch.path + "/data/candela/" + name)
        }
        let kept = try history.keep(scan("b"))
        #expect(kept.note?.contains("moved or deleted") == true)
        #expect(try ScanHistory(scratch.history).texts == ["b"])
    }

    @Test(
        "a folder that cannot be written is said, with what to do", .enabled(if: getuid() != 0, "root writes anywhere"))
    func readOnly() throws {
        unsafe _ = chmod(scratch.path, 0o500)
        defer { unsafe _ = chmod(scratch.path, 0o700) }
        let failure = #expect(throws: HistoryError.self) { try ScanHistory(scratch.history) }
        #expect(failure?.description.contains("Permission denied") == true)
    }

    @Test("a path through a file is reported")
    func noFolder() throws {
        let file = try scratch.write("file", "x")
        #expect(throws: HistoryError.self) { try ScanHistory(file + "/history.sqlite") }
        #expect(try ScanHistory.existing(file + "/history.sqlite") == nil)
        #expect(try ScanHistory.existing(scratch.history) == nil)
        #expect(throws: HistoryError.self) { try ScanHistory(scratch.path) }
    }
}
