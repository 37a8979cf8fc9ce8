// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// How much one read is trusted. A misread is worse than a miss.
///
/// Matrix codes have error correction and are accepted at once. Linear codes have a check digit at best, and enlarging,
/// sharpening or slanted lines produce false ones. On 865 pictures with 896 codes, the intermediate reads of the steps of
/// `hard` (`candela-bench agreement`; without zbar's reads of up to three lines) contain 821 correct codes and 11 false
/// ones. The effect of each rule, cumulatively:
///
/// | rule | right | wrong | takes |
/// |---|---|---|---|
/// | none | 821 | 11 | |
/// | the weights below | 818 | 7 | 2 DataBar Expanded, 1 EAN-13, 1 UPC-E |
/// | two codes cannot lie on one place | 818 | 5 | 1 Aztec, 1 Code 128 |
/// | both libraries must agree (UPC-E, ITF) | 818 | 4 | 1 UPC-E |
///
/// The lost correct codes are one each of EAN-13, UPC-A and UPC-E. The 4 remaining false ones are one each of Aztec, Data
/// Matrix, QR and Code 39; all other symbologies have none.
///
/// - EAN-13, UPC-A: false reads share one half with the correct code. In unprepared pictures few lines agree on them, and
///   two steps hardly ever make the same mistake.
/// - UPC-E has no second half: both readers return false reads repeatedly, with up to 13 lines. Both readers must agree
///   if both are available, or our own must read it.
/// - ITF has neither a check digit nor an end that differs from its middle, so a slanted line reads a part of it
///   (zxing-cpp did so 49 times in 620 on noisy, rotated test symbols). Only fourteen digits with the check digit of a
///   GTIN, or many lines, are accepted at once; otherwise both readers must agree. A text that is part of a longer one
///   yields to it. A code from border to border is the picture's subject, not part of another.
/// - Code 39 and Codabar: single characters and fragments are read from text and noise.
/// - Reads of our own reader of linear codes are already confirmed by bands of rows, so they need no other reader: on 363
///   pictures of linear codes and of nothing, it read by itself one text that is not the label's, which all readers read.
/// - A camera takes a hundred thousand noisy frames an hour. In a stream, zxing-cpp's reads of symbologies with at most
///   one check digit (it needs only two lines) wait for another search or the next frame but one.
/// - DataBar Expanded: zbar 0.23 always misreads some symbols in the same way (dates, the ISO 646 set).
package enum ReadingWeight {
    /// The total weight that a code needs.
    package static let enough = 6
    private static let sure = 6
    private static let nearlySure = 4
    private static let half = 3
    private static let third = 2

    /// A read by one reader is not enough, however often it repeats.
    static func needsBothReaders(_ code: Barcode) -> Bool {
        switch code.symbology {
        case .upcE: true
        case .itf: !isGTIN(code) && code.quality ?? 0 < manyLines
        default: false
        }
    }

    private static let manyLines = 12
    /// Of forty, each the mean of several lines of the picture.
    private static let manyOnBars = 16

    private static func isGTIN(_ code: Barcode) -> Bool {
        code.bytes.count == 14 && CheckDigit.isValidModulo10(code.bytes)
    }

    /// - Parameter fills: the code extends from border to border of an independent picture.
    package static func of(
        _ code: Barcode, by step: ReadingStep, inStream: Bool = false, fills: Bool = false
    ) -> Int {
        guard code.symbology.isLinear else { return sure }
        if step.engine == .linear || step.engine == .quickLinear { return of(averaged: code, fills: fills) }
        let weight = of(linear: code, by: step)
        let isChecked: Set<Symbology> = [.code128, .code93, .dataBar, .dataBarExpanded]
        guard inStream, step.engine == .zxing, !isChecked.contains(code.symbology) else { return weight }
        return min(weight, nearlySure)
    }

    /// Reads of our own reader of linear codes; their quality is the number of bands that show the same bars.
    private static func of(averaged code: Barcode, fills: Bool) -> Int {
        let bands = code.quality ?? 0
        let length = code.bytes.count
        return switch code.symbology {
        case .itf: isGTIN(code) || fills || (length >= 8 && bands >= 6) ? sure : third
        case .code39, .code39Mod43: length >= 4 && bands >= 3 ? sure : half
        case .codabar: length >= 6 && bands >= 3 ? sure : half
        // Compared with all possible symbols and far from any other, or confirmed by check characters.
        default: sure
        }
    }

    private static func of(linear code: Barcode, by step: ReadingStep) -> Int {
        let length = code.bytes.count
        // A stack is an enlarged picture.
        let plain = step.preparation == .none && !step.isOnBars && step.condition != .stacked
        // Agreeing lines; zxing-cpp stops counting at two.
        let lines = step.engine == .zxing ? nil : code.quality
        switch code.symbology {
        case .ean13, .upcA, .ean8, .isbn:
            if plain { return lines.map { $0 >= 8 } ?? true ? sure : half }
            return lines.map { $0 >= (step.isOnBars ? Self.manyOnBars : 30) } ?? false ? sure : half
        case .upcE:
            return half
        case .itf:
            if plain { return isGTIN(code) || (length >= 8 && lines ?? 0 >= manyLines) ? sure : half }
            return isGTIN(code) ? half : third
        case .code39, .code39Mod43:
            return plain && length >= 4 ? sure : half
        case .codabar:
            return plain && length >= 6 ? sure : half
        case .code128, .code93:
            return plain || lines.map { $0 >= 6 } ?? true ? sure : half
        case .dataBarExpanded:
            return step.engine == .zxing ? sure : half
        default:
            return sure
        }
    }
}

extension Barcode {
    /// Whether the code fills the picture: nine tenths of its width and three quarters of its height.
    package func fills(_ size: FrameSize) -> Bool {
        guard let box = corners?.bounds else { return false }
        return box.maxX - box.minX >= 0.9 * Double(size.width) && box.maxY - box.minY >= 0.75 * Double(size.height)
    }
}
