// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Pictures
import Scanning

/// Measures the rules of agreement: how many reads of the ladder's steps are wrong, and how many wrong ones are accepted as
/// one rule after the other is applied, in total and by symbology.
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
        print("Codes read by the steps of `hard`, and those accepted with each further rule")
        print("  no rule:                                        " + none.text)
        print("  votes by symbology and step:                    " + weighed.text)
        print("  and no two codes in one place:                  " + placed.text)
        print("  and both libraries agree where required:        " + all.text)
        print("By symbology: no rule; votes; all rules")
        for symbology in Set(none.right.keys).union(none.wrong.keys).sorted() {
            let name = symbology.padding(toLength: 16, withPad: " ", startingAt: 0)
            let columns = [none, weighed, all].map {
                $0.text(symbology).padding(toLength: 22, withPad: " ", startingAt: 0)
            }
            print("  " + name + columns.joined())
        }
    }
}
