// SPDX-License-Identifier: Apache-2.0

/// Why a reader is not available: its library is missing or has the wrong version.
public struct BarcodeReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `zbar`, `zxing`.
    public var reader: String
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String

    public init(reader: String, _ description: String) {
        self.reader = reader
        self.description = description
    }
}
