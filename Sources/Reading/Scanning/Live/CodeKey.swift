// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// What makes two reads the same code: neither where it lies nor who read it.
package struct CodeKey: Hashable, Sendable {
    package var symbology: Symbology
    package var bytes: [UInt8]

    package init(_ barcode: Barcode) {
        symbology = barcode.symbology
        bytes = barcode.bytes
    }
}
