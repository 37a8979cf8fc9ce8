// SPDX-License-Identifier: Apache-2.0

/// Tells wide from narrow among elements of one kind, bars or spaces: blur and ink make the one wider and the other
/// narrower, so bars are held against bars only.
enum WideNarrow {
    /// Which `count` of the elements are wide, when that can be told: parted from the others by a gap that is clear beside
    /// the difference of the widths on each of its sides.
    static func wide(_ widths: [Float], count: Int) -> (mask: Int, clarity: Float)? {
        guard count > 0, count < widths.count else { return nil }
        let order = widths.indices.sorted { widths[$0] > widths[$1] }
        let sorted = order.map { widths[$0] }
        let wide = sorted[..<count].reduce(0, +) / Float(count)
        let narrow = sorted[count...].reduce(0, +) / Float(widths.count - count)
        guard wide > 1.4 * narrow, narrow > 0 else { return nil }
        let clarity = (sorted[count - 1] - sorted[count]) / (wide - narrow)
        guard clarity >= 0.3 else { return nil }
        return (order[..<count].reduce(0) { $0 | 1 << $1 }, clarity)
    }
}
