// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Glibc

/// Dark bands along all rows of a single picture, at even distances, as light that switches on and off many times a second leaves them: the
/// rows are exposed one after the other (rolling shutter).
package struct StillBands: Codable, Hashable, Sendable {
    package var count: Int
    /// Half of the difference between bright and dark rows, as a part of their mean.
    package var amplitude: Double

    /// What stands in the room is in one part of the picture, and light is in all.
    private static let strips = 3
    private static let (leastCount, mostCount) = (4, 80)
    static let leastAmplitude = 0.08
    /// The least correlation of two strips. Not fitted.
    private static let leastAgreement = 0.6
    /// The part of the distances between bands that are within 30 % of the usual one. What stands before the light hides some. Not fitted.
    private static let leastEven = 0.7

    /// - Returns: `nil` without such bands.
    static func find(in image: LumaImage) -> StillBands? {
        guard image.width >= 96, image.height >= 96 else { return nil }
        let profiles = (0..<strips).map { relative(rows(of: image, strip: $0)) }
        for first in profiles.indices {
            for second in profiles.indices.dropFirst(first + 1)
            where correlation(profiles[first], profiles[second]) < leastAgreement { return nil }
        }
        let mean = profiles[0].indices.map { row in profiles.reduce(0) { $0 + $1[row] } / Double(strips) }
        let amplitude = (2 * mean.reduce(0) { $0 + $1 * $1 } / Double(mean.count)).squareRoot()
        guard amplitude >= leastAmplitude else { return nil }
        let starts = crossings(mean, beyond: amplitude / 4)
        guard (leastCount...mostCount).contains(starts.count) else { return nil }
        let distances = zip(starts.dropFirst(), starts).map { $0 - $1 }
        let usual = distances.sorted()[distances.count / 2]
        guard usual > 0, Double(distances.count { Double(abs($0 - usual)) <= 0.3 * Double(usual) }) >= leastEven * Double(distances.count),
            // They fill the picture from top to bottom.
            Double(usual * (starts.count + 1)) >= 0.7 * Double(mean.count)
        else { return nil }
        return StillBands(count: mean.count / usual, amplitude: amplitude)
    }

    /// The mean of each row in one strip, of every fourth pixel.
    private static func rows(of image: LumaImage, strip: Int) -> [Double] {
        let (from, to) = (image.width * strip / strips, image.width * (strip + 1) / strips)
        return image.withSpan { pixels in
            (0..<image.height).map { row in
                var (sum, count) = (0, 0)
                var column = from
                while column < to {
                    sum += Int(pixels[row * image.rowStride + column])
                    count += 1
                    column += 4
                }
                return Double(sum) / Double(max(1, count))
            }
        }
    }

    /// How far each row is above or below its surroundings, as a part of these.
    private static func relative(_ rows: [Double]) -> [Double] {
        let half = max(4, rows.count / 8)
        var sums = [0.0]
        for row in rows { sums.append(sums[sums.count - 1] + row) }
        return rows.indices.map { row in
            let (from, to) = (max(0, row - half), min(rows.count, row + half + 1))
            let around = (sums[to] - sums[from]) / Double(to - from)
            return around > 1 ? (rows[row] - around) / around : 0
        }
    }

    private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        var (product, squares, others) = (0.0, 0.0, 0.0)
        for (a, b) in zip(one, other) {
            product += a * b
            squares += a * a
            others += b * b
        }
        return squares > 0 && others > 0 ? product / (squares * others).squareRoot() : 0
    }

    /// The rows at which it rises above the mean, after it was well below.
    private static func crossings(_ profile: [Double], beyond: Double) -> [Int] {
        var found: [Int] = []
        var isHigh = true
        for (row, value) in profile.enumerated() {
            if isHigh, value < -beyond { isHigh = false }
            if !isHigh, value > beyond {
                isHigh = true
                found.append(row)
            }
        }
        return found
    }
}
