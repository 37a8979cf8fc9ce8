// SPDX-License-Identifier: Apache-2.0

/// A small, fast, seeded generator: the same numbers in every run, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// In (0, 1).
    package mutating func unit() -> Double { (Double(next() >> 11) + 0.5) / Double(1 << 53) }

    /// In 0..<bound; `bound` must be small.
    package mutating func below(_ bound: Int) -> Int { (Int(next() >> 32) &* bound) >> 32 }
}
