// SPDX-License-Identifier: Apache-2.0

/// What a symbol holds, and how sure that is.
package struct DecodedSymbol: Hashable, Sendable {
    package var content: MatrixContent
    /// Code words that were wrong and have been corrected.
    package var corrected: Int
    /// The most that could have been corrected, in all blocks together.
    package var correctable: Int

    package init(content: MatrixContent, corrected: Int, correctable: Int) {
        self.content = content
        self.corrected = corrected
        self.correctable = correctable
    }
}
