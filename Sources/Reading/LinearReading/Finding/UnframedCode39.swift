// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A Code 39 without its start and stop characters, the asterisks at both ends: some generators draw only what they are given.
/// Without them no reader knows what it sees.
package enum UnframedCode39 {
    /// Looks for one in the likeliest places for linear codes. Different rows must agree.
    ///
    /// - Returns: the number of its characters. Which they are is not certain: read from the other end, most are others.
    package static func find(in image: LumaImage) -> Int? {
        BarBands.agreed(in: image) { decoder, profile in
            decoder.lines(of: profile, false)?.lazy
                .compactMap { WideNarrowDecoders.unframedCode39(WidthSequence($0.edges)) }.first
        }
    }
}
