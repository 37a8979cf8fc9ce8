// SPDX-License-Identifier: Apache-2.0

/// The distribution of the values of a long run: exact percentiles in bounded memory.
///
/// Values are rounded to `resolution` and counted, so a percentile covers every value, by nearest rank, not a sample: only
/// the rounding is lost. Counts are in pages allocated when needed: at most 4 MB for any run, some kilobytes if values are
/// close together. Values are 0 or more; those above 2²⁰ resolutions share one bin, whose value is the maximum.
package struct Distribution: Hashable, Sendable {
    package let resolution: Double
    package private(set) var count = 0
    package private(set) var minimum: Double?
    package private(set) var maximum: Double?
    private var sum = 0.0
    private var squares = 0.0
    private var pages: [[UInt32]] = []

    private static let pageSize = 1024
    private static let pageLimit = 1024

    package init(resolution: Double) {
        precondition(resolution > 0, "values are rounded to something")
        self.resolution = resolution
    }

    /// Adds a value. Values that are not finite are ignored; negative ones count as 0.
    package mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        let value = max(0, value)
        let place = Int(min(value / resolution, 1e9).rounded())
        let page = min(place / Self.pageSize, Self.pageLimit - 1)
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = [UInt32](repeating: 0, count: Self.pageSize) }
        let index = place / Self.pageSize == page ? place % Self.pageSize : Self.pageSize - 1
        pages[page][index] &+= 1
        count += 1
        sum += value
        squares += value * value
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
    }

    package var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// The standard deviation; `nil` for fewer than two values.
    package var deviation: Double? {
        guard count > 1, let mean else { return nil }
        return max(0, squares / Double(count) - mean * mean).squareRoot()
    }

    /// The smallest value that at least `share` of the values, 0 to 1, do not exceed; `nil` if there are no values.
    package func percentile(_ share: Double) -> Double? {
        guard count > 0, let minimum, let maximum else { return nil }
        let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
        if rank == count { return maximum }
        var seen = 0
        for (number, page) in pages.enumerated() {
            for (index, entry) in page.enumerated() where entry > 0 {
                seen += Int(entry)
                guard seen >= rank else { continue }
                let place = number * Self.pageSize + index
                // The last bin holds everything above it.
                if place == Self.pageLimit * Self.pageSize - 1 { return maximum }
                return min(maximum, max(minimum, Double(place) * resolution))
            }
        }
        return maximum
    }

    package var median: Double? { percentile(0.5) }

    /// A histogram with equal bins from the least to the largest value, for a plot; empty if there are no values.
    package func bins(_ number: Int) -> [(from: Double, to: Double, count: Int)] {
        guard count > 0, number > 0, let minimum, let maximum else { return [] }
        let width = max((maximum - minimum) / Double(number), resolution)
        var bins = (0..<number).map { index in
            let from: Double = minimum + Double(index) * width
            return (from: from, to: from + width, count: 0)
        }
        for (number, page) in pages.enumerated() {
            for (index, entry) in page.enumerated() where entry > 0 {
                let value = Double(number * Self.pageSize + index) * resolution
                let bin = min(bins.count - 1, max(0, Int((value - minimum) / width)))
                bins[bin].count += Int(entry)
            }
        }
        while bins.count > 1, bins.last?.count == 0 { bins.removeLast() }
        return bins
    }
}
