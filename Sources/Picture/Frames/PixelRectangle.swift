// SPDX-License-Identifier: Apache-2.0

/// A rectangle of whole pixels. The origin is the picture's top left corner; x points right, y down.
package struct PixelRectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of a picture of this size.
    package init(_ size: FrameSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    /// Whether the rectangle is not empty and lies entirely in a picture of this size.
    package func fits(in size: FrameSize) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && width <= size.width && height <= size.height
            && x <= size.width - width && y <= size.height - height
    }
}
