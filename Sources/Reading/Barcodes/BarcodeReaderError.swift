// SPDX-License-Identifier: Apache-2.0

/// Why a reader is not available: its library is missing or has the wrong version.
package struct BarcodeReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `zbar`, `zxing`.
    package var reader: String
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(reader: String, _ description: String) {
        self.reader = reader
        self.description = description
    }
}
