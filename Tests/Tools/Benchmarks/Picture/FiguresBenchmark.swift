// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BenchmarkPictures
import Diagnostics
import Foundation
import FrameMetrics
import Frames
import Scanning

/// Prints the evidence of every degraded picture as JSON Lines, for other tools.
struct FiguresBenchmark {
    var search: DegradationSearch

    private struct Line: Encodable {
        var path: String
        var half: Int
        var kind: String
        var level: Double
        var past: Int
        var symbology: String
        var read: Bool
        var evidence: PictureEvidence
    }

    func run() throws {
        let lock = Shared(0)
        try search.forEach { subject, reader in
            func give(_ kind: String, _ level: Double, _ past: Int, _ image: LumaImage) {
                // Reading was tried already, so the collector does not try again.
                let collector = PictureCollector { _, _ in Unreading() }
                guard let evidence = try? collector.collect(image) else { return }
                let line = Line(
                    path: subject.picture.path, half: subject.half, kind: kind, level: level, past: past,
                    symbology: subject.code.symbology.rawValue, read: past < 0, evidence: evidence)
                guard let data = try? JSONEncoder().encode(line) else { return }
                lock.withLock { _ in FileHandle.standardOutput.write(data + Data("\n".utf8)) }
            }
            give("none", 0, -1, subject.image)
            for kind in search.kinds where kind != .inversion {
                guard let stop = subject.stops[kind] else { continue }
                for past in [-2, 0, 1, 3] where kind.levels.indices.contains(stop + past) {
                    let level = kind.levels[stop + past]
                    guard
                        let spoilt = kind.apply(
                            subject.image, level: level, code: subject.code.corners, seed: subject.seed)
                    else { continue }
                    give(kind.rawValue, level, past, spoilt)
                }
            }
        }
    }
}
