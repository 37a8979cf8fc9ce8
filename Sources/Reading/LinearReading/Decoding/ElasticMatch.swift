// SPDX-License-Identifier: Apache-2.0

/// Guards and digits laid along a profile like beads on a rubber band: each where it fits best, a little nearer to its
/// neighbour or farther than it should be.
///
/// It begins a fit where the symbol is bent more than its ends tell: on a bottle, in perspective. Whether parity and check
/// digit are right it does not ask.
struct ElasticMatch {
    /// Pattern numbers of the digits.
    var patterns: [Int]
    /// Middle of each part in modules as it should be, and how much further on it lies, in modules.
    var places: [(at: Float, shift: Float)]
    /// The squared distance, up to a constant that all matches of one profile share.
    var distance: Float

    /// Modules to either side that a part may be off, times two.
    private static let reach = 5
    private static let patternLimit = 20

    /// - Parameters:
    ///   - seen: darkness at each sample, from `margin` modules before the first bar; as dense as the templates.
    ///   - stiffness: what it costs when a part is half a module off from where its neighbour has it, in squared
    ///     darkness times modules.
    init(_ layout: RetailLayout, _ templates: RetailTemplates, seen: [Float], margin: Int, stiffness: Float) {
        let parts = layout.parts
        let (density, length) = (templates.density, templates.length)
        // By how many samples neighbours may be nearer or farther than they should be: half a module.
        let slack = density / 2
        let (reach, limit) = (Self.reach * slack, Self.patternLimit)
        let price = stiffness * Float(density) / Float(slack * slack)
        let offsets = 2 * reach + 1
        // Beyond the samples there is paper.
        let padding = reach + density * RetailTemplates.reach
        let padded = [Float](repeating: 0, count: padding) + seen + [Float](repeating: 0, count: padding)
        var cost = [Float](repeating: 0, count: offsets * limit)
        var back: [[Int16]] = []
        for (number, part) in parts.enumerated() {
            var next = [Float](repeating: .infinity, count: offsets * limit)
            var from = [Int16](repeating: 0, count: number > 0 ? offsets * limit : 0)
            if number > 0 {
                let before = parts[number - 1]
                var links = [Float](repeating: 0, count: (2 * slack + 1) * limit * limit)
                for delta in -slack...slack {
                    for (a, left) in before.patterns.enumerated() {
                        for (b, right) in part.patterns.enumerated() {
                            links[((delta + slack) * limit + b) * limit + a] =
                                templates.overlap(left, right, at: before.width * density + delta)
                                + price * Float(delta * delta)
                        }
                    }
                }
                let beforeCount = before.patterns.count
                for offset in 0..<offsets {
                    for b in 0..<part.patterns.count {
                        var (least, origin) = (Float.infinity, 0)
                        for delta in -slack...slack {
                            let other = offset - delta
                            guard other >= 0, other < offsets else { continue }
                            let row = ((delta + slack) * limit + b) * limit
                            for a in 0..<beforeCount {
                                let sum = cost[other &* limit &+ a] + links[row &+ a]
                                if sum < least { (least, origin) = (sum, other &* limit &+ a) }
                            }
                        }
                        next[offset * limit + b] = least
                        from[offset * limit + b] = Int16(origin)
                    }
                }
            }
            for offset in 0..<offsets {
                let start = (part.at + margin - RetailTemplates.reach) * density + offset - reach + padding
                for (b, pattern) in part.patterns.enumerated() {
                    let product = dot(padded, start, templates.darkness, pattern * length, length)
                    let own = templates.squares[pattern] - 2 * product
                    next[offset * limit + b] = (number > 0 ? next[offset * limit + b] : 0) + own
                }
            }
            cost = next
            back.append(from)
        }
        var state = cost.indices.min { cost[$0] < cost[$1] } ?? 0
        distance = cost[state]
        patterns = []
        places = []
        for (number, part) in parts.enumerated().reversed() {
            places.append(
                (Float(part.at) + Float(part.width) / 2, Float(state / limit - reach) / Float(density)))
            if part.patterns.count > 1 { patterns.append(part.patterns.lowerBound + state % limit) }
            if number > 0 { state = Int(back[number][state]) }
        }
        places.reverse()
        patterns.reverse()
    }
}
