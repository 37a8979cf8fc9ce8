// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Diagnostics
import FrameMetrics
import Frames
import SymbolFinding

/// Evidence made by hand: a sharp, well lit symbol that does not read, for tests to change.
enum PictureSnapshots {
    static func figures() -> FrameFigures {
        // Any picture will do; every figure is set.
        var figures = FrameFigures(LumaImage(size: FrameSize(width: 640, height: 480)) { _ in })
        (figures.mean, figures.standardDeviation, figures.linearMean) = (120, 50, 0.2)
        (figures.p1, figures.p5, figures.p50, figures.p95, figures.p99) = (20, 30, 120, 200, 220)
        (figures.clippedShare, figures.blackShare) = (0, 0)
        (figures.noise, figures.structure, figures.tenengrad) = (1, 150, 900)
        (figures.edges.width, figures.edges.count) = (1.6, 400)
        return figures
    }

    static func symbol(_ kind: SymbolCandidate.Kind = .matrix) -> CandidateEvidence {
        let blank = LumaImage(size: FrameSize(width: 8, height: 8)) { _ in }
        let corners: [Double] = [200, 150, 320, 150, 320, 270, 200, 270]
        func point(_ index: Int) -> PixelPoint { PixelPoint(x: corners[2 * index], y: corners[2 * index + 1]) }
        var figures = SymbolFigures(
            of: blank,
            corners: Quadrilateral(topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3)),
            kind: kind, noise: 0)
        (figures.dark, figures.light) = (30, 210)
        (figures.module, figures.edgeWidth, figures.modulation, figures.edgesPerLine) = (5, 1.7, 0.9, 20)
        (figures.edgeWidthAcross, figures.edgeWidthDown) = (1.7, 1.7)
        figures.veil = SymbolVeil()
        figures.darkShare = kind == .matrix ? 0.45 : nil
        return CandidateEvidence(kind: kind, corners: corners, score: 0.6, figures: figures)
    }

    /// A photograph.
    static func unread() -> PictureEvidence {
        var evidence = PictureEvidence(width: 640, height: 480, frames: [figures()])
        evidence.candidates = [symbol()]
        evidence.symbologies = ["qr"]
        evidence.attempts = [ReadingAttempt(.asked, milliseconds: 30, codes: [])]
        return evidence
    }

    /// A camera's view.
    /// Without any light or noise.
    static func black(_ figures: FrameFigures) -> FrameFigures {
        var figures = figures
        (figures.mean, figures.standardDeviation, figures.noise, figures.blackShare, figures.clippedShare) = (0, 0, 0, 1, 0)
        (figures.p1, figures.p5, figures.p50, figures.p95, figures.p99) = (0, 0, 0, 0, 0)
        return figures
    }

    static func live() -> PictureEvidence {
        var evidence = unread()
        evidence.isLive = true
        evidence.temporal = TemporalFigures(
            interval: 1.0 / 30, noise: 1, banding: nil, speed: 0, structure: 150,
            sharpness: [Double](repeating: 900, count: 16))
        evidence.temporal?.isStill = true
        var settings = CameraSettings()
        (settings.exposureMode, settings.exposureTime, settings.exposureTimeMaximum) = (3, 250, 2047)
        settings.isFocusAutomatic = true
        settings.powerLineFrequency = 2
        evidence.settings = settings
        return evidence
    }

    static func code(_ symbology: String = "qr", x: Double = 200) -> CodeEvidence {
        CodeEvidence(
            symbology: symbology, text: "secret", byteCount: 6, reader: "zxing",
            corners: [x, 150, x + 120, 150, x + 120, 270, x, 270], module: 5)
    }

    static func read() -> PictureEvidence {
        var evidence = unread()
        evidence.attempts = [ReadingAttempt(.asked, milliseconds: 5, codes: [code()])]
        return evidence
    }
}

extension PictureEvidence {
    func changed(_ change: (inout PictureEvidence) -> Void) -> PictureEvidence {
        var copy = self
        change(&copy)
        return copy
    }

    var failures: [FindingID] {
        PictureDiagnosis.reports(self).flatMap(\.findings).filter { $0.severity == .fail }.map(\.id)
    }

    var findings: [Finding] { PictureDiagnosis.reports(self).flatMap(\.findings) }
}
