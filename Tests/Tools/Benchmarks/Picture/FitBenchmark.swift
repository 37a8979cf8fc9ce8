// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BenchmarkPictures
import Diagnostics
import Foundation
import FrameMetrics
import Frames
import Scanning
import SymbolFinding

/// Measures how well each figure separates readable pictures from those degraded until they do not decode, with the
/// threshold in use and the best one for half of the pictures.
struct FitBenchmark {
    var search: DegradationSearch

    private struct Figure: Sendable {
        var name: String
        var kind: Degradation
        var threshold: Double
        /// Whether small values are bad.
        var isBelow: Bool
        var value: @Sendable (PictureEvidence) -> Double?
    }

    private static let figures: [Figure] = [
        Figure(
            name: "99th percentile of luma", kind: .darkness, threshold: Double(PictureThresholds.darkHighlight),
            isBelow: true
        ) { $0.figures.map { Double($0.p99) } },
        Figure(name: "noise deviation", kind: .noise, threshold: PictureThresholds.noise, isBelow: false) {
            $0.figures?.noise
        },
        Figure(
            name: "contrast / noise", kind: .noise, threshold: PictureThresholds.weakContrastToNoise, isBelow: true
        ) { evidence in
            guard let symbol = evidence.candidates.first?.figures, let noise = evidence.figures?.noise else {
                return nil
            }
            return symbol.contrast / max(0.5, noise)
        },
        Figure(name: "edge width, px", kind: .blur, threshold: PictureThresholds.sharpEdge, isBelow: false) {
            $0.candidates.first?.figures.edgeWidth
        },
        Figure(
            name: "edge width / module", kind: .blur, threshold: PictureThresholds.strongBlurRatio, isBelow: false
        ) { evidence in
            guard let symbol = evidence.candidates.first?.figures, let edge = symbol.edgeWidth,
                let module = symbol.module
            else { return nil }
            return edge / module
        },
        Figure(name: "symbol contrast", kind: .contrast, threshold: PictureThresholds.contrast, isBelow: true) {
            $0.candidates.first?.figures.contrast ?? $0.figures.map { Double($0.range) }
        },
        Figure(name: "module, px", kind: .scaling, threshold: PictureThresholds.hopelessModule, isBelow: true) {
            $0.candidates.first?.figures.module
        },
        Figure(
            name: "bars wider than spaces, share of a module", kind: .ink, threshold: PictureThresholds.barGrowth,
            isBelow: false
        ) { $0.candidates.first?.figures.barGrowth },
        Figure(
            name: "spaces wider than bars, share of a module", kind: .thinning, threshold: PictureThresholds.barGrowth,
            isBelow: false
        ) { $0.candidates.first?.figures.barGrowth.map { -$0 } },
        Figure(name: "halo of a compact patch", kind: .glare, threshold: 0.7, isBelow: false) { evidence in
            evidence.spots.filter { $0.border <= 0.35 && $0.fill >= 0.5 }.map(\.halo).max() ?? 0
        },
    ]

    /// By half: values of the unchanged pictures, and of the degraded ones.
    private struct Values: Sendable {
        var readable: [[Double]] = [[], []]
        var spoilt: [[Double]] = [[], []]
        var missing = 0
    }

    func run() throws {
        var search = search
        let figures = Self.figures.filter { search.kinds.contains($0.kind) }
        search.kinds = search.kinds.filter { kind in figures.contains { $0.kind == kind } }
        let values = Shared([Values](repeating: Values(), count: figures.count))
        try search.forEach { subject, _ in
            let collector = PictureCollector { _, _ in Unreading() }
            func evidence(_ image: LumaImage) -> PictureEvidence? { try? collector.collect(image) }
            guard let plain = evidence(subject.image) else { return }
            var spoilt: [Degradation: PictureEvidence] = [:]
            for kind in Set(figures.map(\.kind)) {
                guard let stop = subject.stops[kind],
                    let image = kind.apply(
                        subject.image, level: kind.levels[stop], code: subject.code.corners, seed: subject.seed)
                else { continue }
                spoilt[kind] = evidence(image)
            }
            let found = spoilt
            values.withLock { values in
                for (index, figure) in figures.enumerated() {
                    if let value = figure.value(plain) { values[index].readable[subject.half].append(value) }
                    guard let bad = found[figure.kind] else { continue }
                    if let value = figure.value(bad) {
                        values[index].spoilt[subject.half].append(value)
                    } else {
                        values[index].missing += 1
                    }
                }
            }
        }
        print(
            "Figures of pictures that decode, and of the same degraded until they do not: 5th, 50th and 95th percentile,"
        )
        print("and the share beyond the threshold in use. Fitted on half 0; half 1 is the test set.\n")
        for (figure, values) in zip(figures, values.value) {
            let side = figure.isBelow ? "<" : ">"
            print(
                "\(figure.name) \(side) \(figure.threshold), for \(figure.kind.rawValue) (not measurable: \(values.missing))"
            )
            for half in [0, 1] {
                let (good, bad) = (values.readable[half], values.spoilt[half])
                print("    half \(half)   decodes   " + Self.line(good, figure))
                print("             degraded  " + Self.line(bad, figure))
            }
            print(
                "    best for half 0: \(String(format: "%.2f", Self.best(values.readable[0], values.spoilt[0], figure)))\n"
            )
        }
    }

    private static func line(_ values: [Double], _ figure: Figure) -> String {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return "none" }
        let at = { (share: Double) in sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))] }
        return String(
            format: "%8.2f %8.2f %8.2f   beyond %5.1f %%", at(0.05), at(0.5), at(0.95),
            100 * share(sorted, figure, figure.threshold))
    }

    private static func share(_ values: [Double], _ figure: Figure, _ threshold: Double) -> Double {
        Double(values.count { figure.isBelow ? $0 < threshold : $0 > threshold }) / Double(max(1, values.count))
    }

    /// The threshold with the most degraded and the fewest readable pictures beyond it.
    private static func best(_ good: [Double], _ bad: [Double], _ figure: Figure) -> Double {
        Set(good + bad).sorted().max {
            share(bad, figure, $0) - share(good, figure, $0) < share(bad, figure, $1) - share(good, figure, $1)
        } ?? 0
    }
}
