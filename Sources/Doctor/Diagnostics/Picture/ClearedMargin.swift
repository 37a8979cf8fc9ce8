// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import SymbolFinding

/// A picture of a linear code with the marks beside it painted over: if it reads then, something stood in its quiet zone.
enum ClearedMargin {
    /// Copies of the picture, each with the last one, two or three dark elements of the code's row replaced by paper, at one
    /// end. Only for codes that are about level, whose columns can be painted over.
    static func variants(of image: LumaImage, _ candidate: SymbolCandidate) -> [LumaImage] {
        guard candidate.kind == .linear else { return [] }
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
}

extension LumaImage {
    /// A copy with these columns replaced by one value.
    fileprivate func painted(from first: Int, to last: Int, _ value: UInt8) -> LumaImage {
        let (first, last) = (max(0, first), min(width - 1, last))
        guard first <= last else { return copy() }
        var pixels = withSpan { span in
            (0..<height).flatMap { y in (0..<width).map { span[y * rowStride + $0] } }
        }
        for y in 0..<height { for x in first...last { pixels[y * width + x] = value } }
        return LumaImage(size: size, pixels: pixels)
    }
}
