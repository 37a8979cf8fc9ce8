// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import LumaProcessing

/// A clipped (pure white) patch of a picture: a reflection, a lamp, a window, or white paper.
package struct ClippedSpot: Hashable, Sendable, Codable {
    /// Its bounding box, in pixels of the picture.
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// Its share of the picture's area, 0 to 1.
    package var share: Double
    /// Its share of the box: a disc has 0.79.
    package var fill: Double
    /// The share of the pixels just outside that are nearly as bright: a reflection fades, paper ends abruptly.
    package var halo: Double
    /// The share of the box's perimeter that lies on the picture's border, 0 to 1.
    package var border: Double

    package init(
        x: Double, y: Double, width: Double, height: Double, share: Double, fill: Double, halo: Double, border: Double
    ) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.share = share
        self.fill = fill
        self.halo = halo
        self.border = border
    }

    /// Values at or above this count as clipped.
    package static let level: UInt8 = 250
    private static let halfLevel: UInt8 = 205

    /// Finds the largest spots, at most `limit`. Spots under a thousandth of the picture are ignored.
    ///
    /// The search runs on the picture reduced to at most 192 pixels a side: dark bars inside a spot do not hide it, and
    /// white spaces between bars do not make one.
    package static func find(in image: LumaImage, limit: Int = 4) -> [ClippedSpot] {
        let factor = min(256, max(1, (max(image.width, image.height) + 191) / 192))
        let small = image.reduced(by: factor).image
        let (width, height) = (small.width, small.height)
        guard width >= 3, height >= 3 else { return [] }
        var values = [UInt8](repeating: 0, count: width * height)
        small.withSpan { source in
            for y in 0..<height {
                for x in 0..<width { values[y * width + x] = source[y * small.rowStride + x] }
            }
        }
        var isTaken = [Bool](repeating: false, count: values.count)
        var spots: [ClippedSpot] = []
        var stack: [Int] = []
        for start in values.indices where values[start] >= level && !isTaken[start] {
            var (minX, maxX, minY, maxY) = (start % width, start % width, start / width, start / width)
            var (count, around, bright) = (0, 0, 0)
            stack = [start]
            isTaken[start] = true
            while let index = stack.popLast() {
                let (x, y) = (index % width, index / width)
                count += 1
                (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x), min(minY, y), max(maxY, y))
                for (nextX, nextY) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    guard nextX >= 0, nextY >= 0, nextX < width, nextY < height else { continue }
                    let next = nextY * width + nextX
                    if values[next] < level {
                        around += 1
                        if values[next] >= halfLevel { bright += 1 }
                    } else if !isTaken[next] {
                        isTaken[next] = true
                        stack.append(next)
                    }
                }
            }
            guard count * 1000 >= values.count, count >= 6 else { continue }
            let (w, h) = (maxX - minX + 1, maxY - minY + 1)
            let sides =
                (minX == 0 ? h : 0) + (maxX == width - 1 ? h : 0) + (minY == 0 ? w : 0) + (maxY == height - 1 ? w : 0)
            let scale = Double(factor)
            spots.append(
                ClippedSpot(
                    x: Double(minX) * scale, y: Double(minY) * scale, width: Double(w) * scale,
                    height: Double(h) * scale, share: Double(count) / Double(values.count),
                    fill: Double(count) / Double(w * h), halo: around == 0 ? 0 : Double(bright) / Double(around),
                    border: Double(sides) / Double(2 * (w + h))))
        }
        return Array(spots.sorted { $0.share > $1.share }.prefix(limit))
    }
}
