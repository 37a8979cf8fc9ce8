// SPDX-License-Identifier: Apache-2.0

/// The edges of a profile: dark to light and light to dark by turns, each at the place of its mean slope, which blur does
/// not move as long as it is the same on both sides.
struct ProfileEdges {
    /// Positions in samples, increasing.
    private(set) var positions: [Float] = []
    /// Whether the first edge goes from light to dark.
    private(set) var beginsDark = false
    /// How far each goes from light to dark or back, grey values.
    private(set) var heights: [Float] = []

    var count: Int { positions.count }

    /// Whether edge `index` goes from light to dark.
    func isIntoDark(_ index: Int) -> Bool { (index % 2 == 0) == beginsDark }

    /// - Parameter tolerance: values go up and down by less than this without it being an edge.
    init(_ profile: [Float], tolerance: Float) {
        guard profile.count > 2 else { return }
        // The turning points: a value is one when what follows has come away from it by `tolerance`.
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
                // Squared, so that a long faint slope beside the edge does not pull it.
                let slope = profile[index + 1] - profile[index]
                sum += slope * slope * (Float(index) + 0.5)
                weight += slope * slope
            }
            positions.append(weight > 0 ? sum / weight : Float(from + to) / 2)
            heights.append(abs(profile[to] - profile[from]))
        }
    }
}
