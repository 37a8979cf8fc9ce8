// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// What the reader that looked at the picture did without.
package struct ReaderRecord: Codable, Hashable, Sendable {
    package struct Library: Codable, Hashable, Sendable {
        /// `zbar`, `zxing`.
        package var reader: String
        /// The loader's reason, as a sentence.
        package var reason: String
    }

    /// The libraries that could not be loaded.
    package var missing: [Library]
    /// The symbologies that are not read without them.
    package var unread: [String]
    /// The step that failed when the reader's process was confined, as a clause.
    package var unconfined: String?

    /// `nil` if it does without nothing.
    init?(_ shortfall: ReaderShortfall) {
        guard shortfall != ReaderShortfall() else { return nil }
        missing = shortfall.missing.map { Library(reader: $0.reader, reason: $0.description) }
        unread = Symbology.allCases.filter(shortfall.unread.contains).map(\.rawValue)
        unconfined = shortfall.unconfined
    }
}
