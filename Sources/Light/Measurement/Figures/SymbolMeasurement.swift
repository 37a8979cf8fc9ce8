// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames
package import SymbolFinding

/// The figures of one symbol in a frame, read or only found.
package struct SymbolMeasurement: Hashable, Sendable {
    /// `nil` for a place that looks like a symbol but was not read.
    package var symbology: Symbology?
    package var kind: SymbolCandidate.Kind
    /// In pixels of the frame.
    package var corners: Quadrilateral
    package var figures: SymbolFigures
    /// The X dimension in pixels; `nil` if the narrowest bars cannot be measured.
    package var module: Double?
    /// Its width in modules without quiet zones, if known: for EAN, UPC and QR.
    package var modules: Int?
    /// The estimated grade; `nil` if it was not read.
    package var grade: GradeEstimate?

    /// The least score of a candidate to measure; `doctor` requires 0.35.
    static let likely = 0.2

    /// Measures a symbol that was read; `nil` if the reader does not report its place.
    package init?(_ barcode: Barcode, in frame: LumaImage, noise: Double, range: LumaRange) {
        guard let corners = barcode.corners, corners.width >= 1 || corners.height >= 1, corners.isNear(frame.size)
        else {
            return nil
        }
        let kind: SymbolCandidate.Kind = barcode.symbology.isLinear ? .linear : .matrix
        self.init(
            symbology: barcode.symbology, kind: kind, corners: corners, in: frame, noise: noise)
        grade =
            kind == .linear
            ? GradeEstimate(linear: self, in: frame, noise: noise, range: range)
            : GradeEstimate(matrix: self, in: frame, range: range)
    }

    /// Measures the place that looks most like a symbol; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - area: the part of the frame to search.
    ///   - noise: `LumaImage.noiseDeviation()` of it.
    package init?(likeliestIn frame: LumaImage, area: PixelRectangle, noise: Double) {
        guard let part = frame.cropped(to: area), let found = SymbolFinder(limit: 1).find(in: part, noise: noise).first,
            found.score >= Self.likely
        else { return nil }
        let corners = found.corners.mapped { PixelPoint(x: $0.x + Double(area.x), y: $0.y + Double(area.y)) }
        self.init(symbology: nil, kind: found.kind, corners: corners, in: frame, noise: noise)
    }

    private init(
        symbology: Symbology?, kind: SymbolCandidate.Kind, corners: Quadrilateral, in frame: LumaImage, noise: Double
    ) {
        self.symbology = symbology
        self.kind = kind
        self.corners = corners
        figures = SymbolFigures(of: frame, corners: corners, kind: kind, noise: noise)
        let side = max(corners.width, kind == .linear ? corners.height : 0)
        modules = Self.modules(symbology, corners, figures.module)
        module = modules.map { side / Double($0) } ?? figures.module
    }

    /// The width in modules: fixed for EAN and UPC; for QR the version (21, 25, 29 …) nearest to the measured module width.
    private static func modules(_ symbology: Symbology?, _ corners: Quadrilateral, _ measured: Double?) -> Int? {
        if let count = symbology?.fixedModules { return count }
        guard symbology == .qr, let measured, measured > 0 else { return nil }
        let side = (corners.width + corners.height) / 2
        let version = ((side / measured - 17) / 4).rounded()
        guard (1...40).contains(version) else { return nil }
        let whole = side / (17 + 4 * version)
        // Versions differ by four modules: if none fits well, the guess is no better than the measurement.
        return abs(whole / measured - 1) < 0.12 ? 17 + 4 * Int(version) : nil
    }

    /// Its bounding box, clipped to the frame; `nil` if it is outside.
    package func box(in size: FrameSize) -> PixelRectangle? {
        let bounds = corners.bounds
        guard bounds.minX.isFinite, bounds.maxX.isFinite, bounds.minY.isFinite, bounds.maxY.isFinite else { return nil }
        func clamped(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
        let (x, y) = (clamped(bounds.minX.rounded(.down), size.width), clamped(bounds.minY.rounded(.down), size.height))
        let rectangle = PixelRectangle(
            x: x, y: y, width: clamped(bounds.maxX.rounded(.up), size.width) - x,
            height: clamped(bounds.maxY.rounded(.up), size.height) - y)
        return rectangle.fits(in: size) ? rectangle : nil
    }
}

extension Quadrilateral {
    /// Whether it is in the frame or near it, so that lines along it have a bounded length.
    fileprivate func isNear(_ size: FrameSize) -> Bool {
        let (width, height) = (Double(size.width), Double(size.height))
        return corners.allSatisfy { abs($0.x - width / 2) <= 1.5 * width && abs($0.y - height / 2) <= 1.5 * height }
    }
}
