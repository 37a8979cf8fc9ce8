// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// A reader of codes. Conform to it to scan with a reader of your own.
///
/// A reader is used by one thread at a time.
public protocol PictureReading: AnyObject {
    /// The name that ``Barcode/reader`` has.
    var name: String { get }

    /// What it can read.
    var symbologies: Set<Symbology> { get }

    /// Reads the codes of a picture.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - symbologies: what to read; the reader leaves out all others.
    /// - Returns: the codes, with corners in pixels of `image`; none for a picture without codes.
    func read(_ image: GrayImage, symbologies: Set<Symbology>) -> [Barcode]
}

/// A reader of the user's as the modules below know readers.
package final class ForeignReader: Barcodes.BarcodeReader {
    private let reader: any PictureReading

    package init(_ reader: any PictureReading) { self.reader = reader }

    package var name: String { reader.name }
    package var supported: Set<Barcodes.Symbology> { reader.symbologies.inner }

    package func read(_ image: LumaImage, symbologies: Set<Barcodes.Symbology>) -> [Barcodes.Barcode] {
        reader.read(GrayImage(image), symbologies: Set(symbologies.map { Symbology(of: $0) })).map(\.inner)
    }
}
