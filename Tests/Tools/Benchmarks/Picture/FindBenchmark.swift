// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import FrameMetrics
import Frames
import Scanning
import SymbolFinding

/// Counts how often the finder's candidates are where a code was read, and measures its cost.
struct FindBenchmark {
    var search: DegradationSearch

    func run() throws {
        var search = search
        search.kinds = []
        let tally = Shared(Tally())
        try search.forEach { subject, _ in
            var began = threadMilliseconds()
            let figures = FrameFigures(subject.image)
            let figuresTime = threadMilliseconds() - began
            began = threadMilliseconds()
            let found = SymbolFinder().find(in: subject.image, noise: figures.noise)
            let findTime = threadMilliseconds() - began
            let truth = subject.code.corners!
            let hits = found.map { Self.isSame($0.corners, truth, subject.code.symbology.isLinear) }
            let best = found.first.map {
                SymbolFigures(of: subject.image, corners: $0.corners, kind: $0.kind, noise: figures.noise)
            }
            tally.withLock { tally in
                tally.total += 1
                if hits.first == true { tally.first += 1 }
                if hits.contains(true) { tally.any += 1 }
                tally.figures += figuresTime
                tally.find += findTime
                tally.pixels += Double(subject.image.size.area)
                func t(_ v: Double?) -> String { v.map { String(format: "%.1f", $0) } ?? "-" }
                print(
                    "\(hits.first == true ? "1" : hits.contains(true) ? "2" : "0") \(subject.picture.path) \(subject.code.symbology) \(subject.image.size) truth \(Int(truth.width))x\(Int(truth.height)) at \(Int(truth.center.x)),\(Int(truth.center.y)) · "
                        + "noise \(t(figures.noise)) edge \(t(figures.edges.width)) m \(t(best?.module)) e \(t(best?.edgeWidth)) c \(t(best?.contrast)) mod \(t(best?.modulation)) n \(t(best?.edgesPerLine)) "
                        + found.map {
                            "\($0.kind == .linear ? "L" : "M")\(Int($0.width))x\(Int($0.height))@\(Int($0.corners.center.x)),\(Int($0.corners.center.y))=\(String(format: "%.2f", $0.score))"
                        }.joined(separator: " "))
            }
        }
        let sum = tally.value
        let count = Double(max(1, sum.total))
        print(
            String(
                format: "%d pictures of %.2f MP: first candidate right %d, any %d; figures %.1f ms, finding %.1f ms",
                sum.total, sum.pixels / count / 1e6, sum.first, sum.any, sum.figures / count, sum.find / count))
    }

    private struct Tally {
        var total = 0
        var first = 0
        var any = 0
        var figures = 0.0
        var find = 0.0
        var pixels = 0.0
    }

    static func isSame(_ found: Quadrilateral, _ truth: Quadrilateral, _ isLinear: Bool) -> Bool {
        guard found.contains(truth.center) || truth.contains(found.center) else { return false }
        let ratio = found.width * found.height / max(1, truth.width * truth.height)
        if isLinear {
            let across = max(found.width, found.height) / max(1, max(truth.width, truth.height))
            return (0.5...2).contains(across)
        }
        return (0.3...3.3).contains(ratio)
    }
}
