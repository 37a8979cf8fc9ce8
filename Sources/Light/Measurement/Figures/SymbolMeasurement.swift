// SPDX-License-Identifier: Apache-2.0

public import Barcodes
internal import FrameMetrics
public import Frames
public import SymbolFinding

/// One symbol in a frame, read or only found.
public struct SymbolMeasurement: Hashable, Sendable {
    /// `nil` for a place that looks like a symbol and was not read.
    public var symbology: Symbology?
    public var kind: SymbolCandidate.Kind
    /// In pixels of the frame.
    public var corners: Quadrilateral
    public var figures: SymbolFigures
    /// The X dimension in pixels; `nil` where the narrowest bars cannot be told.
    public var module: Double?
    /// How many modules wide it is, without quiet zones, where that is known: EAN and UPC, and QR.
    public var modules: Int?
    /// What is known of the grade: `nil` for what was not read.
    public var grade: GradeEstimate?

    /// The score of a candidate that is worth a figure; `doctor` believes one from 0.35 on.
    static let likely = 0.2

    /// A symbol that was read; `nil` where the reader does not tell its place.
    public init?(_ barcode: Barcode, in frame: LumaImage, noise: Double, range: LumaRange) {
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

    /// The place that looks most like a symbol; `nil` where none does.
    ///
    /// - Parameters:
    ///   - area: the part of the frame to look at.
    ///   - noise: `LumaImage.noiseDeviation()` of it.
    public init?(likeliestIn frame: LumaImage, area: PixelRectangle, noise: Double) {
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

    /// Always the same for EAN and UPC; for QR the nearest of 21, 25, 29 … to what the measured distances between edges
    /// make of it.
    private static func modules(_ symbology: Symbology?, _ corners: Quadrilateral, _ measured: Double?) -> Int? {
        if let count = symbology?.fixedModules { return count }
        guard symbology == .qr, let measured, measured > 0 else { return nil }
        let side = (corners.width + corners.height) / 2
        let version = ((side / measured - 17) / 4).rounded()
        guard (1...40).contains(version) else { return nil }
        let whole = side / (17 + 4 * version)
        // Two versions differ by four modules: a guess that far off is no better than the measurement.
        return abs(whole / measured - 1) < 0.12 ? 17 + 4 * Int(version) : nil
    }

    /// The upright box around it, within the frame; `nil` when it lies outside.
    public func box(in size: FrameSize) -> PixelRectangle? {
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
    /// Whether it lies in the frame or not far outside: lines along it have a bounded length.
    fileprivate func isNear(_ size: FrameSize) -> Bool {
        let (width, height) = (Double(size.width), Double(size.height))
        return corners.allSatisfy { abs($0.x - width / 2) <= 1.5 * width && abs($0.y - height / 2) <= 1.5 * height }
    }
}
