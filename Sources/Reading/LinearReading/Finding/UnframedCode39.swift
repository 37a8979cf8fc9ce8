// SPDX-License-Identifier: Apache-2.0

/// A Code 39 without its start and stop characters, the asterisks at both ends: some generators draw only what they are given.
/// Without them no reader knows what it sees.
package enum UnframedCode39 {
    /// Looks for one. Different rows must agree.
    ///
    /// - Returns: the number of its characters. Which they are is not certain: read from the other end, most are others.
    package static func find(in bars: LikelyBars) -> Int? { bars.agreed(WideNarrowDecoders.unframedCode39) }
}
