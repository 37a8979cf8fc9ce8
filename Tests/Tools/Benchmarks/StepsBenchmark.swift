// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import BarcodesZXing
import Foundation
import Frames
import LinearReading
import MatrixReading
import Pictures
import Scanning

/// Measures the cost of each step of the ladder, and the codes it reads that the unconditional steps leave unread. Every
/// step runs on every picture, whatever was read before.
struct StepsBenchmark {
    var folder: String

    func run() throws {
        let loader = PictureLoader()
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let readers = try RecallBenchmark.readers()
        let steps = ReadingLadder.steps(.hard, .pictures)
        var rows = steps.map { _ in (milliseconds: 0.0, found: 0, unread: 0, misreads: 0) }
        for picture in pictures {
            let image = try loader.load(folder + "/" + picture.path)
            var judgements: [Judgement] = []
            for (index, step) in steps.enumerated() {
                var alone = step
                alone.condition = .always
                let reader = LadderReader(readers: readers, steps: [alone])
                let began = threadMilliseconds()
                let codes = reader.readUnweighed(image, symbologies: SymbologySelection.standard)
                rows[index].milliseconds += threadMilliseconds() - began
                judgements.append(
                    CodeComparison.judge(
                        picture,
                        codes.map {
                            GivenCode(symbology: $0.symbology.corpusName, bytes: $0.bytes, text: $0.decodedText)
                        }))
            }
            let before = zip(steps, judgements).filter { $0.0.condition == .always }
                .reduce(into: Set<Int>()) { $0.formUnion($1.1.found) }
            for (index, judgement) in judgements.enumerated() {
                rows[index].found += judgement.found.count
                rows[index].unread += judgement.found.subtracting(before).count
                rows[index].misreads += judgement.misreads.count
            }
        }
        print("step".padding(toLength: 56, withPad: " ", startingAt: 0) + "    ms  codes  new  misreads")
        for (step, row) in zip(steps, rows) {
            print(
                step.description.padding(toLength: 56, withPad: " ", startingAt: 0)
                    + String(
                        format: "%6.2f %6d %4d %9d", row.milliseconds / Double(pictures.count), row.found, row.unread,
                        row.misreads))
        }
    }
}
