// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// How far one read is believed. A misread is worse than a miss.
///
/// Matrix codes correct errors and are believed at once. Linear codes have a check digit at best; which of their reads
/// are wrong was measured on 865 pictures with 37 steps each. Believing every read costs 55 misreads (of codes that
/// differ); these rules leave 2, and lose 11 of the 669 codes that are read from the pictures as they come, nine of
/// which another step then confirms.
///
/// - EAN-13, UPC-A: wrong reads share one half with the right code, come from sharpened, thresholded and enlarged
///   pictures, or have fewer than 8 agreeing lines of zbar (14 of 16).
/// - UPC-E has no second half: a third of the wrong reads are UPC-E, from either reader and up to 13 lines. Both readers
///   must agree, or two steps.
/// - ITF has neither check digit nor an end that differs from its middle: a slanted line reads a part of it. Short
///   texts must be read three times from prepared pictures, and a text that is part of a longer one yields to it.
/// - Code 39 and Codabar: single characters and fragments are read from text and noise.
/// - DataBar Expanded: zbar 0.23 misreads some symbols the same way each time (dates, the ISO 646 set).
enum ReadingWeight {
    /// What a code needs in all.
    static let enough = 6
    private static let sure = 6
    private static let half = 3
    private static let third = 2

    static func of(_ code: Barcode, by step: ReadingStep) -> Int {
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
