// SPDX-License-Identifier: Apache-2.0

/// Guards and digits laid along a profile like beads on a rubber band: each where it fits best, slightly closer to its
/// neighbour or further away than nominal.
///
/// It is the starting point of a fit if the symbol is bent more than its ends show: on a bottle, in perspective. It does
/// not check parity and check digit.
struct ElasticMatch {
    /// Pattern numbers of the digits.
    var patterns: [Int]
    /// The nominal centre of each part in modules, and its shift, in modules.
    var places: [(at: Float, shift: Float)]
    /// The squared distance, up to a constant common to all matches of a profile.
    var distance: Float

    /// The maximum shift of a part to either side, in half modules.
    private static let reach = 5
    private static let patternLimit = 20

    /// - Parameters:
    ///   - seen: darkness at each sample, from `margin` modules before the first bar, with the templates' density.
    ///   - stiffness: the cost of a part that is half a module off relative to its neighbour, in squared darkness times
    ///     modules.
    init(_ layout: RetailLayout, _ templates: RetailTemplates, seen: [Float], margin: Int, stiffness: Float) {
        let parts = layout.parts
        let (density, length) = (templates.density, templates.length)
        // The samples by which neighbours may be closer or further apart than nominal: half a module.
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
                let isKnown = !templates.shiftedOverlaps.isEmpty && before.patterns.count > 1 && part.patterns.count > 1
                for delta in -slack...slack {
                    let cost = price * Float(delta * delta)
                    for (b, right) in part.patterns.enumerated() {
                        let known = ((delta + slack) * RetailPattern.count + right) * RetailPattern.count
                        for (a, left) in before.patterns.enumerated() {
                            links[((delta + slack) * limit + b) * limit + a] =
                                (isKnown
                                    ? templates.shiftedOverlaps[known + left]
                                    : templates.overlap(left, right, at: before.width * density + delta)) + cost
                        }
                    }
                }
                let beforeCount = before.patterns.count
                unsafe cost.withUnsafeBufferPointer { cost in
                    unsafe links.withUnsafeBufferPointer { links in
                        for offset in 0..<offsets {
                            for b in 0..<part.patterns.count {
                                var (least, origin) = (Float.infinity, 0)
                                for delta in -slack...slack {
                                    let other = offset - delta
                                    guard other >= 0, other < offsets else { continue }
                                    let row = ((delta + slack) * limit + b) * limit
                                    for a in 0..<beforeCount {
                                        let sum = unsafe cost[other &* limit &+ a] + links[row &+ a]
                                        if sum < least { (least, origin) = (sum, other &* limit &+ a) }
                                    }
                                }
                                next[offset * limit + b] = least
                                from[offset * limit + b] = Int16(origin)
                            }
                        }
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
