// SPDX-License-Identifier: Apache-2.0

/// The appearance of the thirty digit patterns and the guards through one blur, and the overlaps of neighbours.
///
/// The darkness of a symbol is the sum of the darkness of its parts. So the squared distance of a whole symbol to the
/// profile is a sum over parts and pairs of neighbours, which makes the search for the nearest symbol fast.
struct RetailTemplates: Sendable {
    /// Samples a module, by default.
    static let density = 4
    /// Samples a module.
    let density: Int
    /// The modules before and after a part in which it is visible.
    static let reach = 4
    /// Samples of a template.
    var length: Int { (7 + 2 * Self.reach) * density }

    /// Darkness, `length` samples from `reach` modules before the part; pattern by pattern, guards last.
    private(set) var darkness: [Float]
    /// The sum of squares of each pattern.
    private(set) var squares: [Float]
    /// Twice the sum of products of digit pattern a and the following digit pattern b; `a * 30 + b`.
    private(set) var overlaps: [Float]
    /// The same for digits that are closer or further apart than nominal, from half a module closer to half a module
    /// further: `((shift * 30) + b) * 30 + a`. Empty unless asked for.
    private(set) var shiftedOverlaps: [Float] = []

    /// - Parameters:
    ///   - table: the blur's shape.
    ///   - sigma: the blur's standard deviation, in modules.
    ///   - growth: how much wider bars are than nominal, in modules.
    ///   - isElastic: whether digits may be closer or further apart than nominal.
    init(
        _ table: BlurTable, sigma: Float, growth: Float, density: Int = RetailTemplates.density, isElastic: Bool = false
    ) {
        self.density = density
        let (length, count) = ((7 + 2 * Self.reach) * density, RetailPattern.count + RetailPattern.guards.count)
        darkness = [Float](repeating: 0, count: count * length)
        squares = [Float](repeating: 0, count: count)
        for pattern in 0..<count {
            let bars =
                pattern < RetailPattern.count
                ? RetailPattern.bars[pattern] : RetailPattern.guards[pattern - RetailPattern.count].bars
            for sample in 0..<length {
                let t = (Float(sample) + 0.5) / Float(density) - Float(Self.reach)
                var value: Float = 0
                for bar in bars {
                    value += table.edge((t - Float(bar.from) + growth / 2) / sigma)
                    value -= table.edge((t - Float(bar.to) - growth / 2) / sigma)
                }
                darkness[pattern * length + sample] = value
                squares[pattern] += value * value
            }
        }
        overlaps = []
        overlaps.reserveCapacity(RetailPattern.count * RetailPattern.count)
        for a in 0..<RetailPattern.count {
            for b in 0..<RetailPattern.count { overlaps.append(overlap(a, b, at: 7 * density)) }
        }
        guard isElastic else { return }
        shiftedOverlaps.reserveCapacity((density + 1) * RetailPattern.count * RetailPattern.count)
        for shift in -(density / 2)...density / 2 {
            for b in 0..<RetailPattern.count {
                for a in 0..<RetailPattern.count { shiftedOverlaps.append(overlap(a, b, at: 7 * density + shift)) }
            }
        }
    }

    /// Twice the sum of products of pattern a and pattern b, which begins `shift` samples later.
    func overlap(_ a: Int, _ b: Int, at shift: Int) -> Float {
        guard shift < length else { return 0 }
        return 2 * dot(darkness, a * length + shift, darkness, b * length, length - shift)
    }
}

/// The sum of products of `count` values of two arrays, from the given indices.
@inline(__always)
func dot(_ a: [Float], _ from: Int, _ b: [Float], _ other: Int, _ count: Int) -> Float {
    guard count > 0 else { return 0 }
    precondition(from >= 0 && other >= 0 && from + count <= a.count && other + count <= b.count)
    return unsafe a.withUnsafeBufferPointer { a in
        unsafe b.withUnsafeBufferPointer { b in
            // Four sums at a time: a single one would wait for its own result.
            var sums = SIMD4<Float>.zero
            var index = 0
            while index &+ 4 <= count {
                let (i, j) = (from &+ index, other &+ index)
                unsafe sums +=
                    SIMD4(a[i], a[i &+ 1], a[i &+ 2], a[i &+ 3]) * SIMD4(b[j], b[j &+ 1], b[j &+ 2], b[j &+ 3])
                index &+= 4
            }
            var sum = sums.sum()
            while index < count {
                unsafe sum += a[from &+ index] * b[other &+ index]
                index &+= 1
            }
            return sum
        }
    }
}
