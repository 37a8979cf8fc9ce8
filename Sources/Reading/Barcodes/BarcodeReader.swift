// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Finds and decodes the codes in a grey picture. No barcode is an empty list, not an error.
///
/// A reader may keep buffers between calls, so use one reader on one thread at a time.
package protocol BarcodeReader: AnyObject {
    /// `zbar`, `zxing`, `candela`: the value of `Barcode.reader`.
    var name: String { get }

    /// The symbologies that it can read.
    var supported: Set<Symbology> { get }

    /// What it does without being asked; nothing by default.
    var abilities: ReaderAbilities { get }

    /// What it does without on this machine; nothing by default.
    var shortfall: ReaderShortfall { get }

    /// Reads the codes of the given symbologies. Corners are in pixels of `image`. Never throws because of the picture:
    /// an unreadable picture gives an empty list.
    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode]
}

extension BarcodeReader {
    package var abilities: ReaderAbilities { [] }
    package var shortfall: ReaderShortfall { ReaderShortfall() }
}
