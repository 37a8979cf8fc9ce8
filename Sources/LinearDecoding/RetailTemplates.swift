// SPDX-License-Identifier: Apache-2.0

/// What each of the thirty digit patterns looks like through one blur, and how much neighbours overlap.
///
/// The darkness of a symbol is the sum of the darkness of its digits, so the squared distance of a whole symbol to what
/// was seen is a sum over digits and over pairs of neighbours: that is what makes the search for the nearest of all
/// symbols a short one.
struct RetailTemplates {
    /// Samples a module.
    static let density = 4
    /// Modules before and behind a digit in which it is still seen.
    static let reach = 4
    static let length = (7 + 2 * reach) * density

    /// Darkness, `length` samples from `reach` modules before the digit; pattern after pattern.
    private(set) var darkness: [Float]
    /// The sum of the squares of each.
    private(set) var squares: [Float]
    /// Twice the sum of the products of pattern a and pattern b following it; `a * count + b`.
    private(set) var overlaps: [Float]

    /// - Parameters:
    ///   - table: the blur's shape.
    ///   - sigma: the blur's standard deviation, in modules.
    ///   - growth: by how much bars are wider than they should be, in modules.
    init(_ table: BlurTable, sigma: Float, growth: Float) {
        let (length, count, density) = (Self.length, RetailPattern.count, Self.density)
        darkness = [Float](repeating: 0, count: count * length)
        squares = [Float](repeating: 0, count: count)
        overlaps = [Float](repeating: 0, count: count * count)
        for pattern in 0..<count {
            for sample in 0..<length {
                let t = (Float(sample) + 0.5) / Float(density) - Float(Self.reach)
                var value: Float = 0
                for bar in RetailPattern.bars[pattern] {
                    value += table.edge((t - Float(bar.from) + growth / 2) / sigma)
                    value -= table.edge((t - Float(bar.to) - growth / 2) / sigma)
                }
                darkness[pattern * length + sample] = value
                squares[pattern] += value * value
            }
        }
        let shift = 7 * density
        for a in 0..<count {
            for b in 0..<count {
                var sum: Float = 0
                for sample in shift..<length {
                    sum += darkness[a * length + sample] * darkness[b * length + sample - shift]
                }
                overlaps[a * count + b] = 2 * sum
            }
        }
    }
}
