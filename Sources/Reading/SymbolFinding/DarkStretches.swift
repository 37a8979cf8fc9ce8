// SPDX-License-Identifier: Apache-2.0

/// The dark stretches of a line through a symbol.
extension [Float] {
    /// The places of the values below the middle between the darkest and the lightest one, in order; `nil` if these are nearer than `contrast`.
    func darkStretches(contrast: Float) -> [Range<Int>]? {
        guard let low = self.min(), let high = self.max(), high - low >= contrast else { return nil }
        let threshold = (low + high) / 2
        var stretches: [Range<Int>] = []
        var start: Int?
        for (position, value) in enumerated() {
            if value < threshold {
                start = start ?? position
            } else if let first = start {
                stretches.append(first..<position)
                start = nil
            }
        }
        if let start { stretches.append(start..<count) }
        return stretches
    }
}
