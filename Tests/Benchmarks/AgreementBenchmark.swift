// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Pictures
import Scanning

/// What the rules of agreement are worth: of what the ladder's steps read on their way, how much is wrong, and how much of
/// that is believed without the rules, without one of them, and with all.
struct AgreementBenchmark {
    var folder: String

    private struct Tally {
        var right = 0
        var wrong: [String: Int] = [:]

        mutating func add(_ picture: CorpusPicture, _ codes: [Barcode]) {
            let judgement = CodeComparison.judge(
                picture,
                codes.map { GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText) })
            right += judgement.found.count
            for code in judgement.misreads { wrong[code.symbology, default: 0] += 1 }
        }

        var text: String {
            let each = wrong.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
            return "\(right) right, \(wrong.values.reduce(0, +)) wrong (\(each.joined(separator: ", ")))"
        }
    }

    func run() throws {
        let loader = PictureLoader()
        let reader = try RecallBenchmark.ladder(.hard)
        var (none, alone, all) = (Tally(), Tally(), Tally())
        for picture in try CorpusPicture.load(manifest: folder + "/manifest.tsv") {
            let image = try loader.load(folder + "/" + picture.path)
            let explanation = reader.explain(image, symbologies: SymbologySelection.standard)
            // Without the second reader there is none to ask.
            var votes = ReadingVotes(hasBothReaders: false)
            var given: [Barcode] = []
            for line in explanation.lines {
                guard case .taken(let codes, _) = line.outcome else { continue }
                votes.add(codes, by: line.step, picture: 0)
                given += codes
            }
            none.add(picture, given)
            alone.add(picture, votes.accepted(in: 0))
            all.add(picture, explanation.accepted)
        }
        print("Codes that the steps of `hard` give, and what is believed of them")
        print("  whatever a step gives:                      " + none.text)
        print("  weights, but one library's word is enough:  " + alone.text)
        print("  all rules:                                  " + all.text)
    }
}
