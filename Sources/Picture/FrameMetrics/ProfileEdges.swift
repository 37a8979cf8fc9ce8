// SPDX-License-Identifier: Apache-2.0

/// A rise or fall of the values along a line of pixels, from one turning point to the next.
package struct ProfileEdge: Hashable, Sendable {
    /// Where it crosses half its height, in pixels from the first sample.
    package var position: Double
    /// The difference from the turning point before to the one after, in values of 255; negative for a fall.
    package var height: Double
    /// The distance from 10 % to 90 % of its height, in pixels. An ideal step sampled by area has 0.8; a step blurred by
    /// a Gaussian of deviation σ has 2.56 σ.
    package var width: Double
}

/// Finds the edges along a line of pixels, to a fraction of a pixel.
package enum ProfileEdges {
    /// The edges of at least `tolerance` values, in order. Smaller turns count as noise on a slope.
    package static func find(in profile: [Float], tolerance: Float) -> [ProfileEdge] {
        guard profile.count >= 2 else { return [] }
        var edges: [ProfileEdge] = []
        let tolerance = max(tolerance, 0.5)
        // The turning points so far: the first and last index of each run of equal extremes.
        var low = 0
        var high = 0
        var rising: Bool?
        var start = 0
        for index in 1..<profile.count {
            let value = profile[index]
            switch rising {
            case nil:
                if value < profile[low] { low = index }
                if value > profile[high] { high = index }
                if value - profile[low] >= tolerance {
                    (rising, start, high) = (true, low, index)
                } else if profile[high] - value >= tolerance {
                    (rising, start, low) = (false, high, index)
                }
            case true?:
                if value > profile[high] {
                    high = index
                } else if profile[high] - value >= tolerance {
                    append(profile, start, high, to: &edges)
                    (rising, start, low) = (false, high, index)
                }
            case false?:
                if value < profile[low] {
                    low = index
                } else if value - profile[low] >= tolerance {
                    append(profile, start, low, to: &edges)
                    (rising, start, high) = (true, low, index)
                }
            }
        }
        if let rising { append(profile, start, rising ? high : low, to: &edges) }
        return edges
    }

    private static func append(_ profile: [Float], _ start: Int, _ end: Int, to edges: inout [ProfileEdge]) {
        let (from, to) = (profile[start], profile[end])
        let height = to - from
        guard end > start, height != 0 else { return }
        /// The position where a share of the height is crossed for the first or the last time.
        func crossing(_ share: Float, isLast: Bool) -> Double {
            let level = from + share * height
            func isBeyond(_ index: Int) -> Bool { height > 0 ? profile[index] >= level : profile[index] <= level }
            var index = isLast ? end : start + 1
            if isLast {
                while index > start + 1, isBeyond(index - 1) { index -= 1 }
            } else {
                while index < end, !isBeyond(index) { index += 1 }
            }
            let step = profile[index] - profile[index - 1]
            let part = step == 0 ? 0.5 : Double((level - profile[index - 1]) / step)
            return Double(index - 1) + min(1, max(0, part))
        }
        // The last sample below 10 % and the first above 90 %: flat tails do not count.
        let width = max(0, crossing(0.9, isLast: false) - crossing(0.1, isLast: true))
        let middle = crossing(0.5, isLast: false)
        edges.append(ProfileEdge(position: middle, height: Double(height), width: width))
    }
}
