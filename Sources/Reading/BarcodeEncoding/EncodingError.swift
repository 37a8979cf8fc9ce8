// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Why a text could not be encoded.
package struct EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The text does not fit the symbology: wrong characters, length or check digit.
        case unsuitableText
        /// The text is longer than the symbology, or the requested size, can hold.
        case tooLong
        /// The symbology does not have this option or value.
        case unsuitableOption
        /// libzint is not installed, or its version is not supported.
        case libraryMissing
        /// Another failure of libzint.
        case failed
    }
    package var kind: Kind
    package var code: CodeKind
    /// A whole sentence: verb, object, place: cause; next step. Does not quote the text, which may contain anything.
    package var description: String

    init(_ kind: Kind, _ code: CodeKind, _ cause: String) {
        self.kind = kind
        self.code = code
        self.description = "cannot encode the text as \(code.name): \(cause)"
    }

    init(_ kind: Kind, _ symbology: Symbology, _ cause: String) { self.init(kind, .readable(symbology), cause) }
}
