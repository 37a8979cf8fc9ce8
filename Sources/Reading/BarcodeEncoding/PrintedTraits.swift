// SPDX-License-Identifier: Apache-2.0

public import Barcodes
import CZint

/// What has to be known of a symbology that is only printed: a row of the table.
struct PrintedTraits: Sendable {
    enum Shape {
        /// Bars in one row, or in rows that belong together: half bars of the post, stacked DataBar.
        case bars
        /// Modules, or rows as low as PDF417's, which have the height they have.
        case matrix
    }

    /// What people call it.
    var title: String
    var number: candela_zint_symbology
    var shape: Shape
    var quietZone: QuietZone
    /// The X dimension in millimetres that it is printed with unless asked otherwise.
    var module: Double
    var text: TextRule
    /// A text that it takes.
    var example: String
    /// What `EncodingOptions.size` may be; `nil` where the size follows from the text.
    var sizes: ClosedRange<Int>?
    /// libzint's numbers of the levels of error correction it has.
    var corrections: [EncodingOptions.ErrorCorrection: Int32] = [:]
    /// Whether GS1 data may be asked for; those that hold nothing else are asked in vain, and take it.
    var takesGS1 = false
    /// Whether it can announce a character set.
    var takesECI = false
    /// The height of its bars in X dimensions, where libzint's is not the standard's.
    var barHeight: Double?
    /// The heights in X dimensions between which that of the bars must lie.
    var barHeights: ClosedRange<Double> = 1...2000
    /// The height of the bearer bars above and below, in X dimensions.
    var bearer: Double?
}

extension PrintedSymbology {
    /// What people call it: "USPS Intelligent Mail".
    public var title: String { traits.title }

    /// What a text for it must be, in a few words: "20 digits, 25, 29 or 31 with the ZIP code".
    public var takes: String { traits.text.words }

    /// A text that it takes.
    public var example: String { traits.example }

    /// What `EncodingOptions.size` may be; `nil` where the size follows from the text.
    public var sizes: ClosedRange<Int>? { traits.sizes }

    /// The levels of error correction that may be chosen, from the lowest.
    public var corrections: [EncodingOptions.ErrorCorrection] {
        EncodingOptions.ErrorCorrection.allCases.filter { traits.corrections[$0] != nil }
    }

    /// Whether a bar height may be asked for.
    public var takesBarHeight: Bool { traits.shape == .bars }

    var traits: PrintedTraits { Self.table[self]! }
}
