// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CandelaHistory
import CandelaReading
import Foundation
import Scanning
import Testing

@Suite("history through the library")
struct HistoryTests {
    @Test("a scan is kept with an id, found by its session, and deleted; another object sees it")
    func keeping() throws {
        let folder = NSTemporaryDirectory() + "candela-history-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let scan = Scan(
            ScanEvent.Scan(
                source: "sim:", camera: "simulated", frame: 7,
                barcode: Barcodes.Barcode(symbology: .qr, bytes: Array("kept".utf8), reader: "zxing"),
                decodeTime: .milliseconds(3)))
        let history = try History(at: folder + "/history.sqlite")
        let ids = [try history.keep(scan, in: "monday"), try history.keep(scan)]
        #expect(Set(ids).count == 2 && ids.allSatisfy { !$0.isEmpty })
        let other = try History(at: folder + "/history.sqlite")
        let found = try other.scans(in: "monday")
        #expect(found.map(\.text) == ["kept"] && found.first?.source == "sim:" && found.first?.symbology == .qr)
        #expect(try other.scans().count == 2 && other.scans(limit: 1).count == 1)
        #expect(try other.delete(session: "monday") == 1)
        #expect(try history.scans().count == 1)
    }

    @Test("a history that cannot be opened is an error with a sentence")
    func failing() {
        let error = #expect(throws: HistoryError.self) { try History(at: "/proc/nothing/history.sqlite") }
        #expect(error?.description.isEmpty == false)
    }
}
