// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The identity of a code: its content, not its place or reader.
package struct CodeKey: Hashable, Sendable {
    package var symbology: Symbology
    package var bytes: [UInt8]

    package init(_ barcode: Barcode) {
        symbology = barcode.symbology
        bytes = barcode.bytes
    }
}
