// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// How far one read is believed. A misread is worse than a miss.
///
/// Matrix codes correct errors and are believed at once. Linear codes have a check digit at best, and enlarging,
/// sharpening or slanted lines make new ones of them: over 865 pictures, all steps together read 41 different linear
/// codes that are not there (18 EAN-13, 7 DataBar Expanded, 6 UPC-E, 4 UPC-A, 4 ITF, 2 others; zbar's reads of up to
/// three lines left out). With these rules one of them remains, which may be a wrong label. Of the 669 codes that are read from the pictures as they
/// come, the rules make 11 wait for a second step.
///
/// - EAN-13, UPC-A: the wrong ones share one half with the right code; from the picture as it came they have few
///   agreeing lines, and two steps hardly ever make the same mistake.
/// - UPC-E has no second half: wrong ones come from either reader, again and again, with up to 13 lines. Both readers must
///   agree where there are both; that loses 2 of 54 right ones.
/// - ITF has neither check digit nor an end that differs from its middle: a slanted line reads a part of it. Texts
///   must be read three times from prepared pictures, and a text that is part of a longer one yields to it.
/// - Code 39 and Codabar: single characters and fragments are read from text and noise.
/// - DataBar Expanded: zbar 0.23 misreads some symbols the same way each time (dates, the ISO 646 set).
package enum ReadingWeight {
    /// What a code needs in all.
    package static let enough = 6
    private static let sure = 6
    private static let half = 3
    private static let third = 2

    static func needsBothReaders(_ code: Barcode) -> Bool { code.symbology == .upcE }

    package static func of(_ code: Barcode, by step: ReadingStep) -> Int {
        guard code.symbology.isLinear else { return sure }
        let length = code.bytes.count
        let plain = step.preparation == .none
        // Lines that agree; zxing-cpp stops counting at two.
        let lines = step.engine == .zxing ? nil : code.quality
        switch code.symbology {
        case .ean13, .upcA, .ean8, .isbn:
            if plain { return lines.map { $0 >= 8 } ?? true ? sure : half }
            return lines.map { $0 >= 30 } ?? false ? sure : half
        case .upcE:
            return half
        case .itf:
            if plain { return length >= 8 ? sure : half }
            return length == 14 && CheckDigit.isValidModulo10(code.bytes) ? half : third
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
