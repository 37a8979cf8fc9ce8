// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

/// The sharpness of the sharpest strong edges of a picture, whatever it shows.
package struct EdgeFigures: Hashable, Sendable, Codable {
    /// The 10–90 % width of the sharper edges, perpendicular to the edge, in pixels; `nil` if there are too few.
    package var width: Double?
    /// The same for edges found along rows only, and along columns only: motion makes one wider than the other.
    package var alongRows: Double?
    package var alongColumns: Double?
    /// The number of edges that were strong enough.
    package var count = 0

    package init() {}

    /// - Parameters:
    ///   - range: the picture's range of values, 1st to 99th percentile. An edge of a third of it is strong.
    ///   - noise: `LumaImage.noiseDeviation()`.
    package init(_ image: LumaImage, range: Int, noise: Double) {
        self.init()
        let tolerance = Float(max(1, 3 * noise, 0.06 * Double(range)))
        let strong = max(4, Double(tolerance) * 1.5, 0.33 * Double(range))
        guard image.width >= 8, image.height >= 8 else { return }
        let rows = Self.edges(of: image, across: false, tolerance: tolerance, strong: strong)
        let columns = Self.edges(of: image, across: true, tolerance: tolerance, strong: strong)
        count = rows.count + columns.count
        width = Self.sharper(rows + columns)
        alongRows = Self.sharper(rows)
        alongColumns = Self.sharper(columns)
    }

    /// The median width of the steeper third: soft shadows are edges too, but say nothing about the lens.
    private static func sharper(_ edges: [(width: Double, height: Double)]) -> Double? {
        guard edges.count >= 12 else { return nil }
        let steep = edges.sorted { $0.height / max(0.3, $0.width) > $1.height / max(0.3, $1.width) }
            .prefix(max(6, edges.count / 3)).map(\.width).sorted()
        return steep[steep.count / 2]
    }

    /// The strong edges along up to 96 rows or columns, with widths corrected for the angle at which the line crosses
    /// them.
    private static func edges(
        of image: LumaImage, across: Bool, tolerance: Float, strong: Double
    ) -> [(width: Double, height: Double)] {
        let (lines, length) = across ? (image.width, image.height) : (image.height, image.width)
        let count = min(96, lines - 2)
        guard count > 0 else { return [] }
        var found: [(width: Double, height: Double)] = []
        var profile = [Float](repeating: 0, count: length)
        let stride = image.rowStride
        let (along, aside) = across ? (stride, 1) : (1, stride)
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for number in 0..<count {
                let line = 1 + number * (lines - 2) / count
                let start = unsafe first + line * aside
                for index in 0..<length { unsafe profile[index] = Float(start[index &* along]) }
                for edge in ProfileEdges.find(in: profile, tolerance: tolerance) where abs(edge.height) >= strong {
                    // The gradient across the line, from the neighbouring lines, over the width of the edge.
                    let middle = Int(edge.position.rounded())
                    let reach = max(1, Int(edge.width / 2))
                    let (low, high) = (max(0, middle - reach), min(length - 1, middle + reach))
                    guard high > low else { continue }
                    var sideways: Float = 0
                    for index in low...high {
                        let at = unsafe start + index &* along
                        unsafe sideways += (Float(at[aside]) - Float(at[-aside])) / 2
                    }
                    let slope = Double(profile[high] - profile[low]) / Double(high - low)
                    let other = Double(sideways) / Double(high - low + 1)
                    let cosine = abs(slope) / max(1e-9, hypot(slope, other))
                    guard cosine > 0.5 else { continue }
                    found.append((edge.width * cosine, abs(edge.height)))
                }
            }
        }
        return found
    }
}
