// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import CZint

/// The properties of a printed-only symbology: a row of the table.
struct PrintedTraits: Sendable {
    enum Shape {
        /// Bars in one row, or in rows that belong together: postal half bars, stacked DataBar.
        case bars
        /// Modules, or low rows like PDF417's, whose height is fixed.
        case matrix
    }

    /// The name that people use.
    var title: String
    var number: candela_zint_symbology
    var shape: Shape
    var quietZone: QuietZone
    /// The default X dimension for printing, in millimetres.
    var module: Double
    var text: TextRule
    /// An example of a valid text.
    var example: String
    /// The range of `EncodingOptions.size`; `nil` if the size depends on the text.
    var sizes: ClosedRange<Int>?
    /// libzint's numbers for the supported levels of error correction.
    var corrections: [EncodingOptions.ErrorCorrection: Int32] = [:]
    /// Whether GS1 data can be requested. Symbologies that hold nothing else accept the request without effect.
    var takesGS1 = false
    /// Whether it can declare a character set.
    var takesECI = false
    /// The default height of its bars in X dimensions, if libzint's differs from the standard's.
    var barHeight: Double?
    /// The allowed range of the bar height, in X dimensions.
    var barHeights: ClosedRange<Double> = 1...2000
    /// The height of the bearer bars above and below, in X dimensions.
    var bearer: Double?
}

extension PrintedSymbology {
    /// The name that people use: "USPS Intelligent Mail".
    package var title: String { traits.title }

    /// What a text for it must be, in a few words: "20 digits, 25, 29 or 31 with the ZIP code".
    package var takes: String { traits.text.words }

    /// An example of a valid text.
    package var example: String { traits.example }

    /// The range of `EncodingOptions.size`; `nil` if the size depends on the text.
    package var sizes: ClosedRange<Int>? { traits.sizes }

    /// The available levels of error correction, lowest first.
    package var corrections: [EncodingOptions.ErrorCorrection] {
        EncodingOptions.ErrorCorrection.allCases.filter { traits.corrections[$0] != nil }
    }

    /// Whether a bar height can be set.
    package var takesBarHeight: Bool { traits.shape == .bars }

    var traits: PrintedTraits { Self.table[self]! }
}
