// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// What makes two reads the same code: neither where it lies nor who read it.
struct CodeKey: Hashable {
    var symbology: Symbology
    var bytes: [UInt8]

    init(_ barcode: Barcode) {
        symbology = barcode.symbology
        bytes = barcode.bytes
    }
}
