// SPDX-License-Identifier: Apache-2.0

public import Barcodes
internal import FrameMetrics
public import Frames
internal import Glibc

/// The figures of one symbol, or of a place that looks like one, measured along lines across it.
public struct SymbolFigures: Hashable, Sendable, Codable {
    /// The outline's longer way across the bars, or the mean of a matrix symbol's edges, and the other, in pixels.
    public var width: Double
    public var height: Double
    /// The values of the dark and of the light parts: the 2nd and 98th percentile, 0 to 255.
    public var dark: Double
    public var light: Double
    /// The distance from an edge to the next, in pixels, which a fifth of the distances do not exceed: close to the
    /// narrowest bar or module where these can be told apart at all, and more where they cannot. `nil` for too few.
    public var module: Double?
    /// The 10–90 % width of its strongest edges, in pixels; `nil` for too few.
    public var edgeWidth: Double?
    /// The same along the upper edge and along the left edge only (matrix symbols): motion widens one of them.
    public var edgeWidthAcross: Double?
    public var edgeWidthDown: Double?
    /// The median height of its edges as a share of the contrast: 1 where every bar reaches full black and white.
    public var modulation: Double
    /// Edges met on the way across, on average.
    public var edgesPerLine: Double
    public var veil: SymbolVeil
    /// `nil` where what surrounds it does not tell.
    public var polarity: SymbolPolarity?

    /// The largest less the smallest value.
    public var contrast: Double { light - dark }

    private static let lines = 12

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`, as `SymbolCandidate` or a reader gives it.
    ///   - kind: whether lines run across bars only or both ways.
    ///   - noise: `LumaImage.noiseDeviation()` of the picture.
    public init(of image: LumaImage, corners: Quadrilateral, kind: SymbolCandidate.Kind, noise: Double) {
        width = corners.width
        height = corners.height
        veil = SymbolVeil(of: image, corners: corners)
        let breadth = kind == .linear ? min(4, Int(height / 24)) : 0
        let across = Self.profiles(image, corners, breadth: breadth)
        let turned = Quadrilateral(
            topLeft: corners.bottomLeft, topRight: corners.topLeft, bottomRight: corners.topRight,
            bottomLeft: corners.bottomRight)
        let down = kind == .matrix ? Self.profiles(image, turned, breadth: 0) : []
        let values = (across + down).joined().sorted()
        guard values.count >= 16 else {
            (dark, light, modulation, edgesPerLine) = (0, 0, 0, 0)
            return
        }
        dark = Double(values[values.count / 50])
        light = Double(values[values.count - 1 - values.count / 50])
        let contrast = light - dark
        let sigma = noise / Double(2 * breadth + 1).squareRoot()
        let tolerance = Float(max(1, 3 * sigma, 0.1 * contrast))
        let rows = across.map { ProfileEdges.find(in: $0, tolerance: tolerance) }
        let columns = down.map { ProfileEdges.find(in: $0, tolerance: tolerance) }
        let all = (rows + columns).joined()
        edgesPerLine = Double(all.count) / Double(max(1, rows.count + columns.count))
        let heights = all.map { abs($0.height) }.sorted()
        modulation = heights.isEmpty ? 0 : heights[heights.count / 2] / max(1, contrast)
        edgeWidth = Self.sharpness(Array(all), contrast)
        edgeWidthAcross = Self.sharpness(rows.flatMap { $0 }, contrast)
        edgeWidthDown = Self.sharpness(columns.flatMap { $0 }, contrast)
        let distances = (rows + columns).flatMap { line in
            zip(line, line.dropFirst()).map { $1.position - $0.position }
        }.sorted()
        if distances.count >= 8 { module = distances[distances.count / 5] }
        polarity = SymbolPolarity(
            of: image, corners: corners, kind: kind, module: module ?? 2, dark: dark, light: light)
    }

    /// The median width of the stronger edges: those of three quarters of the strongest.
    private static func sharpness(_ edges: [ProfileEdge], _ contrast: Double) -> Double? {
        guard edges.count >= 8 else { return nil }
        let heights = edges.map { abs($0.height) }.sorted()
        let strongest = heights[heights.count - 1 - heights.count / 20]
        let widths = edges.filter { abs($0.height) >= 0.75 * strongest }.map(\.width).sorted()
        return widths[widths.count / 2]
    }

    /// Lines along the upper edge's direction, at even distances between the upper and the lower edge, a little longer
    /// than the symbol.
    private static func profiles(_ image: LumaImage, _ corners: Quadrilateral, breadth: Int) -> [[Float]] {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        return (0..<lines).map { index in
            let v = 0.06 + 0.88 * (Double(index) + 0.5) / Double(lines)
            func point(_ u: Double) -> (Double, Double) {
                let (top, bottom) = (
                    (a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u), (d.x + (c.x - d.x) * u, d.y + (c.y - d.y) * u)
                )
                return (top.0 + (bottom.0 - top.0) * v, top.1 + (bottom.1 - top.1) * v)
            }
            let (from, to) = (point(-0.03), point(1.03))
            return image.profile(x0: from.0, y0: from.1, x1: to.0, y1: to.1, halfBreadth: breadth)
        }
    }
}
