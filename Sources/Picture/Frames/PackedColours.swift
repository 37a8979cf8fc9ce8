// SPDX-License-Identifier: Apache-2.0

/// A frame's pixels as the camera sent them, in pairs that share a colour (4:2:2), for display.
package struct PackedColours: Sendable {
    /// The positions of the two luma and two chroma values in four bytes.
    package struct Order: Hashable, Sendable {
        package var luma: Int
        package var blue: Int
        package var red: Int

        /// The order of a format; `nil` for a format that is not packed this way.
        package init?(_ format: FourCC) {
            switch format.description {
            case "YUYV": (luma, blue, red) = (0, 1, 3)
            case "YVYU": (luma, blue, red) = (0, 3, 1)
            case "UYVY": (luma, blue, red) = (1, 0, 2)
            case "VYUY": (luma, blue, red) = (1, 2, 0)
            default: return nil
            }
        }
    }

    package let storage: PixelStorage
    package let order: Order
    package let size: FrameSize
    package let bytesPerLine: Int

    /// - Parameter storage: its own memory, or a driver's buffer, which it then holds.
    /// - Returns: `nil` if there are too few bytes for the size.
    package init?(_ storage: PixelStorage, _ order: Order, size: FrameSize, bytesPerLine: Int) {
        guard size.width >= 2, size.height >= 1, size.width.isMultiple(of: 2), bytesPerLine >= 2 * size.width,
            storage.count >= bytesPerLine * (size.height - 1) + 2 * size.width
        else { return nil }
        self.storage = storage
        self.order = order
        self.size = size
        self.bytesPerLine = bytesPerLine
    }
}
