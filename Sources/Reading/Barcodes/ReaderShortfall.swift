// SPDX-License-Identifier: Apache-2.0

/// What a reader does without on this machine.
package struct ReaderShortfall: Hashable, Sendable {
    /// The libraries that cannot be loaded, and why.
    package var missing: [BarcodeReaderError]
    /// The symbologies that are therefore not read.
    package var unread: Set<Symbology>
    /// The step that failed when the reader's process was confined, as a clause; `nil` if it is confined, or is this
    /// process.
    package var unconfined: String?

    package init(missing: [BarcodeReaderError] = [], unread: Set<Symbology> = [], unconfined: String? = nil) {
        self.missing = missing
        self.unread = unread
        self.unconfined = unconfined
    }

    /// What a person needs to know about the libraries, a sentence each.
    package var sentences: [String] {
        guard !missing.isEmpty else { return [] }
        let names = Symbology.allCases.filter(unread.contains).map(\.rawValue)
        return missing.map(\.description)
            + [
                names.isEmpty
                    ? "reading without it: some codes that are hard to read will not be read"
                    : "reading without \(missing.count == 1 ? "it" : "them"): not read are \(names.joined(separator: ", "))"
            ]
    }
}
