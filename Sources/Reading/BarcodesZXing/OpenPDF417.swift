// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// The outline of a compact (truncated) PDF417, which has no stop pattern: zxing-cpp 1.4 has no corners for its right end, and gives the
/// picture's origin for both.
enum OpenPDF417 {
    /// How wide the start pattern's first bar is, in modules; spaces of codewords have at most 6.
    private static let startBar = 8.0
    private static let widestSpace = 6.5
    private static let lines = 9

    /// Where the library has turned the picture, the two are turned with it.
    static func isOpen(_ corners: Quadrilateral) -> Bool { corners.topRight == corners.bottomRight }

    /// The outline with a right end where the rows end in the picture; `nil` if that is not found.
    static func closed(_ corners: Quadrilateral, in image: LumaImage) -> Quadrilateral? {
        let (top, bottom) = (corners.topLeft, corners.bottomLeft)
        let height = top.distance(to: bottom)
        guard height >= 8, height < 1e6 else { return nil }
        // Clockwise from the symbol's own top left, so that its rows run to the right of the way down.
        let along = PixelPoint(x: (bottom.y - top.y) / height, y: -(bottom.x - top.x) / height)
        let ends = (0..<lines).compactMap { line -> Double? in
            let share = 0.1 + 0.8 * Double(line) / Double(lines - 1)
            let start = PixelPoint(x: top.x + (bottom.x - top.x) * share, y: top.y + (bottom.y - top.y) * share)
            return end(from: start, along, image)
        }.sorted()
        guard 2 * ends.count > lines else { return nil }
        let length = ends[ends.count / 2]
        func opposite(_ point: PixelPoint) -> PixelPoint { PixelPoint(x: point.x + along.x * length, y: point.y + along.y * length) }
        return Quadrilateral(topLeft: top, topRight: opposite(top), bottomRight: opposite(bottom), bottomLeft: bottom)
    }

    /// How far a row goes on: to the last dark pixel before a light stretch that is wider than any space of a code.
    private static func end(from start: PixelPoint, _ along: PixelPoint, _ image: LumaImage) -> Double? {
        var values: [UInt8] = []
        // The corners are right by a few pixels.
        func value(_ distance: Double) -> UInt8? {
            let (x, y) = (start.x + along.x * distance, start.y + along.y * distance)
            guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { return nil }
            return image[Int(x), Int(y)]
        }
        guard let lead = [3.0, 2, 1, 0].first(where: { value(-$0) != nil }) else { return nil }
        while let value = value(Double(values.count) - lead) { values.append(value) }
        guard let low = values.min(), let high = values.max(), high - low >= 40 else { return nil }
        let threshold = low + (high - low) / 2
        guard let first = values.firstIndex(where: { $0 < threshold }),
            let second = values[first...].firstIndex(where: { $0 >= threshold })
        else { return nil }
        let widest = widestSpace * Double(second - first) / startBar
        var last = first
        for (place, value) in values.enumerated().dropFirst(first) where value < threshold {
            guard Double(place - last - 1) <= widest else { break }
            last = place
        }
        return last > second ? Double(last + 1) - lead : nil
    }
}
