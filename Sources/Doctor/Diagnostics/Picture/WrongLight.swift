// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Photographs that are so dark or so bright that they have the narrow edges and the little noise of drawings.
extension PictureEvidence {
    /// The darkest hundredth of a picture that has nothing dark in it; less is enough in a camera's view, whose exposure is automatic.
    private static let (litShadow, litViewShadow) = (60, 40)
    /// How far the darkest parts of a photograph differ. The black of a program is one value.
    private static let leastSpread = 8
    /// White paper, and the bars of a code on it that light has raised. Of scanned pages and coarse JPEGs that are mostly white, none has bars
    /// lighter than 60.
    private static let (whitePaper, raisedBars) = (254.0, 70.0)
    /// Of a linear code in a camera's view: how much thinner its bars are than drawn, as a share of a module, and the least share of pure white. Not
    /// fitted: one such view.
    private static let eatenBars = -0.15
    static let eatenShare = 0.2

    /// Whether the light explains edges within a pixel: with few values left, they reach from the darkest to the lightest at once, and where
    /// white is clipped, neither its noise nor the foot of an edge is left.
    var isTakenInWrongLight: Bool {
        guard let figures else { return false }
        if figures.p99 < PictureThresholds.darkHighlight { return figures.noise > 0 }
        return figures.clippedShare > PictureThresholds.clippedShare && figures.p1 > Self.litShadow
            && figures.p5 - figures.p1 >= Self.leastSpread
    }

    /// Whether much of the picture is pure white, nothing in it is dark, and the bars of what looks most like a code are raised.
    ///
    /// Some pages in pale grey are so, too: it is no more than possible.
    var isOverexposed: Bool {
        guard isUnread, !isDrawn, let figures, let symbol = best?.figures else { return false }
        return figures.clippedShare > PictureThresholds.clippedShare
            && figures.p1 > (isLive ? Self.litViewShadow : Self.litShadow)
            && symbol.light >= Self.whitePaper && symbol.dark >= Self.raisedBars
    }

    /// Whether a camera's automatic exposure has clipped the paper of a linear code, and light has run over its bars.
    var hasEatenBars: Bool {
        guard isLive, isUnread, hasLikelySymbol, let best, best.kind == .linear, best.hasEnoughBars, let figures else { return false }
        return figures.clippedShare > Self.eatenShare && best.figures.light >= Self.whitePaper
            && (best.figures.barGrowth ?? 0) <= Self.eatenBars
    }

    /// Whether the paper of the likeliest code is clipped, and much of the picture with it: then it is not known to be well lit.
    var isPaperClipped: Bool {
        guard !isDrawn, let figures, let symbol = best?.figures else { return false }
        return symbol.light >= Self.whitePaper && figures.clippedShare > PictureThresholds.clippedShare
    }
}
