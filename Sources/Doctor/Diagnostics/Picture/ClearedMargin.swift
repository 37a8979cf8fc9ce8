// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import SymbolFinding

/// A picture of a linear code with the marks beside it painted over: if it reads then, something stood in its quiet zone.
enum ClearedMargin {
    /// Copies of the picture, each with the last one, two or three dark elements of the code's row replaced by paper, at one
    /// end. Only for codes that are about level, whose columns can be painted over.
    static func variants(of image: LumaImage, _ candidate: SymbolCandidate) -> [LumaImage] {
        let corners = candidate.corners
        let tilt = abs(corners.topRight.y - corners.topLeft.y) / max(1, corners.width)
        guard tilt < 0.05, corners.width > 60 else { return [] }
        let y = Int(corners.center.y)
        guard y >= 0, y < image.height else { return [] }
        // A little beyond the outline, which may end before the mark or behind it.
        let left = max(0, Int(corners.corners.map(\.x).min() ?? 0) - 8)
        let right = min(image.width - 1, Int(corners.corners.map(\.x).max() ?? 0) + 8)
        guard right - left > 60 else { return [] }
        let row = image.withSpan { pixels in (left...right).map { pixels[y * image.rowStride + $0] } }
        let sorted = row.sorted()
        let (dark, light) = (Int(sorted[row.count / 20]), Int(sorted[row.count - 1 - row.count / 20]))
        guard light > dark + 20 else { return [] }
        let threshold = (dark + light) / 2
        // The starts and ends of dark elements.
        var elements: [ClosedRange<Int>] = []
        var begin: Int?
        for (index, value) in row.enumerated() {
            if Int(value) < threshold {
                begin = begin ?? index
            } else if let first = begin {
                elements.append(first...(index - 1))
                begin = nil
            }
        }
        if let begin { elements.append(begin...(row.count - 1)) }
        guard elements.count > 12 else { return [] }
        var variants: [LumaImage] = []
        for count in 1...3 {
            let last = elements[elements.count - count]
            variants.append(image.painted(from: left + last.lowerBound - 2, to: image.width - 1, UInt8(light)))
            let first = elements[count - 1]
            variants.append(image.painted(from: 0, to: left + first.upperBound + 2, UInt8(light)))
        }
        return variants
    }

    /// Copies in which nothing is painted over but what is farther from the code's outline than `variants` look, at one of its four sides. If one
    /// of them reads, the code is at the limit, and reads by chance in one of several copies.
    static func controls(of image: LumaImage, _ candidate: SymbolCandidate) -> [LumaImage] {
        let box = candidate.corners.bounds
        guard box.minX >= 0, box.minY >= 0, box.maxX < Double(image.width), box.maxY < Double(image.height) else { return [] }
        let (left, top, right, bottom) = (Int(box.minX), Int(box.minY), Int(box.maxX), Int(box.maxY))
        let paper = brightest(of: image, box)
        return [8, 24].flatMap { distance in
            [
                image.painted(from: right + distance, to: image.width - 1, paper),
                image.painted(from: 0, to: left - distance, paper),
                image.painted(from: 0, to: image.width - 1, top: bottom + distance, paper),
                image.painted(from: 0, to: image.width - 1, bottom: top - distance, paper),
            ]
        }
    }

    /// What 19 of 20 pixels of the code's middle row do not exceed.
    private static func brightest(of image: LumaImage, _ box: (minX: Double, minY: Double, maxX: Double, maxY: Double)) -> UInt8 {
        let y = Int((box.minY + box.maxY) / 2)
        let row = image.withSpan { pixels in (Int(box.minX)...Int(box.maxX)).map { pixels[y * image.rowStride + $0] } }.sorted()
        return row[row.count - 1 - row.count / 20]
    }
}

extension LumaImage {
    /// A copy with these columns, of all rows or of some, replaced by one value. What lies outside of the picture is left out.
    fileprivate func painted(from first: Int, to last: Int, top: Int = 0, bottom: Int = .max, _ value: UInt8) -> LumaImage {
        let (left, right) = (max(0, first), min(width - 1, last))
        let (top, bottom) = (max(0, top), min(height - 1, bottom))
        guard left <= right, top <= bottom else { return copy() }
        var pixels = withSpan { span in
            (0..<height).flatMap { y in (0..<width).map { span[y * rowStride + $0] } }
        }
        for y in top...bottom { for x in left...right { pixels[y * width + x] = value } }
        return LumaImage(size: size, pixels: pixels)
    }
}
