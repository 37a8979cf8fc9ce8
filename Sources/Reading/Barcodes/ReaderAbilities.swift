// SPDX-License-Identifier: Apache-2.0

/// What a reader does by itself in one call, so that callers need not prepare pictures for it.
package struct ReaderAbilities: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Also searches for light matrix codes on dark.
    package static let inverted = ReaderAbilities(rawValue: 1 << 0)
    /// Also searches a reduced copy of the picture.
    package static let reduced = ReaderAbilities(rawValue: 1 << 1)
    /// Finds every code of a kind in the picture, not just one.
    package static let several = ReaderAbilities(rawValue: 1 << 2)
}
