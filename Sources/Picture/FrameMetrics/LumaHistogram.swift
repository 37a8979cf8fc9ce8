// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

/// The number of pixels with each of the 256 values, and the figures that follow from it.
package struct LumaHistogram: Hashable, Sendable {
    /// 256 counts, black first.
    package let counts: [Int]
    /// The number of pixels.
    package let total: Int

    /// - Parameter everyRow: 1 for all rows, 2 for every other, and so on. A sample of the rows describes the light as
    ///   well.
    package init(_ image: LumaImage, everyRow step: Int = 1) {
        precondition(step >= 1, "a row is the least")
        var sums = [Int](repeating: 0, count: 256)
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        // Four tables: neighbouring pixels are often equal, and reading back a count that was just written is slow.
        var tables = [UInt32](repeating: 0, count: 1024)
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress, width > 0 else { return }
            unsafe tables.withUnsafeMutableBufferPointer { tables in
                let even = width & ~3
                for y in Swift.stride(from: 0, to: height, by: step) {
                    let row = unsafe first + y &* stride
                    var x = 0
                    while x < even {
                        unsafe tables[Int(row[x])] &+= 1
                        unsafe tables[256 &+ Int(row[x &+ 1])] &+= 1
                        unsafe tables[512 &+ Int(row[x &+ 2])] &+= 1
                        unsafe tables[768 &+ Int(row[x &+ 3])] &+= 1
                        x &+= 4
                    }
                    while x < width {
                        unsafe tables[Int(row[x])] &+= 1
                        x &+= 1
                    }
                }
            }
        }
        for value in 0..<256 {
            sums[value] = (0..<4).reduce(0) { $0 + Int(tables[$1 * 256 + value]) }
        }
        counts = sums
        total = sums.reduce(0, +)
    }

    /// From 256 counts, for pictures counted elsewhere.
    package init(counts: [Int]) {
        precondition(counts.count == 256, "one count a value")
        self.counts = counts
        total = counts.reduce(0, +)
    }

    /// 0 to 255; 0 for no pixels.
    package var mean: Double { average { Double($0) } }

    /// The standard deviation, 0 to 127.5.
    package var standardDeviation: Double {
        let mean = mean
        return average { (Double($0) - mean) * (Double($0) - mean) }.squareRoot()
    }

    /// The mean of linear light, 0 to 1: each value through the inverse of the sRGB curve, which cameras apply. Mid-grey,
    /// the target of automatic exposure, is 0.18. Source: IEC 61966-2-1.
    package var linearMean: Double { average { Self.linear($0) } }

    /// The smallest value that at least `share` (0 to 1) of the pixels do not exceed; 0 for no pixels.
    package func percentile(_ share: Double) -> Int {
        let needed = max(1, Int((share * Double(total)).rounded(.up)))
        var sum = 0
        for value in 0..<256 {
            sum += counts[value]
            if sum >= needed { return value }
        }
        return total == 0 ? 0 : 255
    }

    /// The share of pixels, 0 to 1, with a value in `range`.
    package func share(_ range: ClosedRange<Int>) -> Double {
        guard total > 0 else { return 0 }
        return Double(counts[range.clamped(to: 0...255)].reduce(0, +)) / Double(total)
    }

    /// The linear light of a value, 0 to 1.
    package static func linear(_ value: Int) -> Double {
        let encoded = Double(value) / 255
        return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    private func average(_ term: (Int) -> Double) -> Double {
        guard total > 0 else { return 0 }
        var sum = 0.0
        for value in 0..<256 where counts[value] > 0 { sum += Double(counts[value]) * term(value) }
        return sum / Double(total)
    }
}
