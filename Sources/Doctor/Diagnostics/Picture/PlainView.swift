// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import LumaProcessing
internal import Scanning

/// A code and its surroundings, as another program may be given them.
struct PlainView {
    /// The part of the picture as it is, and doubled if it is small: a search that leaves out lines then leaves out none.
    let images: [(image: LumaImage, scale: Double)]
    private let rectangle: PixelRectangle

    /// - Parameter corners: the code's place in the picture.
    /// - Returns: `nil` for a place that is too large, which such a search would see reduced.
    init?(_ picture: LumaImage, _ corners: Quadrilateral) {
        let box = corners.bounds
        let room = max(40, max(box.maxX - box.minX, box.maxY - box.minY) / 2)
        let (left, top) = (max(0, box.minX - room), max(0, box.minY - room))
        let (right, bottom) = (min(Double(picture.width), box.maxX + room), min(Double(picture.height), box.maxY + room))
        guard right - left >= 16, bottom - top >= 16 else { return nil }
        let place = PixelRectangle(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
        guard place.width * place.height <= ReadingLadder.frame, let part = picture.cropped(to: place) else { return nil }
        rectangle = place
        images = [(part, 1)] + (4 * place.width * place.height <= ReadingLadder.frame ? [(part.doubled().image, 2)] : [])
    }

    /// Whether what a reader found in one of the images is at that place of the picture. Two readers may take its bytes for
    /// different text.
    func isThere(_ found: Quadrilateral, _ corners: Quadrilateral, scale: Double) -> Bool {
        let (box, place) = (found.bounds, corners.bounds)
        let x = (box.minX + box.maxX) / 2 / scale + Double(rectangle.x)
        let y = (box.minY + box.maxY) / 2 / scale + Double(rectangle.y)
        return place.minX...place.maxX ~= x && place.minY...place.maxY ~= y
    }
}
