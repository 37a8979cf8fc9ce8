// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A kind of barcode: EAN-13, QR code, Data Matrix.
///
/// Later versions can know more kinds, so this is not an enumeration: end a `switch` with `default`.
public struct Symbology: Hashable, Sendable, Comparable, CustomStringConvertible {
    let inner: Barcodes.Symbology

    init(_ inner: Barcodes.Symbology) { self.inner = inner }

    /// The symbology of this name.
    ///
    /// - Parameter name: as in `name`.
    /// - Returns: `nil` if no symbology has this name.
    public init?(name: String) {
        guard let inner = Barcodes.Symbology(rawValue: name) else { return nil }
        self.inner = inner
    }

    /// The name, as in all output of the command `candela`: `ean-13`, `qr`.
    public var name: String { inner.rawValue }

    /// The name.
    public var description: String { name }

    /// Whether it is a code of bars along a line, and not a two-dimensional symbol.
    public var isLinear: Bool { inner.isLinear }

    /// The order of `Set<Symbology>.all` when it is sorted: linear codes first.
    public static func < (left: Symbology, right: Symbology) -> Bool { left.inner < right.inner }

    /// The code of 13 digits on goods worldwide.
    public static let ean13 = Symbology(.ean13)
    /// The short code of 8 digits on small goods.
    public static let ean8 = Symbology(.ean8)
    /// The code of 12 digits on goods in North America. It has the same bars as an EAN-13 that begins with 0.
    public static let upcA = Symbology(.upcA)
    /// The short form of UPC-A.
    public static let upcE = Symbology(.upcE)
    /// Two digits next to an EAN or UPC, such as the issue of a magazine.
    public static let ean2 = Symbology(.ean2)
    /// Five digits next to an EAN or UPC, such as the price of a book.
    public static let ean5 = Symbology(.ean5)
    /// The EAN-13 of a book, reported as its ISBN.
    public static let isbn = Symbology(.isbn)
    /// Code 39.
    public static let code39 = Symbology(.code39)
    /// Code 39 whose last character is a valid check character.
    public static let code39Mod43 = Symbology(.code39Mod43)
    /// Code 93.
    public static let code93 = Symbology(.code93)
    /// Code 128, and GS1-128.
    public static let code128 = Symbology(.code128)
    /// Codabar.
    public static let codabar = Symbology(.codabar)
    /// Interleaved 2 of 5.
    public static let itf = Symbology(.itf)
    /// GS1 DataBar.
    public static let dataBar = Symbology(.dataBar)
    /// GS1 DataBar Expanded.
    public static let dataBarExpanded = Symbology(.dataBarExpanded)
    /// QR code.
    public static let qr = Symbology(.qr)
    /// Micro QR code.
    public static let microQR = Symbology(.microQR)
    /// Aztec code.
    public static let aztec = Symbology(.aztec)
    /// PDF417.
    public static let pdf417 = Symbology(.pdf417)
    /// Data Matrix.
    public static let dataMatrix = Symbology(.dataMatrix)
    /// MaxiCode.
    public static let maxiCode = Symbology(.maxiCode)
}

extension Set<Symbology> {
    /// All symbologies, except those that would change the meaning of other reads: add-ons, ISBN, and checked Code 39.
    public static var standard: Set<Symbology> { Set(SymbologySelection.standard.map { Symbology($0) }) }

    /// All symbologies.
    public static var all: Set<Symbology> { Set(Barcodes.Symbology.allCases.map { Symbology($0) }) }

    /// The codes on goods in shops: EAN-13, EAN-8, UPC-A and UPC-E.
    public static var retail: Set<Symbology> { [.ean13, .ean8, .upcA, .upcE] }

    /// The linear symbologies of `standard`.
    public static var linear: Set<Symbology> { standard.filter(\.isLinear) }

    /// The two-dimensional symbologies of `standard`.
    public static var matrix: Set<Symbology> { standard.filter { !$0.isLinear } }

    package var inner: Set<Barcodes.Symbology> { Set<Barcodes.Symbology>(map(\.inner)) }
}

extension Symbology {
    package init(of inner: Barcodes.Symbology) { self.init(inner) }
}
