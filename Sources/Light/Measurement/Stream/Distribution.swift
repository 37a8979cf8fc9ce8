// SPDX-License-Identifier: Apache-2.0

/// How values of a long run are spread: exact percentiles in bounded memory.
///
/// Values are rounded to `resolution` and counted, so a percentile is that of every value there was, by the nearest
/// rank, and no sample or sketch of them: only the rounding is lost. Counts live in pages made when first needed: a run
/// of any length takes at most 4 MB, one whose values lie close together some kilobytes. Values are 0 or more; what is
/// beyond 2²⁰ resolutions is counted as one place, whose value is the largest seen.
public struct Distribution: Hashable, Sendable {
    public let resolution: Double
    public private(set) var count = 0
    public private(set) var minimum: Double?
    public private(set) var maximum: Double?
    private var sum = 0.0
    private var squares = 0.0
    private var pages: [[UInt32]] = []

    private static let pageSize = 1024
    private static let pageLimit = 1024

    public init(resolution: Double) {
        precondition(resolution > 0, "values are rounded to something")
        self.resolution = resolution
    }

    /// Values that are no number are passed over; negative ones count as 0.
    public mutating func add(_ value: Double) {
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

    public var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// The standard deviation; `nil` for fewer than two values.
    public var deviation: Double? {
        guard count > 1, let mean else { return nil }
        return max(0, squares / Double(count) - mean * mean).squareRoot()
    }

    /// The smallest value that at least `share` of the values, 0 to 1, do not exceed; `nil` for none.
    public func percentile(_ share: Double) -> Double? {
        guard count > 0, let minimum, let maximum else { return nil }
        let rank = min(count, max(1, Int((share * Double(count)).rounded(.up))))
        if rank == count { return maximum }
        var seen = 0
        for (number, page) in pages.enumerated() {
            for (index, entry) in page.enumerated() where entry > 0 {
                seen += Int(entry)
                guard seen >= rank else { continue }
                let place = number * Self.pageSize + index
                // The last place holds everything beyond it.
                if place == Self.pageLimit * Self.pageSize - 1 { return maximum }
                return min(maximum, max(minimum, Double(place) * resolution))
            }
        }
        return maximum
    }

    public var median: Double? { percentile(0.5) }

    /// The counts in even stretches from the least to the largest value, for a picture of them; empty for no values.
    public func bins(_ number: Int) -> [(from: Double, to: Double, count: Int)] {
        guard count > 0, number > 0, let minimum, let maximum else { return [] }
        let width = max((maximum - minimum) / Double(number), resolution)
        var bins = (0..<number).map {
            (from: minimum + Double($0) * width, to: minimum + Double($0 + 1) * width, count: 0)
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
