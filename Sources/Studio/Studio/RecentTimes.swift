// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output

/// The most recent durations, for percentiles of the present.
struct RecentTimes: Sendable {
    private static let most = 256
    private var values: [Double] = []
    private var next = 0

    mutating func add(_ duration: Duration) {
        let value = duration.milliseconds
        guard values.count == Self.most else { return values.append(value) }
        values[next] = value
        next = (next + 1) % Self.most
    }

    mutating func removeAll() { self = RecentTimes() }

    /// By the nearest rank, milliseconds; `nil` if there are no durations.
    func percentile(_ share: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    var json: JSONValue {
        [
            "p50_ms": percentile(0.5).map { .number($0, decimals: 1) } ?? .null,
            "p95_ms": percentile(0.95).map { .number($0, decimals: 1) } ?? .null,
        ]
    }
}
