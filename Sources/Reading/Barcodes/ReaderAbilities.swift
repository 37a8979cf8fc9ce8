// SPDX-License-Identifier: Apache-2.0

/// What a reader does by itself in one call, so that callers need not prepare pictures for it.
public struct ReaderAbilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Also searches for light matrix codes on dark.
    public static let inverted = ReaderAbilities(rawValue: 1 << 0)
    /// Also searches a reduced copy of the picture.
    public static let reduced = ReaderAbilities(rawValue: 1 << 1)
    /// Finds every code of a kind in the picture, not just one.
    public static let several = ReaderAbilities(rawValue: 1 << 2)
}
