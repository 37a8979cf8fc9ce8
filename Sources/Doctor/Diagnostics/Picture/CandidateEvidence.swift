// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
public import SymbolFinding

/// A candidate for a symbol, with its figures.
public struct CandidateEvidence: Codable, Hashable, Sendable {
    public var kind: SymbolCandidate.Kind
    /// Clockwise, x and y alternating, in pixels of the picture.
    public var corners: [Double]
    public var score: Double
    public var figures: SymbolFigures
    /// The light margin round it; absent in older evidence.
    public var margin: SymbolMargin?
    /// Thin light lines within bars; absent in older evidence, and without any.
    public var stripes: BarStripes?
    /// Something that is drawn over a QR code; absent in older evidence, and without any.
    public var overlay: SymbolOverlay?

    public init(kind: SymbolCandidate.Kind, corners: [Double], score: Double, figures: SymbolFigures) {
        self.kind = kind
        self.corners = corners
        self.score = score
        self.figures = figures
    }

    /// The axis-aligned bounding box.
    var box: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
        let xs = stride(from: 0, to: corners.count, by: 2).map { corners[$0] }
        let ys = stride(from: 1, to: corners.count, by: 2).map { corners[$0] }
        return (xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0)
    }
}

extension Quadrilateral {
    /// Clockwise from the top left, x and y alternating.
    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }
}
