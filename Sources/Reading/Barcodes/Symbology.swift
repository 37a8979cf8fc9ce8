// SPDX-License-Identifier: Apache-2.0

/// A kind of barcode. The raw value is the word used on the command line and in every output.
package enum Symbology: String, Codable, Hashable, Sendable, CaseIterable, Comparable {
    case ean13 = "ean-13"
    case ean8 = "ean-8"
    case upcA = "upc-a"
    case upcE = "upc-e"
    /// A two-digit add-on next to an EAN or UPC.
    case ean2 = "ean-2"
    /// A five-digit add-on next to an EAN or UPC.
    case ean5 = "ean-5"
    /// A book's EAN-13, reported as its ISBN.
    case isbn
    case code39 = "code-39"
    /// Code 39 whose last character is a valid modulo 43 check character. Readers do not report this; we check it.
    case code39Mod43 = "code-39-mod-43"
    case code93 = "code-93"
    case code128 = "code-128"
    case codabar
    case itf
    case dataBar = "databar"
    case dataBarExpanded = "databar-expanded"
    case qr
    case microQR = "micro-qr"
    case aztec
    case pdf417
    case dataMatrix = "data-matrix"
    case maxiCode = "maxicode"

    /// Whether it is read along a line (including stacked DataBar) rather than as a two-dimensional symbol.
    package var isLinear: Bool {
        switch self {
        case .qr, .microQR, .aztec, .pdf417, .dataMatrix, .maxiCode: false
        default: true
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}
