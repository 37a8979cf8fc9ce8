// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BenchmarkPictures
import Diagnostics
import Foundation
import Frames
import Scanning

/// Compares the doctor's headline for readable pictures with the truth: unchanged, and degraded by known amounts beyond the
/// level at which reading stops.
struct DegradedBenchmark {
    var search: DegradationSearch
    var verbose = false

    /// Steps beyond the first level that does not decode.
    static let steps = [0, 1, 3]

    private struct Row {
        var right = 0
        var total = 0
        var others: [String: Int] = [:]

        mutating func add(_ headline: FindingID?, _ expected: Set<FindingID>) {
            total += 1
            if let headline, expected.contains(headline) {
                right += 1
            } else {
                others[headline?.rawValue ?? "nothing", default: 0] += 1
            }
        }
    }
    private struct Tally {
        /// By half, kind and step.
        var rows: [Int: [Degradation: [Int: Row]]] = [:]
        var never: [Degradation: Int] = [:]
        var readable = 0
        var failing: [String] = []
        var warnings: [String: Int] = [:]
        var milliseconds: [Double] = []
        var pixels = 0
    }

    func run() throws {
        let tally = Shared(Tally())
        let kinds = search.kinds
        let verbose = verbose
        try search.forEach { subject, reader in
            let plain = PictureCollector { _, _ in reader }
            let began = threadMilliseconds()
            guard let evidence = try? plain.collect(subject.image) else { return }
            let time = threadMilliseconds() - began - evidence.attempts.reduce(0) { $0 + $1.milliseconds }
            let reports = PictureDiagnosis.reports(evidence)
            tally.withLock { tally in
                tally.readable += 1
                tally.milliseconds.append(time)
                tally.pixels += subject.image.size.area
                for finding in reports.flatMap(\.findings) {
                    if finding.severity == .fail { tally.failing.append("\(subject.picture.path) \(finding.id)") }
                    tally.warnings[finding.id.rawValue, default: 0] += 1
                }
            }
            for kind in kinds {
                guard let stop = subject.stops[kind] else {
                    tally.withLock { $0.never[kind, default: 0] += 1 }
                    continue
                }
                for step in Self.steps where kind.levels.indices.contains(stop + step) {
                    guard
                        let spoilt = kind.apply(
                            subject.image, level: kind.levels[stop + step], code: subject.code.corners,
                            seed: subject.seed)
                    else { continue }
                    // That it does not read is known; only the inverted attempt can prove something.
                    let collector = PictureCollector { _, _ in
                        kind == .inversion ? reader as any BarcodeReader : Unreading()
                    }
                    guard let evidence = try? collector.collect(spoilt) else { continue }
                    let headline = PictureDiagnosis.headline(evidence)
                    tally.withLock {
                        $0.rows[subject.half, default: [:]][kind, default: [:]][step, default: Row()]
                            .add(headline, kind.expected)
                    }
                    if verbose, let headline, !kind.expected.contains(headline) {
                        print("\(kind.rawValue)+\(step) \(headline) \(subject.picture.path)")
                    }
                }
            }
        }
        print(report(tally.value))
    }

    private func report(_ tally: Tally) -> String {
        let times = tally.milliseconds.sorted()
        var lines = [
            "\(tally.readable) pictures that read: \(tally.failing.count) with a failure"
                + (tally.failing.isEmpty ? "" : " (\(tally.failing.joined(separator: ", ")))") + "; warnings: "
                + (tally.warnings.isEmpty
                    ? "none"
                    : tally.warnings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")),
            String(
                format: "time per picture of %.2f MP without reading: %.1f ms, median %.1f",
                Double(tally.pixels) / Double(max(1, tally.readable)) / 1e6,
                times.reduce(0, +) / Double(max(1, times.count)), times.isEmpty ? 0 : times[times.count / 2]),
            "",
            "How often the degradation is the headline, at the level at which reading stops, and 1 and 3 levels further:",
        ]
        for half in [0, 1] {
            lines.append(half == 0 ? "half of the pictures, on which thresholds were fitted" : "the other half")
            for kind in search.kinds {
                guard let rows = tally.rows[half]?[kind] else { continue }
                let cells = Self.steps.map { step -> String in
                    guard let row = rows[step] else { return "      –        " }
                    return String(format: "%5.1f %% of %3d", 100 * Double(row.right) / Double(row.total), row.total)
                }
                var others: [String: Int] = [:]
                for row in rows.values { others.merge(row.others, uniquingKeysWith: +) }
                lines.append(
                    "  " + kind.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)
                        + cells.joined(separator: "   ")
                        + "   else "
                        + (others.isEmpty
                            ? "–"
                            : others.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(
                                separator: ", ")))
            }
        }
        for (kind, count) in tally.never.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("\(count) pictures read at every level of \(kind.rawValue)")
        }
        return lines.joined(separator: "\n")
    }
}

/// A reader that finds nothing.
final class Unreading: BarcodeReader {
    let name = "none"
    let supported: Set<Symbology> = []
    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] { [] }
}

extension Degradation {
    /// The headline that the doctor should give.
    fileprivate var expected: Set<FindingID> {
        switch self {
        case .blur: [.focusBlurred, .focusUnresolved]
        case .motion: [.lightMotion, .focusBlurred, .focusUnresolved]
        case .darkness: [.lightDark]
        // Amplified darkness is as bright as any picture, so noise is the problem.
        case .noisyDarkness: [.lightDark, .lightNoise]
        case .noise: [.lightNoise]
        case .scaling: [.symbolSmall, .focusUnresolved]
        case .contrast: [.symbolContrast]
        case .glare: [.symbolGlare]
        case .inversion: [.symbolInverted]
        case .ink, .thinning: [.symbolBarGrowth]
        }
    }
}
