// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The light margin that a symbol needs on each side, in X dimensions.
package struct QuietZone: Hashable, Sendable {
    package var left: Int
    package var right: Int
    package var top: Int
    package var bottom: Int

    package init(left: Int, right: Int, top: Int, bottom: Int) {
        self.left = left
        self.right = right
        self.top = top
        self.bottom = bottom
    }

    package init(all sides: Int) { self.init(left: sides, right: sides, top: sides, bottom: sides) }

    package static let none = Self(all: 0)

    /// The minimum that the symbology's standard requires.
    ///
    /// Sources: GS1 General Specifications 5.2.3.4 (EAN-13 11X and 7X, EAN-8 7X, UPC-A 9X, UPC-E 9X and 7X, add-ons
    /// 5X on the right, after a gap of at least 7X) and 5.5.2 (DataBar: none); ISO/IEC 16388, 15417, 16390 (Code 39,
    /// Code 128, Interleaved 2 of 5: 10X), AIM BC3 and BC5 (Codabar, Code 93: 10X); ISO/IEC 18004 (QR 4X, Micro QR
    /// 2X), 24778 (Aztec: none), 15438 (PDF417 2X), 16022 (Data Matrix 1X), 16023 (MaxiCode 1X).
    /// A single row needs none above and below.
    package static func standard(for symbology: Symbology) -> QuietZone {
        switch symbology {
        case .ean13, .isbn: QuietZone(left: 11, right: 7, top: 0, bottom: 0)
        case .ean8: QuietZone(left: 7, right: 7, top: 0, bottom: 0)
        case .upcA: QuietZone(left: 9, right: 9, top: 0, bottom: 0)
        case .upcE: QuietZone(left: 9, right: 7, top: 0, bottom: 0)
        case .ean2, .ean5: QuietZone(left: 7, right: 5, top: 0, bottom: 0)
        case .code39, .code39Mod43, .code93, .code128, .codabar, .itf:
            QuietZone(left: 10, right: 10, top: 0, bottom: 0)
        case .dataBar, .dataBarExpanded, .aztec: .none
        case .qr: QuietZone(all: 4)
        case .microQR, .pdf417: QuietZone(all: 2)
        case .dataMatrix, .maxiCode: QuietZone(all: 1)
        }
    }
}
