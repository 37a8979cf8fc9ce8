// SPDX-License-Identifier: Apache-2.0

/// A frame's pixels as a camera sent them, two at a time with a colour in common (4:2:2), for a picture to be looked at.
public struct PackedColours: Sendable {
    /// Where in four bytes the two luma values and the two of colour are.
    public struct Order: Hashable, Sendable {
        public var luma: Int
        public var blue: Int
        public var red: Int

        /// The order of a format; `nil` for what is not packed so.
        public init?(_ format: FourCC) {
            switch format.description {
            case "YUYV": (luma, blue, red) = (0, 1, 3)
            case "YVYU": (luma, blue, red) = (0, 3, 1)
            case "UYVY": (luma, blue, red) = (1, 0, 2)
            case "VYUY": (luma, blue, red) = (1, 2, 0)
            default: return nil
            }
        }
    }

    public let storage: PixelStorage
    public let order: Order
    public let size: FrameSize
    public let bytesPerLine: Int

    /// - Parameter storage: memory of its own, or the driver's is kept from it.
    /// - Returns: `nil` where the bytes are too few for the size.
    public init?(_ storage: PixelStorage, _ order: Order, size: FrameSize, bytesPerLine: Int) {
        guard size.width >= 2, size.height >= 1, size.width.isMultiple(of: 2), bytesPerLine >= 2 * size.width,
            storage.count >= bytesPerLine * (size.height - 1) + 2 * size.width
        else { return nil }
        self.storage = storage
        self.order = order
        self.size = size
        self.bytesPerLine = bytesPerLine
    }
}
