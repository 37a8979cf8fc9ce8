// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// Thin light lines along the bars of a linear code, each within a bar and over its full length: dots of a print head that do
/// not print, or scratches.
package struct BarStripes: Hashable, Sendable, Codable {
    package var count: Int
    /// Their depth as a share of that of the code's narrow spaces.
    package var depth: Double

    private static let lines = 24

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`; its upper edge runs across the bars.
    ///   - module: the narrowest bar, in pixels.
    ///   - noise: `LumaImage.noiseDeviation()` of the picture.
    ///
    /// `nil` if there are none, or the picture is not sharp and large enough to tell them from narrow spaces.
    package init?(of image: LumaImage, corners: Quadrilateral, module: Double, noise: Double) {
        guard module >= 3, corners.height >= 10 * module else { return nil }
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        var spaces: [[(position: Double, height: Double, width: Double)]] = []
        var values: [Float] = []
        let breadth = min(3, Int(corners.height / Double(2 * Self.lines)))
        var rows: [[Float]] = []
        for index in 0..<Self.lines {
            let v = 0.08 + 0.84 * (Double(index) + 0.5) / Double(Self.lines)
            let (x0, y0) = (a.x + (d.x - a.x) * v, a.y + (d.y - a.y) * v)
            let (x1, y1) = (b.x + (c.x - b.x) * v, b.y + (c.y - b.y) * v)
            let row = image.profile(x0: x0, y0: y0, x1: x1, y1: y1, halfBreadth: breadth)
            guard row.count > 40 else { return nil }
            rows.append(row)
            values += row
        }
        values.sort()
        let contrast = Double(values[values.count - 1 - values.count / 50] - values[values.count / 50])
        guard contrast >= 60 else { return nil }
        let tolerance = Float(max(4, 3 * noise / Double(2 * breadth + 1).squareRoot(), 0.08 * contrast))
        for row in rows {
            let edges = ProfileEdges.find(in: row, tolerance: tolerance)
            var found: [(position: Double, height: Double, width: Double)] = []
            for (rise, fall) in zip(edges, edges.dropFirst()) where rise.height > 0 && fall.height < 0 {
                found.append(
                    (
                        (rise.position + fall.position) / 2 / Double(row.count),
                        min(rise.height, -fall.height) / contrast, fall.position - rise.position
                    ))
            }
            spaces.append(found)
        }
        let narrow = spaces.joined().filter { $0.width < 1.4 * module }.map(\.height).sorted()
        guard narrow.count >= 4 * Self.lines else { return nil }
        let usual = narrow[narrow.count / 2]
        // Where narrow spaces are faint themselves, a stripe looks like one.
        guard usual >= 0.7 else { return nil }
        let length = (corners.width * 100).rounded() / 100
        // The faint ones, at the same place in nearly every row.
        var places: [(position: Double, rows: Int, height: Double)] = []
        for row in spaces {
            for space in row where space.height < 0.62 * usual && space.width < 1.1 * module {
                if let index = places.firstIndex(where: { abs($0.position - space.position) * length < 0.5 * module }) {
                    let count = Double(places[index].rows)
                    places[index].position = (places[index].position * count + space.position) / (count + 1)
                    places[index].height = (places[index].height * count + space.height) / (count + 1)
                    places[index].rows += 1
                } else {
                    places.append((space.position, 1, space.height))
                }
            }
        }
        let lasting = places.filter { $0.rows >= Self.lines * 3 / 4 }
        guard !lasting.isEmpty else { return nil }
        count = lasting.count
        depth = lasting.reduce(0) { $0 + $1.height } / Double(lasting.count) / usual
    }
}
