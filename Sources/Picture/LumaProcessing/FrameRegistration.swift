// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Finds how a scene has moved from one picture to another, to a small part of a pixel: shifted, turned and scaled a little, as by
/// a trembling hand.
///
/// First the shift of both, reduced to a quarter, within 16 pixels; then the motion at half and at full size, by the gradients of
/// the first picture (the inverse compositional method of Lucas and Kanade, after Baker and Matthews 2004).
package struct FrameRegistration: Sendable {
    /// The first picture at full, half and a quarter of its size.
    private let levels: [Level]

    /// The largest shift that is found, in pixels; more than a hand moves within a frame.
    package static let reach = 16
    /// Two pictures whose gradients agree less are not of the same scene.
    private static let leastLikeness: Float = 0.6

    /// `nil` if the picture is too small, or shows nothing that could be followed.
    package init?(_ picture: LumaImage) {
        guard min(picture.width, picture.height) >= 32 else { return nil }
        let half = picture.reduced(by: 2).image
        let pictures = [picture, half, half.reduced(by: 2).image].map(SmoothPicture.init)
        levels = pictures.compactMap(Level.init)
        guard levels.count == pictures.count else { return nil }
    }

    /// From positions in the first picture to those in `other`; `nil` if the two do not show the same.
    ///
    /// - Parameter other: of the same size, nearly the same part of the scene.
    package func map(to other: LumaImage) -> PixelMap? {
        guard let first = levels.first, other.size == first.picture.size else { return nil }
        let half = other.reduced(by: 2).image
        let others = [other, half, half.reduced(by: 2).image].map(SmoothPicture.init)
        let coarse = levels[2].shift(to: others[2], within: Self.reach / 4)
        var motion = Motion(x: coarse.x * 2, y: coarse.y * 2)
        motion = levels[1].refine(motion, to: others[1], rounds: 6)
        motion.x *= 2
        motion.y *= 2
        motion = first.refine(motion, to: others[0], rounds: 8)
        guard abs(motion.scale) < 0.1, abs(motion.turn) < 0.1,
            first.likeness(motion, to: others[0]) >= Self.leastLikeness
        else { return nil }
        return motion.map(in: other.size)
    }

    /// From a place in the first picture, seen from its middle, to the other one: `x + shift + scale * x - turn * y`.
    fileprivate struct Motion {
        var x: Float
        var y: Float
        var scale: Float = 0
        var turn: Float = 0

        func place(_ px: Float, _ py: Float) -> (x: Float, y: Float) {
            (px + x + scale * px - turn * py, py + y + turn * px + scale * py)
        }

        func map(in size: FrameSize) -> PixelMap {
            let (cx, cy) = (Double(size.width) / 2, Double(size.height) / 2)
            let (s, r) = (1 + Double(scale), Double(turn))
            return PixelMap(
                xx: s, xy: -r, x0: cx + Double(x) - s * cx + r * cy, yx: r, yy: s,
                y0: cy + Double(y) - r * cx - s * cy)
        }

        /// This motion, after the inverse of a small one.
        func after(inverseOf step: Motion) -> Motion {
            // Both are 1 + scale + i turn, times a place, plus a shift: complex numbers.
            let (a, b) = (1 + scale, turn)
            let (c, d) = (1 + step.scale, step.turn)
            let square = c * c + d * d
            let (e, f) = ((a * c + b * d) / square, (b * c - a * d) / square)
            return Motion(
                x: x - (e * step.x - f * step.y), y: y - (f * step.x + e * step.y), scale: e - 1, turn: f)
        }
    }

    /// A picture without the finest noise.
    fileprivate struct SmoothPicture: Sendable {
        let size: FrameSize
        let values: [Float]

        init(_ picture: LumaImage) {
            size = picture.size
            let (width, height, stride) = (picture.width, picture.height, picture.rowStride)
            var across = [Float](repeating: 0, count: width * height)
            picture.withSpan { pixels in
                for y in 0..<height {
                    let row = y * stride
                    for x in 0..<width {
                        let left = Int(pixels[row + max(0, x - 1)])
                        let right = Int(pixels[row + min(width - 1, x + 1)])
                        across[y * width + x] = Float(left + 2 * Int(pixels[row + x]) + right)
                    }
                }
            }
            var values = [Float](repeating: 0, count: width * height)
            for y in 0..<height {
                let (above, below) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
                for x in 0..<width {
                    values[y * width + x] = (across[above + x] + 2 * across[y * width + x] + across[below + x]) / 16
                }
            }
            self.values = values
        }

        /// At a place seen from the middle; `nil` outside.
        @inline(__always) func value(_ px: Float, _ py: Float) -> Float? {
            let x = px + Float(size.width) / 2 - 0.5
            let y = py + Float(size.height) / 2 - 0.5
            guard x >= 0, y >= 0, x < Float(size.width - 1), y < Float(size.height - 1) else { return nil }
            let (column, row) = (Int(x), Int(y))
            let (u, v) = (x - Float(column), y - Float(row))
            let index = row * size.width + column
            let top = values[index] + (values[index + 1] - values[index]) * u
            let low = values[index + size.width] + (values[index + size.width + 1] - values[index + size.width]) * u
            return top + (low - top) * v
        }
    }

    /// A place of the first picture where it is not flat.
    private struct Point: Sendable {
        var x, y, value, gradientX, gradientY: Float
    }

    private struct Level: Sendable {
        let picture: SmoothPicture
        let points: [Point]
        /// The sums of the products of the four derivatives.
        private let hessian: [Float]

        private static let mostPoints = 3000
        private static let leastPoints = 40
        private static let border = 3
        /// Against motion that the scene does not show, as along bars.
        private static let damping: Float = 1e-3

        init?(_ picture: SmoothPicture) {
            let (width, height) = (picture.size.width, picture.size.height)
            guard width > 2 * Self.border, height > 2 * Self.border else { return nil }
            var found: [(strength: Float, point: Point)] = []
            // Every point of a grid that is strong; small pictures have all.
            let stride = width * height > 20_000 ? 2 : 1
            for y in Swift.stride(from: Self.border, to: height - Self.border, by: stride) {
                for x in Swift.stride(from: Self.border, to: width - Self.border, by: stride) {
                    let index = y * width + x
                    let gx = (picture.values[index + 1] - picture.values[index - 1]) / 2
                    let gy = (picture.values[index + width] - picture.values[index - width]) / 2
                    let strength = gx * gx + gy * gy
                    guard strength > 4 else { continue }
                    found.append(
                        (
                            strength,
                            Point(
                                x: Float(x) + 0.5 - Float(width) / 2, y: Float(y) + 0.5 - Float(height) / 2,
                                value: picture.values[index], gradientX: gx, gradientY: gy)
                        ))
                }
            }
            guard found.count >= Self.leastPoints else { return nil }
            if found.count > Self.mostPoints {
                found.sort { $0.strength > $1.strength }
                found.removeLast(found.count - Self.mostPoints)
            }
            self.picture = picture
            points = found.map(\.point)
            var hessian = [Float](repeating: 0, count: 16)
            for point in points {
                let slopes = Self.slopes(point)
                for i in 0..<4 {
                    for j in 0..<4 { hessian[4 * i + j] += slopes[i] * slopes[j] }
                }
            }
            for i in 0..<4 { hessian[5 * i] *= 1 + Self.damping }
            self.hessian = hessian
        }

        /// How the value changes with shift x, shift y, scale and turn.
        private static func slopes(_ point: Point) -> SIMD4<Float> {
            SIMD4(
                point.gradientX, point.gradientY, point.gradientX * point.x + point.gradientY * point.y,
                point.gradientY * point.x - point.gradientX * point.y)
        }

        /// The whole shift with the least differences.
        func shift(to other: SmoothPicture, within reach: Int) -> (x: Float, y: Float) {
            var best: (sum: Float, x: Int, y: Int) = (.infinity, 0, 0)
            let step = max(1, points.count / 600)
            for y in -reach...reach {
                for x in -reach...reach {
                    var (sum, count): (Float, Float) = (0, 0)
                    for index in Swift.stride(from: 0, to: points.count, by: step) {
                        let point = points[index]
                        guard let value = other.value(point.x + Float(x), point.y + Float(y)) else { continue }
                        sum += abs(value - point.value)
                        count += 1
                    }
                    // Few common points say little.
                    guard count * Float(step) > Float(points.count) / 3 else { continue }
                    if sum / count < best.sum { best = (sum / count, x, y) }
                }
            }
            return (Float(best.x), Float(best.y))
        }

        func refine(_ start: Motion, to other: SmoothPicture, rounds: Int) -> Motion {
            var motion = start
            for _ in 0..<rounds {
                var sums = SIMD4<Float>.zero
                for point in points {
                    let place = motion.place(point.x, point.y)
                    guard let value = other.value(place.x, place.y) else { continue }
                    sums += Self.slopes(point) * (value - point.value)
                }
                guard let step = Self.solved(hessian, sums) else { return motion }
                motion = motion.after(inverseOf: Motion(x: step[0], y: step[1], scale: step[2], turn: step[3]))
                if abs(step[0]) + abs(step[1]) < 0.005 { break }
            }
            return motion
        }

        /// The correlation of the values at the points, from -1 to 1.
        func likeness(_ motion: Motion, to other: SmoothPicture) -> Float {
            var (count, a, b, aa, bb, ab): (Float, Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0, 0)
            for point in points {
                let place = motion.place(point.x, point.y)
                guard let value = other.value(place.x, place.y) else { continue }
                count += 1
                a += point.value
                b += value
                aa += point.value * point.value
                bb += value * value
                ab += point.value * value
            }
            guard count > Float(points.count) / 2 else { return -1 }
            let spread = (aa - a * a / count) * (bb - b * b / count)
            return spread > 0 ? (ab - a * b / count) / spread.squareRoot() : -1
        }

        /// Gaussian elimination of four equations; `nil` if they say too little.
        private static func solved(_ matrix: [Float], _ right: SIMD4<Float>) -> SIMD4<Float>? {
            var rows = (0..<4).map { i in (0..<4).map { matrix[4 * i + $0] } + [right[i]] }
            for column in 0..<4 {
                guard let pivot = (column..<4).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                    abs(rows[pivot][column]) > 1e-3
                else { return nil }
                rows.swapAt(column, pivot)
                for row in 0..<4 where row != column {
                    let factor = rows[row][column] / rows[column][column]
                    for k in column..<5 { rows[row][k] -= factor * rows[column][k] }
                }
            }
            return SIMD4(
                rows[0][4] / rows[0][0], rows[1][4] / rows[1][1], rows[2][4] / rows[2][2], rows[3][4] / rows[3][3])
        }
    }
}
