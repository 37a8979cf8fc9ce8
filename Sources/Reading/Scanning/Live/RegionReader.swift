// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// A region that is not inside the frame.
package struct RegionError: Error, Hashable, Sendable, CustomStringConvertible {
    package var region: FrameRegion
    package var size: FrameSize

    package init(region: FrameRegion, size: FrameSize) {
        self.region = region
        self.size = size
    }

    package var description: String {
        "cannot read region \(region) of a \(size) frame: it is empty or extends outside the frame; "
            + "give x,y,width,height inside the frame, in pixels or percent"
    }
}

/// Reads only a part of each picture. Corners are in the whole picture.
package struct RegionReader {
    private let reader: any BarcodeReader
    private let region: FrameRegion?

    /// Without a region, reads the whole picture.
    package init(_ reader: any BarcodeReader, region: FrameRegion?) {
        self.reader = reader
        self.region = region
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) throws(RegionError) -> [Barcode] {
        guard let region else { return reader.read(image, symbologies: symbologies) }
        return reader.read(try image.part(region).rectangle, of: image, symbologies: symbologies)
    }
}

extension BarcodeReader {
    /// Reads a part of a picture. The part must lie inside; corners are in the whole picture.
    package func read(_ part: PixelRectangle, of image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        guard part != PixelRectangle(image.size), let picture = image.cropped(to: part) else {
            return read(image, symbologies: symbologies)
        }
        return read(picture, symbologies: symbologies).map { $0.moved(from: part) }
    }

    /// The unconfirmed codes of such a part, with corners in the whole picture.
    package func doubtful(in part: PixelRectangle) -> [Barcode] {
        (self as? any DoubtingReader)?.doubtful.map { $0.moved(from: part) } ?? []
    }
}

extension Barcode {
    fileprivate func moved(from part: PixelRectangle) -> Barcode {
        moved { PixelPoint(x: $0.x + Double(part.x), y: $0.y + Double(part.y)) }
    }
}

extension LumaImage {
    /// The part inside a region, sharing the pixels, and its position.
    package func part(_ region: FrameRegion) throws(RegionError) -> (image: LumaImage, rectangle: PixelRectangle) {
        guard let rectangle = region.rectangle(in: size), let part = cropped(to: rectangle) else {
            throw RegionError(region: region, size: size)
        }
        return (part, rectangle)
    }
}
