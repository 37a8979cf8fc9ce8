// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// The fine lines in which a laser or a print head has written a square matrix symbol, if they can be told apart: there is a light gap
/// between any two of them.
///
/// Along the way that crosses them, the middles of dark parts are then whole numbers of lines apart, and several lines are in a module.
/// Modules have any distances in whole modules, and in both directions the same.
package struct RasterLines: Hashable, Sendable, Codable {
    /// From the middle of one line to that of the next, in pixels.
    package var pitch: Double
    /// The lines in a module, about.
    package var perModule: Double
    /// Whether a line is hardly more like its neighbour than like the next but one: the lines were written to and fro, and those of one way
    /// are displaced against those of the other.
    package var isDisplaced: Bool

    private static let ways = 48
    /// Fewer distances may be even by chance.
    private static let leastDistances = 2 * ways
    /// By how much the distances across the lines are closer than those along them. Of 320 pictures of other symbols none has 3.4.
    private static let leastRatio = 4.0
    /// The share of distances that are whole numbers of lines. Of the same pictures none with half of that ratio has 0.95.
    private static let leastShare = 0.85
    /// How near a whole number of lines a distance must be, in lines, and the longest that is compared.
    private static let (nearness, mostLines) = (0.2, 6.5)
    private static let leastPitch = 2.2
    /// How many times as much as from its neighbour a line differs from the next but one: lines that are not displaced, about twice, since
    /// modules end between them.
    private static let mostGrowth = 1.4

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`; a symbol that stands nearly upright.
    ///   - noise: `LumaImage.noiseDeviation()` of the picture.
    ///
    /// `nil` without such lines.
    package init?(of image: LumaImage, corners: Quadrilateral, noise: Double) {
        let box = corners.bounds
        let (short, long) = (min(corners.width, corners.height), max(corners.width, corners.height))
        guard short >= 60, long <= 1.3 * short, box.maxX - box.minX <= 1.3 * long, box.maxY - box.minY <= 1.3 * long else { return nil }
        let (left, right) = (Int(max(0, box.minX)), Int(min(Double(image.width), box.maxX)))
        let (top, bottom) = (Int(max(0, box.minY)), Int(min(Double(image.height), box.maxY)))
        guard right - left >= 60, bottom - top >= 60 else { return nil }
        // Pixels as they are: between two, lines of a pixel and a half fade.
        func ways(_ from: Int, _ to: Int) -> [Int] { (0..<Self.ways).map { from + (2 * $0 + 1) * (to - from) / (2 * Self.ways) } }
        let columns = ways(left, right).map { x in (top..<bottom).map { image[x, $0] } }
        let rows = ways(top, bottom).map { y in (left..<right).map { image[$0, y] } }
        let values = (columns + rows).joined().sorted()
        let contrast = Double(values[values.count - 1 - values.count / 50]) - Double(values[values.count / 50])
        guard contrast >= 20 else { return nil }
        let tolerance = Int(max(3 * noise, 0.2 * contrast))
        let distances = [columns, rows].map { $0.flatMap { Self.distances($0, tolerance) }.sorted() }
        guard distances.allSatisfy({ $0.count >= Self.leastDistances }) else { return nil }
        let close = distances.map { $0[$0.count / 10] }
        let across = close[0] < close[1] ? 0 : 1
        guard close[1 - across] >= Self.leastRatio * close[across], let pitch = Self.pitch(distances[across], near: close[across]),
            pitch >= Self.leastPitch
        else { return nil }
        self.pitch = pitch
        // From one dark module to the next that does not touch it are two.
        perModule = close[1 - across] / 2 / pitch
        isDisplaced = Self.isDisplaced(across == 0 ? columns : rows, pitch)
    }

    /// The distances between neighbouring places that are darkest.
    private static func distances(_ values: [UInt8], _ tolerance: Int) -> [Double] {
        var darkest: [Double] = []
        var isFalling = false
        // The lightest or darkest value since the last turn.
        var (extreme, place) = (Int(values.first ?? 0), 0)
        for (index, value) in values.enumerated() {
            let value = Int(value)
            if isFalling ? value < extreme : value > extreme { (extreme, place) = (value, index) }
            guard abs(value - extreme) > tolerance else { continue }
            if isFalling { darkest.append(lowest(values, place)) }
            isFalling.toggle()
            (extreme, place) = (value, index)
        }
        return zip(darkest, darkest.dropFirst()).map { $1 - $0 }
    }

    /// The place of a minimum between pixels, by the parabola through it and its neighbours.
    private static func lowest(_ values: [UInt8], _ place: Int) -> Double {
        guard place > 0, place + 1 < values.count else { return Double(place) }
        let (a, b, c) = (Double(values[place - 1]), Double(values[place]), Double(values[place + 1]))
        let bow = a - 2 * b + c
        return bow > 0 ? Double(place) + (a - c) / bow / 2 : Double(place)
    }

    /// The distance of which most others are whole multiples, and the nearer the better.
    private static func pitch(_ distances: [Double], near close: Double) -> Double? {
        var best: (fit: Double, pitch: Double)?
        for step in 85...125 {
            let pitch = close * Double(step) / 100
            let misses = distances.lazy.filter { $0 < mostLines * pitch }.map { abs($0 / pitch - max(1, ($0 / pitch).rounded())) / nearness }
            let (whole, all) = (misses.count { $0 <= 1 }, misses.count)
            guard Double(whole) >= leastShare * Double(max(1, all)) else { continue }
            let fit = misses.reduce(0) { $0 + max(0, 1 - $1 * $1) } / Double(all)
            if fit > best?.fit ?? 0 { best = (fit, pitch) }
        }
        return best?.pitch
    }

    private static func isDisplaced(_ profiles: [[UInt8]], _ pitch: Double) -> Bool {
        func difference(_ lag: Int) -> Double {
            var (sum, count) = (0.0, 0)
            for profile in profiles where profile.count > lag {
                for index in 0..<profile.count - lag { sum += abs(Double(profile[index + lag]) - Double(profile[index])) }
                count += profile.count - lag
            }
            return sum / Double(max(1, count))
        }
        func difference(at lag: Double) -> Double { min(difference(Int(lag)), difference(Int(lag.rounded(.up)))) }
        return difference(at: 2 * pitch) < mostGrowth * difference(at: pitch)
    }
}
