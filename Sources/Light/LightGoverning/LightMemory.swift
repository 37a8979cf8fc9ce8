// SPDX-License-Identifier: Apache-2.0

/// The lights before the last large changes: a lamp that was switched once is switched again.
struct LightMemory: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        var light: Double
        var time: Double
    }

    /// Seconds for which a light is remembered.
    static let seconds = 900.0
    /// The most lights.
    private static let most = 6

    private var entries: [Entry] = []

    mutating func add(_ light: Double, at time: Double) {
        entries.removeAll { abs($0.light - light) < 1 }
        entries.append(Entry(light: light, time: time))
        if entries.count > Self.most { entries.removeFirst() }
    }

    /// The lights of earlier runs, the likeliest as if it was seen last.
    mutating func recall(_ past: LearnedLight, at time: Double) {
        for (rank, light) in past.likely.prefix(Self.most).enumerated().reversed() {
            add(light, at: time - Double(rank))
        }
    }

    /// The light seen last that is beyond a bound, and not too far beyond.
    ///
    /// - Parameter direction: 1 if the light is less than the bound, −1 if it is more.
    func light(beyond bound: Double, _ direction: Double, at time: Double) -> Double? {
        entries.filter { entry in
            let beyond = (entry.light - bound) * -direction
            return beyond > -0.5 && beyond < 8 && time - entry.time < Self.seconds
        }.max { $0.time < $1.time }?.light
    }
}
