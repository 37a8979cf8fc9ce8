// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Several pictures of one scene, laid on each other where the scene is, at twice the size: noise averages out, and because
/// no two lie on the same pixels, detail appears that none of them has.
///
/// All pictures have the size of the first. See: Fruchter and Hook, "Drizzle" (2002).
package struct FrameStack: Sendable {
    /// How many pictures it holds.
    package private(set) var count = 1
    private let first: LumaImage
    private let registration: FrameRegistration
    /// At twice the size, with a column and a row for what lies beyond the last.
    private var sums: [Float]
    private var weights: [Float]

    /// The weight of the enlarged first picture, which fills what no pixel has come to lie on.
    private static let base: Float = 0.15

    /// Begins with a picture; `nil` if it is too small, or shows nothing that could be followed.
    package init?(_ picture: LumaImage) {
        guard let registration = FrameRegistration(picture) else { return nil }
        first = picture.copy()
        self.registration = registration
        let area = (2 * picture.width + 1) * (2 * picture.height + 1)
        sums = [Float](repeating: 0, count: area)
        weights = [Float](repeating: 0, count: area)
        lay(first, by: .identity)
    }

    /// Adds a picture.
    ///
    /// - Returns: from positions in the first picture to those in this one; `nil` if it does not show the same, and was not added.
    package mutating func add(_ picture: LumaImage) -> PixelMap? {
        guard let map = registration.map(to: picture), let back = map.inverse else { return nil }
        lay(picture, by: back)
        count += 1
        return map
    }

    private mutating func lay(_ picture: LumaImage, by map: PixelMap) {
        let (width, height, stride) = (picture.width, picture.height, picture.rowStride)
        let (columns, rows) = (2 * width, 2 * height)
        let line = columns + 1
        let (stepX, stepY) = (Float(2 * map.xx), Float(2 * map.yx))
        picture.withSpan { pixels in
            for y in 0..<height {
                let start = map(x: 0.5, y: Double(y) + 0.5)
                // The centre of a pixel of the stack has half a pixel more.
                var (px, py) = (Float(2 * start.x - 0.5), Float(2 * start.y - 0.5))
                for x in 0..<width {
                    let value = Float(pixels[y * stride + x])
                    if px >= 0, py >= 0, px < Float(columns), py < Float(rows) {
                        let (column, row) = (Int(px), Int(py))
                        let (u, v) = (px - Float(column), py - Float(row))
                        let index = row * line + column
                        let (a, b, c, d) = ((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
                        sums[index] += a * value
                        weights[index] += a
                        sums[index + 1] += b * value
                        weights[index + 1] += b
                        sums[index + line] += c * value
                        weights[index + line] += c
                        sums[index + line + 1] += d * value
                        weights[index + line + 1] += d
                    }
                    px += stepX
                    py += stepY
                }
            }
        }
    }

    /// All of them together, and its map to the first one.
    package var fused: PreparedImage {
        let large = first.doubled()
        let (width, height) = (large.image.width, large.image.height)
        let image = LumaImage(size: large.image.size) { pixels in
            large.image.withSpan { base in
                for y in 0..<height {
                    for x in 0..<width {
                        let index = y * (width + 1) + x
                        let sum = sums[index] + Self.base * Float(base[y * width + x])
                        pixels[y * width + x] = UInt8(min(255, max(0, sum / (weights[index] + Self.base) + 0.5)))
                    }
                }
            }
        }
        return PreparedImage(image, toOriginal: large.toOriginal)
    }
}
