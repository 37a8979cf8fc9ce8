// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Pictures
import Scanning
import Synchronization

/// Measures where the ladder's time goes: processor time by step and by what became of the picture, and the codes that each
/// step was the first to read.
struct LadderBenchmark {
    var folder: String
    var effort = ReadingEffort.hard
    /// Which half of the pictures, 0 or 1: tune on one, check on the other. `nil` for all.
    var half: Int?
    /// Run every step on every picture.
    var ignoresConditions = false
    /// Also print one JSON object a picture.
    var printsPictures = false

    private enum Outcome: Int, CaseIterable {
        case read, unread, empty

        var name: String {
            switch self {
            case .read: "something read"
            case .unread: "codes, none read"
            case .empty: "no codes"
            }
        }
    }

    private struct Cost {
        var milliseconds = 0.0
        var runs = 0
    }

    private struct Row {
        var costs = [Cost](repeating: Cost(), count: Outcome.allCases.count)
        var first = 0
        var wrong = 0
    }

    /// The pictures of one half; near-duplicates have the same name up to their number, so halves alternate by set.
    static func half(_ index: Int?, of pictures: [CorpusPicture]) -> [CorpusPicture] {
        guard let index else { return pictures }
        var seen: [String: Int] = [:]
        return pictures.filter { picture in
            defer { seen[picture.set, default: 0] += 1 }
            return seen[picture.set, default: 0] % 2 == index
        }
    }

    func run() throws {
        let loader = PictureLoader()
        let pictures = Self.half(half, of: try CorpusPicture.load(manifest: folder + "/manifest.tsv"))
        var steps = ReadingLadder.steps(effort, .pictures)
        if ignoresConditions { for index in steps.indices { steps[index].condition = .always } }
        let reader = LadderReader(readers: try RecallBenchmark.readers(), steps: steps)
        var rows = [Row](repeating: Row(), count: steps.count)
        var counts = [Int](repeating: 0, count: Outcome.allCases.count)
        var (expected, found, misreads) = (0, 0, 0)
        for picture in pictures {
            let image = try loader.load(folder + "/" + picture.path)
            let starts = Mutex<[(step: Int, at: Double)]>([])
            reader.onStep = { step, _ in
                if let step { starts.withLock { $0.append((step, threadMilliseconds())) } }
            }
            let explanation = reader.explain(image, symbologies: SymbologySelection.standard)
            let end = threadMilliseconds()
            let began = starts.withLock { $0 }
            let judgement = CodeComparison.judge(picture, explanation.accepted.map(Self.given))
            let outcome: Outcome =
                !explanation.accepted.isEmpty ? .read : picture.symbology == "none" ? .empty : .unread
            counts[outcome.rawValue] += 1
            expected += picture.countable
            found += judgement.found.count
            misreads += judgement.misreads.count
            var costs = [Double?](repeating: nil, count: steps.count)
            for (place, (step, at)) in began.enumerated() {
                let until = place + 1 < began.count ? began[place + 1].at : end
                costs[step] = until - at
                rows[step].costs[outcome.rawValue].milliseconds += until - at
                rows[step].costs[outcome.rawValue].runs += 1
            }
            var known: Set<Int> = []
            var lines: [[String: Any]] = []
            for (step, line) in explanation.lines.enumerated() {
                guard case .taken(let codes, _) = line.outcome else { continue }
                let own = CodeComparison.judge(picture, codes.map(Self.given))
                rows[step].first += own.found.subtracting(known).count
                rows[step].wrong += own.misreads.count
                known.formUnion(own.found)
                lines.append([
                    "step": step, "ms": costs[step] ?? 0, "found": own.found.sorted(), "wrong": own.misreads.count,
                    "accepted": line.believed,
                ])
            }
            guard printsPictures else { continue }
            let object: [String: Any] = [
                "path": picture.path, "symbology": picture.symbology, "codes": picture.countable,
                "pixels": image.size.area, "found": judgement.found.sorted(), "wrong": judgement.misreads.count,
                "steps": lines,
            ]
            print(
                String(
                    decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self))
        }
        report(steps, rows, counts)
        print(
            String(
                format: "%d of %d codes read (%.1f %%), %d misreads", found, expected,
                100 * Double(found) / Double(max(1, expected)), misreads))
    }

    private static func given(_ code: Barcode) -> GivenCode {
        GivenCode(symbology: code.symbology.corpusName, bytes: code.bytes, text: code.decodedText)
    }

    private func report(_ steps: [ReadingStep], _ rows: [Row], _ counts: [Int]) {
        let all = max(1, counts.reduce(0, +))
        var heading = "step".padding(toLength: 52, withPad: " ", startingAt: 0) + "      all"
        for outcome in Outcome.allCases {
            heading += String(repeating: " ", count: 20 - outcome.name.count) + outcome.name
        }
        print(heading + "  first wrong")
        func columns(_ costs: [Cost]) -> String {
            var text = String(format: "%7.2fms", costs.reduce(0) { $0 + $1.milliseconds } / Double(all))
            for (cost, count) in zip(costs, counts) {
                text += String(
                    format: "%9.2fms in %4d", cost.milliseconds / Double(max(1, count)), cost.runs)
            }
            return text
        }
        var total = [Cost](repeating: Cost(), count: counts.count)
        for (step, row) in zip(steps, rows) where row.costs.contains(where: { $0.runs > 0 }) {
            print(
                step.description.padding(toLength: 52, withPad: " ", startingAt: 0) + columns(row.costs)
                    + String(format: "%7d %5d", row.first, row.wrong))
            for index in total.indices { total[index].milliseconds += row.costs[index].milliseconds }
        }
        for index in total.indices { total[index].runs = counts[index] }
        print("together".padding(toLength: 52, withPad: " ", startingAt: 0) + columns(total))
    }
}
