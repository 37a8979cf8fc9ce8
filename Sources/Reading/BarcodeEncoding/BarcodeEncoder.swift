// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import CZint

/// Makes codes with libzint, which the first call loads.
package enum BarcodeEncoder {
    /// Encodes a text.
    ///
    /// Texts are never altered silently: a text that would need padding, cutting or capitals is an error. Two exceptions:
    /// ITF gets a leading zero for an odd number of digits, and a missing check digit is added.
    /// - EAN-13 takes 12 or 13 digits, EAN-8 7 or 8, UPC-A 11 or 12, each optionally with an add-on (`…+12`, `…+12345`);
    ///   UPC-E 6 (number system 0), 7 or 8; ISBN 10 or 13, with or without hyphens;
    /// - Codabar includes its start and stop characters, `A123B`;
    /// - DataBar takes a GTIN of 13 or 14 digits, with or without `(01)` before it;
    /// - Non-ASCII text is Latin-1 in Code 128, UTF-8 in the matrix symbologies.
    package static func encode(
        _ text: String, as symbology: Symbology, _ options: EncodingOptions = EncodingOptions()
    ) throws(EncodingError) -> EncodedSymbol {
        let request = try ZintRequest(text: text, symbology: symbology, options: options)
        return try request.encode(text: text)
    }

    /// Encodes a text as a printed-only symbology. `PrintedSymbology.takes` describes the text.
    ///
    /// As above, texts are never altered silently: capitals, lengths and check digits must be right. Missing check digits
    /// are added, and so are the blanks and zeros with which the standard itself pads (Mailmark, Channel Code, Aztec
    /// runes).
    package static func encode(
        _ text: String, as symbology: PrintedSymbology, _ options: EncodingOptions = EncodingOptions()
    ) throws(EncodingError) -> EncodedSymbol {
        try PrintedRequest(text: text, symbology: symbology, options: options).encode(text: text)
    }

    /// Encodes a text as either kind.
    package static func encode(
        _ text: String, as kind: CodeKind, _ options: EncodingOptions = EncodingOptions()
    ) throws(EncodingError) -> EncodedSymbol {
        switch kind {
        case .readable(let symbology): try encode(text, as: symbology, options)
        case .printed(let symbology): try encode(text, as: symbology, options)
        }
    }

    /// Encodes bytes unchanged, for codes whose content is not text. For Code 128, QR, Micro QR, Aztec, PDF417, Data
    /// Matrix and MaxiCode.
    package static func encode(
        bytes: [UInt8], as symbology: Symbology, _ options: EncodingOptions = EncodingOptions()
    ) throws(EncodingError) -> EncodedSymbol {
        let request = try ZintRequest(bytes: bytes, symbology: symbology, options: options)
        return try request.encode(text: String(decoding: bytes, as: UTF8.self))
    }
}
