// SPDX-License-Identifier: Apache-2.0

/// Possible starts and ends of a symbol with a given number of modules in a profile: a light-to-dark edge after a quiet
/// zone, and a dark-to-light edge before another one, likeliest first.
enum RetailPlaces {
    struct Place {
        var from: Float
        var to: Float
        /// The share of such a symbol's edges that are visible: blur reduces it.
        var edgesSeen: Float
        fileprivate var score: Float
    }

    /// - Parameter leastModule: in samples. Narrower modules are not searched for.
    static func all(_ edges: ProfileEdges, modules: Int, length: Int, leastModule: Float) -> [Place] {
        var places: [Place] = []
        let least = Float(modules) * leastModule
        for first in 0..<edges.count where edges.isIntoDark(first) {
            let before = first > 0 ? edges.positions[first] - edges.positions[first - 1] : edges.positions[first]
            for last in stride(from: first + 1, to: edges.count, by: 2) {
                let width = edges.positions[last] - edges.positions[first]
                guard width >= least else { continue }
                let module = width / Float(modules)
                let after =
                    last + 1 < edges.count
                    ? edges.positions[last + 1] - edges.positions[last] : Float(length) - edges.positions[last]
                let quiet = min(before, 8 * module) + min(after, 8 * module)
                // Half of a symbol's edges are still visible under strong blur.
                let edgesSeen = Float(last - first + 1) / (Float(modules) * 0.63)
                guard before > CrowdedMargin.usual * module, after > CrowdedMargin.usual * module, edgesSeen > 0.2,
                    edgesSeen < 1.25
                else { continue }
                // No gap inside may be as wide as the quiet zones: digits have at most four equal modules in a row.
                var widest: Float = 0
                for edge in first..<last {
                    widest = max(widest, edges.positions[edge + 1] - edges.positions[edge])
                }
                guard widest < 14 * module else { continue }
                let excess = max(0, min(4, widest / module - 4.5))
                places.append(
                    Place(
                        from: edges.positions[first], to: edges.positions[last], edgesSeen: edgesSeen,
                        score: quiet / (16 * module) - 0.1 * excess - 0.5 * abs(1 - min(1, edgesSeen + 0.2))))
            }
        }
        return places.sorted { $0.score > $1.score }
    }
}
