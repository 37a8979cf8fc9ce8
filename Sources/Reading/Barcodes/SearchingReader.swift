// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A reader that looks for the structure of symbols before it reads them. It skips places that need no search, and tells of
/// those that look like symbols and were not read.
package protocol SearchingReader: BarcodeReader {
    /// Reads the codes outside the places of codes that are known already, whose corners, too, are in pixels of `image`.
    func read(_ image: LumaImage, symbologies: Set<Symbology>, known: [Barcode]) -> [Barcode]

    /// Places of the last picture that look like symbols and were not read. They are guesses.
    var suspects: [Quadrilateral] { get }
}

/// A reader that finds the places of bars without reading them.
package protocol BarPlaceFinder: BarcodeReader {
    /// The likeliest places first. The upper edge runs across the bars.
    func barPlaces(in image: LumaImage) -> [Quadrilateral]
}
