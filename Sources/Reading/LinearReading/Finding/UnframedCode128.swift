// SPDX-License-Identifier: Apache-2.0

/// A Code 128 without its start, check and stop characters, as when a text is typed in a barcode font that draws only what it is
/// given. Without them no reader knows what it sees.
package enum UnframedCode128 {
    /// Looks for one. Different rows must agree.
    ///
    /// - Returns: the number of its characters.
    package static func find(in bars: LikelyBars) -> Int? { bars.agreed(Code128Decoder.unframed) }
}
