// SPDX-License-Identifier: Apache-2.0

/// What a reader does by itself within one call, so that whoever asks it need not prepare pictures for it.
public struct ReaderAbilities: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It looks for light matrix codes on dark, too.
    public static let inverted = ReaderAbilities(rawValue: 1 << 0)
    /// It looks at the picture reduced, too.
    public static let reduced = ReaderAbilities(rawValue: 1 << 1)
    /// It finds every code of a kind on the picture, not just one.
    public static let several = ReaderAbilities(rawValue: 1 << 2)
}
