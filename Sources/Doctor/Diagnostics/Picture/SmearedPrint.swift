// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A matrix code whose edges are soft in one direction only, in a photograph that is equally sharp in both.
///
/// A lens blurs edges in all directions alike, and a movement blurs the whole picture. Printers smear in the direction in which the paper
/// moves: ink that is not dry, or a head that stays hot behind each dark module.
struct SmearedPrint {
    /// The widths of the symbol's edges in its two directions, in pixels.
    private let (narrow, wide): (Double, Double)

    // Not fitted. Of 23 photographs with a matrix code that is out of focus, none has a ratio beyond 1.3 with edges this narrow.
    private static let (leastRatio, mostRatio) = (1.5, 4.0)
    private static let (mostNarrow, mostWide) = (5.5, 12.0)
    /// How much the sharpest edges of the whole picture may differ in their two directions.
    private static let even = 1.3
    /// What resembles a code less is a star, a letter or a hole. That of a code that is smeared had 0.26.
    private static let leastScore = 0.2

    /// `nil` for other pictures, and where the edges were not measured.
    init?(_ evidence: PictureEvidence) {
        guard !evidence.isLive, !evidence.isDrawn, let best = evidence.best, best.kind == .matrix, best.score >= Self.leastScore,
            // A code that hardly resembles one is known by its shape and by the paper around it.
            evidence.hasLikelySymbol || best.isNearlySquare && best.figures.polarity != nil, best.figures.contrast >= PictureThresholds.contrast,
            (best.figures.darkShare ?? 1) >= PictureThresholds.leastDark,
            let across = best.figures.edgeWidthAcross, let down = best.figures.edgeWidthDown,
            let edges = evidence.figures?.edges, let rows = edges.alongRows, let columns = edges.alongColumns
        else { return nil }
        (narrow, wide) = (min(across, down), max(across, down))
        guard (Self.leastRatio...Self.mostRatio).contains(wide / max(0.1, narrow)), narrow <= Self.mostNarrow, wide <= Self.mostWide,
            max(rows, columns) <= Self.even * min(rows, columns)
        else { return nil }
    }

    var suspect: Suspect {
        Suspect(
            .symbol, .symbolBarGrowth, .possible,
            "The symbol is smeared in one direction: its edges are \(wide.text()) px wide in that and \(narrow.text()) px in the other, while the rest of the picture is equally sharp in both. The ink or the heat of a printer that is too fast has run on, or the label alone moved when the picture was taken.",
            evidence: [
                EvidenceLine("width of the symbol's edges in two directions", "\(wide.text()) and \(narrow.text()) px", threshold: "a ratio of at most 1.5")
            ], effect: "Light modules behind dark ones are filled, and the corner patterns are no longer square.",
            fixes: [
                Fix("Print it again more slowly, with less heat or ink, or on paper that takes the ink; the head may need cleaning"),
                Fix("Or print it larger, so that the smear is a small part of a module"),
                Fix("If the print itself is clean: hold label and camera still when the picture is taken"),
            ])
    }
}
