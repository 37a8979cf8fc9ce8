// SPDX-License-Identifier: Apache-2.0

/// Distinguishes wide from narrow elements of one kind, bars or spaces. Blur and ink widen one kind and narrow the other,
/// so bars are compared only with bars.
enum WideNarrow {
    /// Which `count` of the elements are wide, if that is clear: the gap to the others must be clearly larger than the
    /// differences of the widths on each of its sides.
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
