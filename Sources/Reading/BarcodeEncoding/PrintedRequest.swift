// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZint

/// A text checked against a printed-only symbology, and prepared for libzint.
struct PrintedRequest {
    private let symbology: PrintedSymbology
    private let traits: PrintedTraits
    private let printed: PrintedText
    private var request: candela_zint_request

    init(text: String, symbology: PrintedSymbology, options: EncodingOptions) throws(EncodingError) {
        self.symbology = symbology
        traits = symbology.traits
        let kind = CodeKind.printed(symbology)
        guard !text.isEmpty else { throw EncodingError(.unsuitableText, kind, "it is empty") }
        // If the symbology takes any text, it is GS1 data only if that was requested.
        let isGS1 = options.isGS1 && traits.takesGS1 && traits.takesECI || symbology == .dataBarExpandedStacked
        let rule = isGS1 ? TextRule.gs1 : traits.text
        do throws(TextFault) {
            printed = try rule.prepare(text)
        } catch {
            throw EncodingError(error.isTooLong ? .tooLong : .unsuitableText, kind, error.cause)
        }
        request = candela_zint_request()
        request.symbology = Int32(traits.number.rawValue)
        request.option_1 = -1
        request.option_2 = printed.variant ?? 0
        // DM_SQUARE: rectangles are for narrow places and must be requested by size.
        if symbology == .hibcDataMatrix { request.option_3 = 100 }
        request.mode = Int32(CANDELA_ZINT_UTF8.rawValue)
        if isGS1 {
            request.mode = Int32(CANDELA_ZINT_GS1.rawValue)
            if text.hasPrefix("(") { request.mode |= Int32(CANDELA_ZINT_GS1_PARENTHESES.rawValue) }
        }
        try apply(options, text)
    }

    private mutating func apply(_ options: EncodingOptions, _ text: String) throws(EncodingError) {
        if let height = options.barHeight ?? traits.barHeight {
            guard traits.shape == .bars else { throw unsuitable("it has no bars, so their height cannot be set") }
            guard traits.barHeights.contains(height) else {
                let (least, most) = (Int(traits.barHeights.lowerBound), Int(traits.barHeights.upperBound))
                throw unsuitable("the bar height must be \(least) to \(most) X dimensions")
            }
            request.height = Float(height)
        }
        if options.isGS1, !traits.takesGS1 {
            throw unsuitable("it cannot hold GS1 data; use code-128, databar-expanded, qr, aztec or data-matrix")
        }
        guard !options.isStacked else { throw unsuitable("only databar and databar-expanded can be stacked") }
        if let size = options.size {
            guard let sizes = traits.sizes else { throw unsuitable("its size depends only on the text") }
            guard sizes.contains(size) else {
                throw unsuitable("size \(size) does not exist; sizes are \(sizes.lowerBound) to \(sizes.upperBound)")
            }
            request.option_2 = Int32(size)
        }
        if let correction = options.errorCorrection {
            guard let level = traits.corrections[correction] else {
                let names = symbology.corrections.map(\.rawValue)
                throw unsuitable(
                    names.isEmpty
                        ? "its error correction cannot be set"
                        : "its error correction can be \(names.joined(separator: ", "))"
                )
            }
            guard symbology != .hibcAztec || options.size == nil else { throw unsuitable(CodeKind.aztecChoice) }
            request.option_1 = level
        }
        if let eci = options.eci {
            guard traits.takesECI else { throw unsuitable("it cannot declare a character set (ECI)") }
            guard (0...899).contains(eci) else { throw unsuitable("the character set (ECI) must be 0 to 899") }
            request.eci = Int32(eci)
        } else if traits.takesECI, !text.utf8.allSatisfy({ $0 < 0x80 }) {
            // Without an ECI, readers guess the character set of the bytes, and guess differently.
            request.eci = 26
        }
    }

    private func unsuitable(_ cause: String) -> EncodingError {
        EncodingError(.unsuitableOption, .printed(symbology), cause)
    }

    func encode(text: String) throws(EncodingError) -> EncodedSymbol {
        let made = try ZintSymbol(printed.data, request, as: .printed(symbology))
        var (modules, heights) = (made.modules, made.rowHeights)
        if let bearer = traits.bearer {
            modules = ModuleGrid(columns: made.modules.columns, rows: made.modules.rows + 2) { column, row in
                row == 0 || row == made.modules.rows + 1 || made.modules.isDark(column, row - 1)
            }
            heights = [bearer] + heights + [bearer]
        }
        return EncodedSymbol(
            kind: .printed(symbology), text: text, content: printed.content, caption: printed.caption, modules: modules,
            rowHeights: heights, quietZone: traits.quietZone)
    }
}

extension CodeKind {
    /// For an Aztec code of a given size, libzint fills the rest with error correction, whatever level was requested.
    static let aztecChoice = "size and error correction cannot both be set; leave one out"
}
