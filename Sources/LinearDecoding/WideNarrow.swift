// SPDX-License-Identifier: Apache-2.0

/// Tells wide from narrow among elements of one kind, bars or spaces: blur and ink make the one wider and the other
/// narrower, so bars are held against bars only.
enum WideNarrow {
    /// Which of the elements are wide, when that can be told: all of one width, or parted by a gap that is clear beside the
    /// difference of the widths on each of its sides. `count`, where it is known, is how many are wide.
    static func wide(_ widths: [Float], count: Int? = nil) -> (mask: Int, clarity: Float)? {
        let order = widths.indices.sorted { widths[$0] > widths[$1] }
        let sorted = order.map { widths[$0] }
        var (best, clarity) = (0, Float(0))
        for split in count.map({ [$0] }) ?? Array(1..<max(2, widths.count)) {
            guard split > 0, split < widths.count else { continue }
            let gap = sorted[split - 1] - sorted[split]
            let wide = sorted[..<split].reduce(0, +) / Float(split)
            let narrow = sorted[split...].reduce(0, +) / Float(widths.count - split)
            guard wide > 1.4 * narrow, narrow > 0 else { continue }
            let value = gap / (wide - narrow)
            if value > clarity { (best, clarity) = (split, value) }
        }
        if best == 0 || clarity < 0.3 { return nil }
        return (order[..<best].reduce(0) { $0 | 1 << $1 }, clarity)
    }
}
