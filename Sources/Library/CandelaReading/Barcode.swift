// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Output

/// A code that was read.
///
/// Its content comes from outside and can be anything: show `visibleText` on a terminal or in a log, not `text`.
public struct Barcode: Hashable, Sendable {
    package var inner: Barcodes.Barcode

    package init(_ inner: Barcodes.Barcode) { self.inner = inner }

    /// A code that a reader of your own has read; see ``PictureReading``.
    ///
    /// - Parameters:
    ///   - symbology: its kind.
    ///   - bytes: its content.
    ///   - corners: its place in the picture.
    ///   - reader: the name of your reader.
    public init(_ symbology: Symbology, bytes: [UInt8], corners: Corners? = nil, reader: String) {
        inner = Barcodes.Barcode(
            symbology: symbology.inner, bytes: bytes, corners: corners?.quadrilateral, reader: reader)
    }

    /// The kind of code.
    public var symbology: Symbology { Symbology(inner.symbology) }

    /// The content as text: in the character set that the code names, or else as UTF-8. Bytes that are no text become U+FFFD;
    /// `bytes` has them all.
    public var text: String { inner.text ?? String(decoding: inner.bytes, as: UTF8.self) }

    /// The text with everything escaped that is invisible or that a terminal would obey.
    public var visibleText: String {
        inner.text.map { VisibleText.escape($0) } ?? VisibleText.escape(inner.bytes)
    }

    /// The content, byte for byte.
    public var bytes: [UInt8] { inner.bytes }

    /// The place of the code in the picture; `nil` if the reader does not tell.
    public var corners: Corners? { inner.corners.map { Corners($0) } }

    /// The elements of GS1 data (batch, date of expiry), or the number of an EAN, UPC or ITF-14 as a GTIN of 14 digits; empty for
    /// content that is neither.
    public var elements: [GS1Element] {
        let found = (try? GS1ElementString.elements(of: inner)) ?? []
        return found.map { GS1Element(identifier: $0.identifier, title: $0.title, value: $0.value) }
    }

    /// Whether left and right are exchanged, as in a mirror.
    public var isMirrored: Bool { inner.isMirrored }

    /// The reader that read it: `zbar`, `zxing`, `candela`, or your own.
    public var reader: String { inner.reader }
}

/// One element of GS1 data: an identifier and its value.
public struct GS1Element: Hashable, Sendable {
    /// The application identifier, two to four digits: `01`, `3103`.
    public let identifier: String
    /// The title of GS1 for it: `GTIN`, `USE BY`.
    public let title: String
    /// The value, as it is in the code.
    public let value: String
}

/// A point of a picture, in pixels from its top left corner.
public struct Point: Hashable, Sendable, CustomStringConvertible {
    /// Pixels to the right.
    public var x: Double
    /// Pixels down.
    public var y: Double

    /// A point.
    ///
    /// - Parameters:
    ///   - x: pixels to the right.
    ///   - y: pixels down.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// `(12, 34)`, in whole pixels.
    public var description: String { "(\(Int(x.rounded())), \(Int(y.rounded())))" }
}

/// The four corners of a code in the picture, clockwise from the code's own top left.
public struct Corners: Hashable, Sendable, CustomStringConvertible {
    /// Where the code begins.
    public var topLeft: Point
    /// The next corner, clockwise.
    public var topRight: Point
    /// The corner opposite to `topLeft`.
    public var bottomRight: Point
    /// The last corner.
    public var bottomLeft: Point

    /// Four corners, clockwise from the code's own top left.
    ///
    /// - Parameters:
    ///   - topLeft: where the code begins.
    ///   - topRight: the next corner.
    ///   - bottomRight: the corner opposite to `topLeft`.
    ///   - bottomLeft: the last corner.
    public init(topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    init(_ quadrilateral: Quadrilateral) {
        self.init(
            topLeft: Point(quadrilateral.topLeft), topRight: Point(quadrilateral.topRight),
            bottomRight: Point(quadrilateral.bottomRight), bottomLeft: Point(quadrilateral.bottomLeft))
    }

    /// The middle of the code.
    public var center: Point { Point(quadrilateral.center) }

    /// `(12, 34) (56, 34) (56, 78) (12, 78)`.
    public var description: String { "\(topLeft) \(topRight) \(bottomRight) \(bottomLeft)" }

    var quadrilateral: Quadrilateral {
        Quadrilateral(
            topLeft: topLeft.pixel, topRight: topRight.pixel, bottomRight: bottomRight.pixel,
            bottomLeft: bottomLeft.pixel)
    }
}

extension Point {
    fileprivate init(_ point: PixelPoint) { self.init(x: point.x, y: point.y) }
    fileprivate var pixel: PixelPoint { PixelPoint(x: x, y: y) }
}
