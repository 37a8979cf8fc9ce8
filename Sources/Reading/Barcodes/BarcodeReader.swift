// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Finds and decodes the codes on a grey picture. No barcode is an empty list, not an error.
///
/// A reader may keep buffers between calls, so one reader serves one thread at a time.
public protocol BarcodeReader: AnyObject {
    /// `zbar`, `zxing`, `candela`: what `Barcode.reader` will say.
    var name: String { get }

    /// The symbologies it can read at all.
    var supported: Set<Symbology> { get }

    /// What it does by itself; nothing unless it says so.
    var abilities: ReaderAbilities { get }

    /// Reads the codes of the given symbologies. Corners are in pixels of `image`. Never throws on account of the
    /// picture: what cannot be read yields nothing.
    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode]
}

extension BarcodeReader {
    public var abilities: ReaderAbilities { [] }
}
