// SPDX-License-Identifier: Apache-2.0

/// A Code 128 of which a part is missing: one of its ends, as when it is wider than the paper that it is printed on, or its middle, as
/// when a barcode font has no bars for a character. What is left begins or ends as it must.
package struct CutCode128: Hashable, Sendable, Codable {
    package enum Part: String, Hashable, Sendable, Codable {
        case beginning, middle, end
    }

    /// The whole characters that are left, without start and stop.
    package var characters: Int
    package var missing: Part

    /// Looks for one. Different rows must agree.
    package static func find(in bars: LikelyBars) -> CutCode128? {
        bars.agreed { line in
            Code128Decoder.charactersRoundGap(line).map { CutCode128(characters: $0, missing: .middle) }
                ?? Code128Decoder.charactersWithoutStop(line).map { CutCode128(characters: $0, missing: .end) }
                ?? Code128Decoder.charactersWithoutStart(line).map { CutCode128(characters: $0, missing: .beginning) }
        }
    }
}
