// SPDX-License-Identifier: Apache-2.0

/// The edges of a profile, alternating between dark-to-light and light-to-dark, each at the mean position of its slope. A
/// blur that is equal on both sides does not move that.
struct ProfileEdges {
    /// Positions in samples, increasing.
    private(set) var positions: [Float] = []
    /// Whether the first edge goes from light to dark.
    private(set) var beginsDark = false
    /// The height of each edge in grey values.
    private(set) var heights: [Float] = []

    var count: Int { positions.count }

    /// Whether edge `index` goes from light to dark.
    func isIntoDark(_ index: Int) -> Bool { (index % 2 == 0) == beginsDark }

    /// - Parameter tolerance: rises and falls smaller than this are not edges.
    init(_ profile: [Float], tolerance: Float) {
        guard profile.count > 2 else { return }
        // The turning points: a value is one if the following values move away from it by `tolerance`.
        var turns: [Int] = []
        var (low, high) = (0, 0)
        var direction = 0
        for index in 1..<profile.count {
            let value = profile[index]
            if value > profile[high] || direction < 0 && high < low { high = index }
            if value < profile[low] || direction > 0 && low < high { low = index }
            if direction >= 0, profile[high] - value >= tolerance {
                turns.append(high)
                (direction, low) = (-1, index)
                high = index
            } else if direction <= 0, value - profile[low] >= tolerance {
                turns.append(low)
                (direction, high) = (1, index)
                low = index
            }
            if direction > 0, value >= profile[high] { high = index }
            if direction < 0, value <= profile[low] { low = index }
        }
        if direction > 0 { turns.append(high) }
        if direction < 0 { turns.append(low) }
        guard turns.count >= 2 else { return }
        beginsDark = profile[turns[0]] > profile[turns[1]]
        for (from, to) in zip(turns, turns.dropFirst()) {
            var (sum, weight): (Float, Float) = (0, 0)
            for index in from..<to {
                // Squared, so that a long faint slope next to the edge does not pull it.
                let slope = profile[index + 1] - profile[index]
                sum += slope * slope * (Float(index) + 0.5)
                weight += slope * slope
            }
            positions.append(weight > 0 ? sum / weight : Float(from + to) / 2)
            heights.append(abs(profile[to] - profile[from]))
        }
    }
}
