// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import LumaProcessing

/// A frame scaled down for a terminal: grey, with the outlines of codes in colour.
package struct ColourPicture: Sendable {
    package enum Colour: Sendable {
        /// A scan.
        case green
        /// A code that is not a scan yet, or is filtered out.
        case amber
        /// The region that is read.
        case blue

        var bytes: (UInt8, UInt8, UInt8) {
            switch self {
            case .green: (40, 220, 90)
            case .amber: (255, 176, 0)
            case .blue: (90, 160, 255)
            }
        }
    }

    package let size: FrameSize
    /// Red, green, blue of each pixel, rows without padding.
    package private(set) var bytes: [UInt8]
    /// Pixels of the frame per pixel of this picture, in each direction.
    private let factor: Int

    /// - Parameter most: the size needed. The frame is reduced by the largest integer factor that is not smaller.
    package init(_ frame: LumaImage, most: FrameSize) {
        var factor = 1
        while factor < 64, frame.width / (factor + 1) >= most.width, frame.height / (factor + 1) >= most.height {
            factor += 1
        }
        let small = frame.reduced(by: factor).image
        var bytes = [UInt8](repeating: 0, count: small.size.area * 3)
        small.withSpan { pixels in
            var place = 0
            for y in 0..<small.height {
                for x in 0..<small.width {
                    let value = pixels[y * small.rowStride + x]
                    (bytes[place], bytes[place + 1], bytes[place + 2]) = (value, value, value)
                    place += 3
                }
            }
        }
        size = small.size
        self.bytes = bytes
        self.factor = factor
    }

    /// Draws an outline given in the frame's pixels, `width` pixels of this picture wide.
    package mutating func draw(_ outline: Quadrilateral, _ colour: Colour, width: Int) {
        let corners = outline.corners.map {
            PixelPoint(x: $0.x / Double(factor), y: $0.y / Double(factor))
        }
        // Readers can return corners far outside the frame: skip those.
        let reach = Double(4 * max(size.width, size.height, 1))
        guard corners.allSatisfy({ $0.x.magnitude <= reach && $0.y.magnitude <= reach }) else { return }
        for (from, to) in zip(corners, corners[1...] + corners[..<1]) {
            let steps = max(1, Int(max((to.x - from.x).magnitude, (to.y - from.y).magnitude).rounded(.up)))
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                dot(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, colour, width)
            }
        }
    }

    private mutating func dot(_ x: Double, _ y: Double, _ colour: Colour, _ width: Int) {
        let (left, top) = (Int(x.rounded(.down)) - (width - 1) / 2, Int(y.rounded(.down)) - (width - 1) / 2)
        let columns = (left..<left + width).clamped(to: 0..<size.width)
        for row in (top..<top + width).clamped(to: 0..<size.height) {
            for column in columns {
                let place = (row * size.width + column) * 3
                (bytes[place], bytes[place + 1], bytes[place + 2]) = colour.bytes
            }
        }
    }
}
