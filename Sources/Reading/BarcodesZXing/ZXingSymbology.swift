// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZXing

/// The plugin's bits for the symbologies.
enum ZXingSymbology {
    static let bits: [Symbology: Int] = [
        .ean13: CZXING_EAN13, .ean8: CZXING_EAN8, .upcA: CZXING_UPCA, .upcE: CZXING_UPCE, .code39: CZXING_CODE39,
        .code93: CZXING_CODE93, .code128: CZXING_CODE128, .codabar: CZXING_CODABAR, .itf: CZXING_ITF,
        .dataBar: CZXING_DATABAR, .dataBarExpanded: CZXING_DATABAR_EXPANDED, .qr: CZXING_QR,
        .microQR: CZXING_MICRO_QR, .aztec: CZXING_AZTEC, .pdf417: CZXING_PDF417, .dataMatrix: CZXING_DATA_MATRIX,
        .maxiCode: CZXING_MAXICODE,
    ]

    static func mask(of symbologies: Set<Symbology>) -> UInt32 {
        symbologies.reduce(0) { $0 | UInt32(bits[$1] ?? 0) }
    }

    static func symbology(of bit: UInt32) -> Symbology? { bits.first { UInt32($0.value) == bit }?.key }

    static let linear = Set(bits.keys.filter(\.isLinear))
}
