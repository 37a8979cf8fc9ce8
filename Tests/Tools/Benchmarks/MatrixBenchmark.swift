// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZXing
import Foundation
import Frames
import MatrixReading
import Pictures
import Scanning

/// Counts what our own reader of Data Matrix, Aztec, QR and PDF417 reads from a labelled collection, and what the ladder
/// reads, by set, with each misread and, on request, each miss.
struct MatrixBenchmark {
    var folder: String
    var verbose = false
    /// Include pictures of other symbologies, in which nothing may be read.
    var all = false
    /// Leave out the ladder, which takes most of the time.
    var alone = false

    fileprivate struct Tally {
        var pictures = 0
        var expected = 0
        var found = 0
        var misreads = 0
        var milliseconds = 0.0

        var text: String {
            String(
                format: "%4d of %4d  m%d  %7.2f ms", found, expected, misreads,
                milliseconds / Double(max(1, pictures)))
        }
    }

    func run() throws {
        let loader = PictureLoader()
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let zxing = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        let own = MatrixReader(straightenedFor: zxing)
        let readers: [(String, any BarcodeReader)] =
            [("candela", own), ("quick", MatrixReader(effort: .quick, straightenedFor: zxing))]
            + (alone ? [] : [("ladder", try RecallBenchmark.ladder(.hard))])
        var tallies: [String: [String: Tally]] = [:]
        for picture in pictures {
            let isMatrix =
                picture.symbology == "DataMatrix" || picture.symbology == "Aztec" || picture.symbology == "QR"
                || picture.symbology == "PDF417"
            guard isMatrix || all else { continue }
            let image = try loader.load(folder + "/" + picture.path)
            // Work on the finder may use the even half; the odd half is only for counting.
            let half = picture.path.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } / 7 % 2
            for (name, reader) in readers {
                let began = threadMilliseconds()
                let codes = reader.read(image, symbologies: [.dataMatrix, .aztec, .qr, .pdf417])
                let time = threadMilliseconds() - began
                let judgement = CodeComparison.judge(
                    picture,
                    codes.map { GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText) })
                for row in isMatrix
                    ? [picture.symbology, picture.set, "\(picture.symbology) half \(half)"] : ["others"]
                {
                    tallies[row, default: [:]][name, default: Tally()].add(picture, judgement, time)
                }
                for code in judgement.misreads {
                    print(
                        "misread by \(name) on \(picture.path): \(code.symbology) "
                            + String(decoding: code.bytes.prefix(60), as: UTF8.self).debugDescription)
                }
                if verbose, isMatrix, judgement.found.count < picture.countable, half == 0 || name == "ladder" {
                    print(
                        "\(name) missed \(picture.countable - judgement.found.count) of \(picture.countable) on "
                            + "\(picture.path), \(Int(time)) ms, tags \(picture.tags.sorted())")
                }
            }
        }
        for (row, columns) in tallies.sorted(by: { $0.key < $1.key }) {
            print(row.padding(toLength: 28, withPad: " ", startingAt: 0), terminator: "")
            print(readers.map { "\($0.0) " + (columns[$0.0]?.text ?? "") }.joined(separator: "   "))
        }
    }
}

extension MatrixBenchmark.Tally {
    fileprivate mutating func add(_ picture: CorpusPicture, _ judgement: Judgement, _ time: Double) {
        pictures += 1
        expected += picture.countable
        found += judgement.found.count
        misreads += judgement.misreads.count
        milliseconds += time
    }
}
