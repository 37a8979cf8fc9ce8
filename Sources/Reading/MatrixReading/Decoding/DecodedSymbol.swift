// SPDX-License-Identifier: Apache-2.0

/// A symbol's content, and how many errors were corrected.
package struct DecodedSymbol: Hashable, Sendable {
    package var content: MatrixContent
    /// The number of corrected code words.
    package var corrected: Int
    /// The maximum that could have been corrected, in all blocks together.
    package var correctable: Int

    package init(content: MatrixContent, corrected: Int, correctable: Int) {
        self.content = content
        self.corrected = corrected
        self.correctable = correctable
    }
}
