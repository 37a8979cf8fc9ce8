// SPDX-License-Identifier: Apache-2.0

/// A figure over time, for a plot, in bounded memory. When it is full, neighbouring points are merged, which halves its
/// resolution in time.
package struct TimeSeries: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        /// The time of the first value in the point, seconds since the start.
        package var time: Double
        package var minimum: Double
        package var maximum: Double
        package var sum: Double
        package var count: Int

        package var mean: Double { sum / Double(count) }
    }

    package private(set) var points: [Point] = []
    package let capacity: Int
    /// Values in each point except the last.
    private var merged = 1

    package init(capacity: Int = 2048) {
        precondition(capacity >= 2 && capacity.isMultiple(of: 2), "points are joined in pairs")
        self.capacity = capacity
    }

    /// Adds a value. Values come in order of time; those that are not finite are ignored.
    package mutating func add(_ value: Double, at time: Double) {
        guard value.isFinite, time.isFinite else { return }
        if let last = points.last, last.count < merged {
            points[points.count - 1] = Self.joined(
                last, Point(time: time, minimum: value, maximum: value, sum: value, count: 1))
            return
        }
        if points.count == capacity {
            points = stride(from: 0, to: points.count, by: 2).map { Self.joined(points[$0], points[$0 + 1]) }
            merged *= 2
        }
        points.append(Point(time: time, minimum: value, maximum: value, sum: value, count: 1))
    }

    private static func joined(_ first: Point, _ second: Point) -> Point {
        Point(
            time: first.time, minimum: min(first.minimum, second.minimum), maximum: max(first.maximum, second.maximum),
            sum: first.sum + second.sum, count: first.count + second.count)
    }
}
