// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZBar

/// zbar's numbers for the symbologies, as in its results.
enum ZBarSymbology {
    static let byType: [Int: Symbology] = [
        CZBAR_EAN13: .ean13, CZBAR_EAN8: .ean8, CZBAR_UPCA: .upcA, CZBAR_UPCE: .upcE, CZBAR_EAN2: .ean2,
        CZBAR_EAN5: .ean5, CZBAR_CODE39: .code39, CZBAR_CODE93: .code93, CZBAR_CODE128: .code128,
        CZBAR_CODABAR: .codabar, CZBAR_I25: .itf, CZBAR_DATABAR: .dataBar, CZBAR_DATABAR_EXP: .dataBarExpanded,
        CZBAR_QRCODE: .qr,
    ]

    /// The types to enable. Any of the EAN-13 family enables all three: with UPC-A or UPC-E off, zbar reports their codes
    /// as EAN-13, and the printed form is lost.
    static func enabledTypes(for asked: Set<Symbology>) -> Set<Int> {
        var printed = asked.printed
        if !printed.isDisjoint(with: [.ean13, .upcA, .upcE]) { printed.formUnion([.ean13, .upcA, .upcE]) }
        // An add-on is only searched for next to a code that it can belong to.
        if !printed.isDisjoint(with: [.ean2, .ean5]) { printed.formUnion([.ean13, .upcA, .upcE, .ean8]) }
        return Set(byType.filter { printed.contains($0.value) }.keys)
    }
}
