// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// The length of a linear code's bars. The outline of a reader may cover only the lines that it read.
package enum BarLength {
    /// In pixels: how far the pattern in the middle of the outline goes on along the bars, in both directions.
    ///
    /// - Parameter corners: the outline, in pixels of `image`; its upper edge runs across the bars.
    package static func measure(in image: LumaImage, corners: Quadrilateral) -> Double {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let left = PixelPoint(x: (a.x + d.x) / 2, y: (a.y + d.y) / 2)
        let right = PixelPoint(x: (b.x + c.x) / 2, y: (b.y + c.y) / 2)
        let down = (x: (d.x + c.x - a.x - b.x) / 2, y: (d.y + c.y - a.y - b.y) / 2)
        let height = (down.x * down.x + down.y * down.y).squareRoot()
        guard height > 0, corners.width > 20 else { return corners.height }
        let unit = (x: down.x / height, y: down.y / height)
        let length = corners.width
        let along = (x: (right.x - left.x) / length, y: (right.y - left.y) / length)
        func row(_ distance: Double, _ shift: Double) -> [Float] {
            let (dx, dy) = (unit.x * distance + along.x * shift, unit.y * distance + along.y * shift)
            return image.profile(x0: left.x + dx, y0: left.y + dy, x1: right.x + dx, y1: right.y + dy, halfBreadth: 1)
        }
        let reference = row(0, 0)
        func reach(_ direction: Double) -> Double {
            var (distance, drift) = (0.0, 0.0)
            while distance < length {
                let next = distance + 2
                let middle = PixelPoint(
                    x: (left.x + right.x) / 2 + unit.x * next * direction,
                    y: (left.y + right.y) / 2 + unit.y * next * direction)
                guard middle.x >= 0, middle.y >= 0, middle.x < Double(image.width), middle.y < Double(image.height)
                else {
                    break
                }
                // Bars that are not quite at right angles to the outline's edge drift along it.
                let best = [-1.0, 0, 1].map { (drift + $0, likeness(reference, row(next * direction, drift + $0))) }
                    .max { $0.1 < $1.1 }!
                guard best.1 > 0.6 else { break }
                (distance, drift) = (next, best.0)
            }
            return distance
        }
        return max(corners.height, reach(1) + reach(-1))
    }

    /// The correlation of two rows.
    private static func likeness(_ a: [Float], _ b: [Float]) -> Float {
        let count = min(a.count, b.count)
        guard count > 8 else { return 0 }
        var (sumA, sumB): (Float, Float) = (0, 0)
        for index in 0..<count {
            sumA += a[index]
            sumB += b[index]
        }
        let (meanA, meanB) = (sumA / Float(count), sumB / Float(count))
        var (both, squareA, squareB): (Float, Float, Float) = (0, 0, 0)
        for index in 0..<count {
            let (x, y) = (a[index] - meanA, b[index] - meanB)
            both += x * y
            squareA += x * x
            squareB += y * y
        }
        let product = squareA * squareB
        return product > 0 ? both / product.squareRoot() : 0
    }
}
