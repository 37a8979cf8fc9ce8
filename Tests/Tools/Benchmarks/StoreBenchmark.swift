// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Output
import ScanStore
import Scanning

/// Times storing a scan on this disk, and importing and searching a catalogue of a million rows.
struct StoreBenchmark {
    /// A folder on the disk to measure.
    let folder: String
    private let scans = 2000
    private let rows = 1_000_000

    func run() throws {
        let place = folder + "/candela-store-\(getpid())"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        try keep(in: place)
        try catalogue(in: place)
    }

    private func keep(in place: String) throws {
        let history = try ScanHistory(place + "/history.sqlite")
        var times: [Double] = []
        for index in 0..<scans {
            let scan = ScanEvent.Scan(
                source: "/dev/video0", camera: "usb-046d_HD_Pro_Webcam_C920_1234", frame: index,
                barcode: Barcode(symbology: .ean13, bytes: Array("4006381333931".utf8), reader: "zbar"),
                decodeTime: .milliseconds(3), age: .milliseconds(21))
            let began = FrameTimestamp.now
            _ = try history.keep(scan)
            times.append(FrameTimestamp.now.since(began).milliseconds)
        }
        print("Storing \(scans) scans in \(folder), each on disk before the next:")
        print("  \(Self.distribution(times, unit: "ms"))\n")
    }

    private func catalogue(in place: String) throws {
        let file = place + "/articles.csv"
        var text = "ean,title,price,stock\n"
        // EAN-13 in random order, as in a real list.
        let codes = (0..<rows).map { index -> String in
            let body = Array(String(200_000_000_000 + index * 7_919_777 % 99_999_989_000).utf8)
            return String(decoding: body + [CheckDigit.modulo10(body)!], as: UTF8.self)
        }
        for (index, code) in codes.enumerated() {
            text += "\(code),\"Article \(index), boxed\",\(index % 997).99,\(index % 50)\n"
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let shelf = CatalogueShelf(folder: place + "/catalogues")
        let began = FrameTimestamp.now
        let report = try CatalogueImport().run(file, name: "articles", shelf: shelf)
        let seconds = FrameTimestamp.now.since(began).milliseconds / 1000
        print(
            "A catalogue of \(report.facts.rows) rows (\(text.utf8.count / 1_000_000) MB of CSV, "
                + "\(report.facts.size / 1_000_000) MB on disk), \(report.facts.duplicates) duplicates:")
        print("  imported in \(String(format: "%.1f", seconds)) s")
        let opening = FrameTimestamp.now
        let catalogue = try shelf.open("articles")
        let first = try catalogue.answer(for: Self.barcode(codes[rows / 2]))
        let cold = FrameTimestamp.now.since(opening).milliseconds
        guard first.fields != nil else { throw HistoryMissing() }
        print("  open and first look-up:   \(String(format: "%.2f", cold)) ms")
        var hits: [Double] = []
        var misses: [Double] = []
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let index = Int.random(in: 0..<rows, using: &generator)
            let hit = Self.barcode(codes[index])
            var began = FrameTimestamp.now
            guard try catalogue.answer(for: hit).fields != nil else { throw HistoryMissing() }
            hits.append(FrameTimestamp.now.since(began).milliseconds * 1000)
            let miss = Self.barcode("no such code \(index)")
            began = .now
            guard try catalogue.answer(for: miss).fields == nil else { throw HistoryMissing() }
            misses.append(FrameTimestamp.now.since(began).milliseconds * 1000)
        }
        print("  code in the catalogue:    \(Self.distribution(hits, unit: "µs"))")
        print("  code not in it:           \(Self.distribution(misses, unit: "µs"))\n")
    }

    private struct HistoryMissing: Error, CustomStringConvertible {
        var description: String { "a look-up returned a wrong answer" }
    }

    private static func barcode(_ text: String) -> Barcode {
        Barcode(symbology: text.count == 13 ? .ean13 : .code128, bytes: Array(text.utf8), reader: "bench")
    }

    private static func distribution(_ values: [Double], unit: String) -> String {
        let sorted = values.sorted()
        func at(_ share: Double) -> String { String(format: "%.2f", sorted[Int(Double(sorted.count - 1) * share)]) }
        return "median \(at(0.5)) \(unit), p99 \(at(0.99)) \(unit), longest \(at(1)) \(unit)"
    }
}
