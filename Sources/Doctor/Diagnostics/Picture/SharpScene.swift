// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Pictures without a code: what resembles one most is a part of what they show.
extension PictureEvidence {
    /// The sharpest edges of a photograph that is sharp. Of 55 photographs of codes that are out of focus, none has as narrow ones together
    /// with a place that hardly resembles a code.
    private static let sharpPhotograph = 3.0
    /// How many times as wide as those the edges of a place are that is no code: a lens that is sharp elsewhere does not blur a code so.
    private static let softPlace = 2.2

    /// Whether a photograph is sharp, and what looks most like a code in it hardly resembles one.
    var isSharpWithoutLikelySymbol: Bool {
        guard !isLive, let best, let sharpest = figures?.edges.width, sharpest < Self.sharpPhotograph else { return false }
        return best.score < PictureThresholds.likelySymbol || SymbolSuspects.isShapeless(best, self)
    }

    /// Whether a sharp photograph shows people, things, texture or text, and no code: the likeliest place has edges far wider than the rest.
    ///
    /// Neither the lens nor a printer nor noise is then the reason why nothing reads.
    var isScene: Bool {
        guard isSharpWithoutLikelySymbol, let best, let sharpest = figures?.edges.width else { return false }
        return FocusSuspects.isOfScene(self) || !isDrawn && (best.figures.edgeWidth ?? 0) >= Self.softPlace * sharpest
    }

    /// Whether a photograph or scan is a sheet of paper with some lines of text, nearly all of it white, and what looks most like a code are
    /// those lines.
    var isPage: Bool {
        guard !isLive, let figures, let best, best.kind == .linear, best.score < PictureThresholds.likelySymbol, best.isUnlikeBars else { return false }
        return figures.p95 >= Self.leastPaper && 10 * figures.p5 >= 9 * figures.p95
    }

    /// The luma of white paper in a picture that is well lit.
    private static let leastPaper = 150

    /// Whether what looks most like a code in a camera's view is lines of text, or shelves and the like.
    ///
    /// Text is mostly paper, and as long as its lines; of codes two fifths are dark. Lines without paper beside them that are fewer than those
    /// of the shortest code are none.
    var isTextView: Bool {
        guard isLive, let best else { return false }
        if best.kind == .matrix {
            return best.score < 0.5 && !best.isNearlySquare && (best.figures.darkShare ?? 1) < PictureThresholds.leastDark
        }
        return best.score < PictureThresholds.likelySymbol && best.figures.polarity == nil && (best.margin?.modules ?? 0) < 0.5
            && !best.hasEnoughBars
    }

    /// Whether such a view has sharp text: letters reach black and white.
    var isClearText: Bool { isTextView && (best?.figures.modulation ?? 0) > PictureThresholds.clearModulation }
}
