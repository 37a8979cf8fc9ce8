// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Pictures
import Scanning

/// What the rules of agreement are worth: of what the ladder's steps read on their way, how much is wrong, and how much of
/// that is believed as one rule after the other is applied, in all and by symbology.
struct AgreementBenchmark {
    var folder: String

    private struct Tally {
        var right: [String: Int] = [:]
        var wrong: [String: Int] = [:]

        mutating func add(_ picture: CorpusPicture, _ codes: [Barcode]) {
            let judgement = CodeComparison.judge(
                picture,
                codes.map { GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText) })
            right[picture.symbology, default: 0] += judgement.found.count
            for code in judgement.misreads { wrong[code.symbology, default: 0] += 1 }
        }

        var text: String { "\(right.values.reduce(0, +)) right, \(wrong.values.reduce(0, +)) wrong" }

        func text(_ symbology: String) -> String { "\(right[symbology] ?? 0) right, \(wrong[symbology] ?? 0) wrong" }
    }

    func run() throws {
        let loader = PictureLoader()
        let reader = try RecallBenchmark.ladder(.hard)
        var (none, weighed, placed, all) = (Tally(), Tally(), Tally(), Tally())
        for picture in try CorpusPicture.load(manifest: folder + "/manifest.tsv") {
            let image = try loader.load(folder + "/" + picture.path)
            let explanation = reader.explain(image, symbologies: SymbologySelection.standard)
            // Without the second reader there is none to ask.
            var alone = ReadingVotes(hasBothReaders: false, size: image.size, ignoresPlaces: true)
            var apart = ReadingVotes(hasBothReaders: false, size: image.size)
            var given: [Barcode] = []
            for line in explanation.lines {
                guard case .taken(let codes, _) = line.outcome else { continue }
                alone.add(codes, by: line.step, picture: 0)
                apart.add(codes, by: line.step, picture: 0)
                given += codes
            }
            none.add(picture, given)
            weighed.add(picture, alone.accepted(in: 0))
            placed.add(picture, apart.accepted(in: 0))
            all.add(picture, explanation.accepted)
        }
        print("Codes that the steps of `hard` give, and what is believed of them, one rule after the other")
        print("  whatever a step gives:                          " + none.text)
        print("  what each read is worth, by symbology and step: " + weighed.text)
        print("  and two codes cannot lie on one place:          " + placed.text)
        print("  and both libraries must agree where asked for:  " + all.text)
        print("By symbology: whatever a step gives; what each read is worth; all rules")
        for symbology in Set(none.right.keys).union(none.wrong.keys).sorted() {
            let name = symbology.padding(toLength: 16, withPad: " ", startingAt: 0)
            let columns = [none, weighed, all].map {
                $0.text(symbology).padding(toLength: 22, withPad: " ", startingAt: 0)
            }
            print("  " + name + columns.joined())
        }
    }
}
