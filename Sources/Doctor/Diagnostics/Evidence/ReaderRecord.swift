// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// What the reader that looked at the picture did without.
public struct ReaderRecord: Codable, Hashable, Sendable {
    public struct Library: Codable, Hashable, Sendable {
        /// `zbar`, `zxing`.
        public var reader: String
        /// The loader's reason, as a sentence.
        public var reason: String
    }

    /// The libraries that could not be loaded.
    public var missing: [Library]
    /// The symbologies that are not read without them.
    public var unread: [String]
    /// The step that failed when the reader's process was confined, as a clause.
    public var unconfined: String?

    /// `nil` if it does without nothing.
    init?(_ shortfall: ReaderShortfall) {
        guard shortfall != ReaderShortfall() else { return nil }
        missing = shortfall.missing.map { Library(reader: $0.reader, reason: $0.description) }
        unread = Symbology.allCases.filter(shortfall.unread.contains).map(\.rawValue)
        unconfined = shortfall.unconfined
    }
}
