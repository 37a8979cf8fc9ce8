// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import SymbolFinding

/// A candidate for a symbol, with its figures.
package struct CandidateEvidence: Codable, Hashable, Sendable {
    package var kind: SymbolCandidate.Kind
    /// Clockwise, x and y alternating, in pixels of the picture.
    package var corners: [Double]
    package var score: Double
    package var figures: SymbolFigures
    /// The light margin round it; absent in older evidence.
    package var margin: SymbolMargin?
    /// Thin light lines within bars; absent in older evidence, and without any.
    package var stripes: BarStripes?
    /// The share of its width in which a linear symbol consists of dots, as a printer without grey draws grey edges; absent in older
    /// evidence, and below `FrayedBars.least`.
    package var frayed: Double?
    /// Light lines through a whole matrix symbol; absent in older evidence, and without any.
    package var strips: UnprintedStrips?
    /// The fine lines that a square matrix symbol is written in, searched for only if nothing was read; absent in older evidence, and without
    /// any.
    package var raster: RasterLines?
    /// Whether dark ground begins at one end of its bars, and a light margin at the other; absent in older evidence, and otherwise.
    package var isCutOff: Bool?
    /// The share of a matrix symbol's area that is neither dark nor light, searched for only if nothing was read; absent in older evidence.
    /// See `MiddleTones`.
    package var middleTones: Double?
    /// Something that is drawn over a QR code; absent in older evidence, and without any.
    package var overlay: SymbolOverlay?
    /// The corner pattern of a QR code that cannot be seen; absent in older evidence, and if all can.
    package var missingCorner: MissingCorner?

    package init(kind: SymbolCandidate.Kind, corners: [Double], score: Double, figures: SymbolFigures) {
        self.kind = kind
        self.corners = corners
        self.score = score
        self.figures = figures
    }

    /// The shortest codes have nine bars (an ITF of two digits), thus 18 edges; the lines of a text or a shelf are fewer.
    var hasEnoughBars: Bool { figures.edgesPerLine >= 18 }

    /// Whether it is nothing but one or two stripes, as rollers and shelves are: of a blurred code, too, more bars are left. Or no larger
    /// than a letter, with modules that are none.
    var isBare: Bool {
        kind == .linear && figures.edgesPerLine < 6
            || kind == .matrix && max(figures.width, figures.height) < 36 && (figures.module ?? 0) < 1.8 && figures.edgesPerLine < 10
    }

    /// Whether it has as little dark as lines of text have: of codes, two fifths and more are dark, of loose outlines round them a fifth.
    var isText: Bool {
        kind == .linear ? isBare && figures.edgesPerLine > 0 : (figures.darkShare ?? 1) < (score < 0.25 ? 0.2 : 0.15)
    }

    /// Whether lines across it have so different numbers of edges that they cannot belong to one set of bars, as those across a label with
    /// text: damage leaves most of the lines alike.
    var isUnlikeBars: Bool { kind == .linear && (figures.lineSpread ?? 0) > 0.5 }

    /// Whether what looks like its bars is far apart: the distance from edge to edge in a code is 1.5 to 2.5 modules, in every symbology.
    var isSparse: Bool {
        guard kind == .linear, let module = figures.module, figures.edgesPerLine > 0 else { return false }
        return figures.width > 5 * module * figures.edgesPerLine
    }

    /// Whether it has the corner patterns of a QR code or the frame of another matrix code, which little else has.
    var isSurelyMatrix: Bool { kind == .matrix && score >= 0.9 && figures.edgesPerLine >= 10 && (figures.darkShare ?? 0) > 0.3 }

    /// Whether it is as square as QR, Aztec and most Data Matrix codes are, somewhat from the side as well.
    var isNearlySquare: Bool { (0.7...1.4).contains(figures.width / max(1, figures.height)) }

    /// The axis-aligned bounding box.
    var box: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
        let xs = stride(from: 0, to: corners.count, by: 2).map { corners[$0] }
        let ys = stride(from: 1, to: corners.count, by: 2).map { corners[$0] }
        return (xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0)
    }
}

extension PictureEvidence {
    /// Whether something in a photograph, such as text on the same paper right beside the likeliest symbol, has edges half as wide: a lens that
    /// is sharp there is sharp at the symbol.
    var isSharpBeside: Bool {
        guard !isLive, let best, let edge = best.figures.edgeWidth else { return false }
        let box = best.box
        let reach = max(box.maxX - box.minX, box.maxY - box.minY)
        return candidates.contains { other in
            guard let narrow = other.figures.edgeWidth, narrow <= 0.5 * edge, other.figures.contrast >= PictureThresholds.weakContrast,
                abs(other.figures.light - best.figures.light) <= 25
            else { return false }
            let place = other.box
            let isInside = place.minX < box.maxX && place.maxX > box.minX && place.minY < box.maxY && place.maxY > box.minY
            return !isInside && place.minX < box.maxX + reach && place.maxX > box.minX - reach && place.minY < box.maxY + reach
                && place.maxY > box.minY - reach
        }
    }

    /// The candidate at whose place a code was read.
    func candidate(of code: CodeEvidence) -> CandidateEvidence? {
        candidates.first { !code.corners.isEmpty && $0.corners == code.corners }
    }
}

extension Quadrilateral {
    /// Clockwise from the top left, x and y alternating.
    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }
}
