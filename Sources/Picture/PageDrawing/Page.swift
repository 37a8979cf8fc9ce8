// SPDX-License-Identifier: Apache-2.0

/// A sheet of paper and its contents, in millimetres from its top left corner, y down. Only grey on white.
package struct Page: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package struct Box: Hashable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    package enum Anchor: Hashable, Sendable { case start, middle, end }

    /// Later items cover earlier ones. Grey is 0 for black to 255 for white.
    package enum Item: Hashable, Sendable {
        /// Boxes of one grey, with edges as sharp as the medium allows.
        case boxes([Box], grey: UInt8)
        case polygon([Point], grey: UInt8)
        case disc(center: Point, radius: Double, grey: UInt8)
        /// A line of text; `at` is on its baseline, `size` its em.
        case text(String, at: Point, size: Double, anchor: Anchor, isBold: Bool)
        /// A PNG file's bytes, drawn as large as the box.
        case picture([UInt8], Box)
    }

    package var width: Double
    package var height: Double
    package var items: [Item] = []

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
