// SPDX-License-Identifier: Apache-2.0

/// A Code 128 that has lost one of its ends, as when it is wider than the paper that it is printed on, or when a barcode font has no
/// bars for a character: it begins or ends as it must, and the rest is missing.
package struct CutCode128: Hashable, Sendable, Codable {
    /// The whole characters that are left, without start and stop.
    package var characters: Int
    /// Whether its end is missing; else its beginning.
    package var lacksEnd: Bool

    /// Looks for one. Different rows must agree.
    package static func find(in bars: LikelyBars) -> CutCode128? {
        bars.agreed { line in
            Code128Decoder.charactersWithoutStop(line).map { CutCode128(characters: $0, lacksEnd: true) }
                ?? Code128Decoder.charactersWithoutStart(line).map { CutCode128(characters: $0, lacksEnd: false) }
        }
    }
}
