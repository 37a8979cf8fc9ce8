// SPDX-License-Identifier: Apache-2.0

/// Where in a profile a symbol of so many modules may begin and end: an edge from light to dark after a quiet zone, and
/// one from dark to light before another, likeliest first.
enum RetailPlaces {
    struct Place {
        var from: Float
        var to: Float
        /// The share of the edges that such a symbol has which are seen: blur makes them fewer.
        var edgesSeen: Float
        fileprivate var score: Float
    }

    /// - Parameter leastModule: samples; narrower modules are not looked for.
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
                // Half of a symbol's edges are still seen where it is badly blurred.
                let edgesSeen = Float(last - first + 1) / (Float(modules) * 0.63)
                guard before > 3 * module, after > 3 * module, edgesSeen > 0.2, edgesSeen < 1.25 else { continue }
                // No quiet place inside, as wide as that outside: digits have at most four modules of one kind.
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
