// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Why a text could not be made into a code.
public struct EncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The text does not fit the symbology: wrong characters, length or check digit.
        case unsuitableText
        /// The text is longer than the symbology, or the size asked for, holds.
        case tooLong
        /// An option does not exist for the symbology or has no such value.
        case unsuitableOption
        /// libzint is not installed or not the version we know.
        case libraryMissing
        /// libzint failed otherwise.
        case failed
    }
    public var kind: Kind
    public var code: CodeKind
    /// A whole sentence: verb, object, place: cause; next step. Quotes no part of the text, which may hold anything.
    public var description: String

    init(_ kind: Kind, _ code: CodeKind, _ cause: String) {
        self.kind = kind
        self.code = code
        self.description = "cannot encode the text as \(code.name): \(cause)"
    }

    init(_ kind: Kind, _ symbology: Symbology, _ cause: String) { self.init(kind, .readable(symbology), cause) }
}
