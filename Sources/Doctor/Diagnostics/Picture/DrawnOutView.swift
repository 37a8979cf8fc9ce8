// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// A whole picture whose edges are wide in one direction and sharp in the other: the camera moved, or what it sees, while it was exposed.
///
/// No lens draws edges so, and a label that moves alone leaves those around it sharp.
struct DrawnOutView {
    /// The widths of the sharpest edges, along the rows and along the columns, in pixels.
    let (rows, columns): (Double, Double)
    var long: Double { max(rows, columns) }
    var short: Double { min(rows, columns) }

    /// The ratio of the widths in a photograph. Of 49 photographs that were moved by some modules and do not read, 38 have it; of 730 others, two,
    /// both foreshortened.
    private static let leastRatio = 2.2
    /// Edges of fewer pixels are those of lenses.
    private static let leastWidth = 3.0
    /// A code that is equally soft in both directions did not move.
    private static let evenSymbol = 1.5

    // Of a camera's view, of which it is known besides whether it moves.
    private static let (symbolRatio, viewRatio) = (1.8, 1.5)
    /// The difference from frame to frame where everything moves, in luma and as a multiple of one frame's noise, and the ratio and width of the
    /// edges. Of 230 views without movement, two have such a difference, and a ratio of at most 1.05.
    private static let (leastChange, changeToNoise, leastNoise) = (5.0, 15.0, 0.2)
    private static let (changingRatio, changingWidth) = (1.3, 5.0)

    /// `nil` for other pictures, and for noise, which widens edges.
    init?(_ evidence: PictureEvidence) {
        // Bands of light have edges in one direction only, too.
        guard evidence.bands == nil, evidence.isUnread, let figures = evidence.figures, evidence.noise < PictureThresholds.noise,
            figures.edges.count >= PictureThresholds.enoughEdges, let rows = figures.edges.alongRows, let columns = figures.edges.alongColumns
        else { return nil }
        (self.rows, self.columns) = (rows, columns)
        guard evidence.isLive ? changes(evidence, figures) || isOfSymbol(evidence) : isPhotograph(evidence) else { return nil }
    }

    private func isPhotograph(_ evidence: PictureEvidence) -> Bool {
        // Faint edges are not measured accurately.
        guard !evidence.isDrawn, evidence.contrast >= PictureThresholds.contrast, long > Self.leastWidth,
            long >= Self.leastRatio * short
        else { return false }
        guard evidence.hasLikelySymbol, let best = evidence.best, best.kind == .matrix, let across = best.figures.edgeWidthAcross,
            let down = best.figures.edgeWidthDown
        else { return true }
        return max(across, down) >= Self.evenSymbol * min(across, down)
    }

    /// Whether everything is elsewhere in the next frame. Then the place of the likeliest code is as still as all others.
    private func changes(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Bool {
        guard let change = evidence.temporal?.noise, figures.noise >= Self.leastNoise else { return false }
        return change > Self.leastChange && change > Self.changeToNoise * figures.noise && long > Self.changingWidth
            && long >= Self.changingRatio * short
    }

    /// Whether a code that is elsewhere in the next frame is drawn out in the same direction as the view.
    private func isOfSymbol(_ evidence: PictureEvidence) -> Bool {
        guard evidence.temporal?.isStill == false, evidence.hasLikelySymbol, let best = evidence.best, best.kind == .matrix,
            let across = best.figures.edgeWidthAcross, let down = best.figures.edgeWidthDown
        else { return false }
        let (wide, narrow) = (max(across, down), min(across, down))
        return wide > Self.leastWidth && wide >= Self.symbolRatio * narrow
            && wide > PictureThresholds.strongBlurRatio * (best.figures.module ?? 2)
            && long >= Self.viewRatio * short && (across > down) == (rows > columns)
    }
}
