// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import SymbolFinding

/// A symbol and its surroundings, cut out of the part of a picture that is examined.
struct SymbolPlace {
    var view: PictureView
    var image: LumaImage
    /// The position of the image in the whole picture.
    var rectangle: PixelRectangle
    /// With corners in pixels of the image.
    var symbol: SymbolCandidate

    /// The outline of what looks like a symbol can end before the symbol itself does, and its quiet zone lies outside of it.
    init(_ view: PictureView, _ symbol: SymbolCandidate) {
        self.view = view
        self.symbol = symbol
        image = view.part
        rectangle = view.rectangle
        let box = symbol.corners.bounds
        let margin = max(48, 0.4 * max(box.maxX - box.minX, box.maxY - box.minY))
        let (left, top) = (max(0, Int(box.minX - margin)), max(0, Int(box.minY - margin)))
        let cut = PixelRectangle(
            x: left, y: top, width: min(image.width, Int(box.maxX + margin)) - left, height: min(image.height, Int(box.maxY + margin)) - top)
        guard let part = image.cropped(to: cut) else { return }
        image = part
        rectangle = PixelRectangle(x: rectangle.x + left, y: rectangle.y + top, width: cut.width, height: cut.height)
        self.symbol.corners = symbol.corners.mapped { PixelPoint(x: $0.x - Double(left), y: $0.y - Double(top)) }
    }
}
