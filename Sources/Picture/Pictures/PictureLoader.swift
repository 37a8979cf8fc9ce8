// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import FrameMetrics
package import Frames

/// Decodes picture files to luma, in this process. For pictures of strangers use `Decoders` of ConfinedDecoding. Can be
/// used from several threads at once.
///
/// libpng, libturbojpeg and our own code decode PNG, JPEG and PNM in parallel. Other formats go through imlib2, one
/// picture at a time.
package struct PictureLoader: PictureDecoder {
    /// 256 million pixels: more than any phone's camera takes, and a quarter of a gigabyte of luma.
    package static let defaultMaximumPixels = 1 << 28

    package var maximumPixels: Int
    /// A colour in place of the luma; not for PNM.
    package var plane: ColourPlane?

    package init(maximumPixels: Int = defaultMaximumPixels) { self.maximumPixels = maximumPixels }

    package func picture(at path: String) throws(PictureError) -> Picture {
        try picture(in: PictureFile.read(path), name: path)
    }

    package func picture(in data: PixelStorage, name: String) throws(PictureError) -> Picture {
        try data.withSpan { (bytes: Span<UInt8>) throws(PictureError) -> Picture in
            if bytes.count == 0 { throw PictureError(.empty, name, "cannot read \(name): it is empty") }
            guard let format = PictureFormat(firstBytes: bytes) else { throw .notPicture(name) }
            if let size = format.announcedSize(bytes) { try check(size, name) }
            let stored = try read(bytes, format, name)
            var picture = Picture(
                luma: stored.luma.upright(stored.orientation), format: format, storedSize: stored.luma.size,
                orientation: stored.orientation, damage: stored.damage, transparency: stored.transparency)
            if format == .jpeg { picture.jpeg = JPEGFacts(bytes) }
            if format != .pnm {
                let loader = self
                picture.plane = { plane in
                    var loader = loader
                    loader.plane = plane
                    return try? loader.picture(in: data, name: name).luma
                }
            }
            return picture
        }
    }

    private func read(
        _ bytes: Span<UInt8>, _ format: PictureFormat, _ name: String
    ) throws(PictureError) -> StoredPicture {
        switch format {
        case .png: try readPNG(bytes, name, plane: plane)
        case .jpeg: try readJPEG(bytes, name, plane: plane)
        case .pnm: try readPNM(bytes, name)
        default: try readWithImlib2(bytes, format, name, plane: plane)
        }
    }

    /// A picture as its file stores it.
    struct StoredPicture {
        var luma: LumaImage
        var orientation = PictureOrientation.topLeft
        var damage: PictureDamage?
        var transparency: PictureTransparency?
    }

    func check(_ size: FrameSize, _ name: String) throws(PictureError) {
        let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard overflow || area > maximumPixels else { return }
        throw PictureError(
            .tooLarge, name,
            "cannot decode \(name): \(size) pixels are more than the \(maximumPixels) allowed; make it smaller first")
    }

    private func readPNM(_ bytes: Span<UInt8>, _ name: String) throws(PictureError) -> StoredPicture {
        guard let reader = PNMReader(bytes) else { throw .damaged(name, .pnm, "its header is broken") }
        try check(reader.size, name)
        let (luma, rows) = reader.read(bytes)
        if rows == reader.size.height { return StoredPicture(luma: luma) }
        guard rows > 0 else { throw .damaged(name, .pnm, "it ends within its first row") }
        return StoredPicture(
            luma: luma, damage: PictureDamage(isTruncation: true, decodedRows: rows, reason: "rows are missing"))
    }
}
