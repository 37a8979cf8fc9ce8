// SPDX-License-Identifier: Apache-2.0

import CLibPNG
import Frames

extension PictureLoader {
    func readPNG(
        _ bytes: Span<UInt8>, _ name: String, plane: ColourPlane? = nil
    ) throws(PictureError) -> StoredPicture {
        if let reason = unsafe candela_png_load() {
            throw PictureError(
                .libraryMissing, name,
                "cannot load libpng16.so.16: \(unsafe String(cString: reason)); install libpng16-16")
        }
        guard let size = PictureFormat.png.announcedSize(bytes), size.width < 1 << 31, size.height < 1 << 31 else {
            throw .damaged(name, .png, "its header is cut short or broken")
        }
        try check(size, name)
        var result = candela_png_result()
        let luma = LumaImage(size: size) { target in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe bytes.withUnsafeBufferPointer { source in
                    unsafe target.update(repeating: 255)
                    unsafe candela_png_decode(
                        source.baseAddress!, source.count, UInt32(size.width), UInt32(size.height),
                        plane.map { Int32($0.index) } ?? -1, target.baseAddress!, &result)
                }
            }
        }
        let message = unsafe withUnsafeBytes(of: &result.message) {
            unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let rows = Int(result.rows)
        if rows == 0, size.height > 0, !Self.isInterlaced(bytes) { throw .damaged(name, .png, message) }
        let transparency: PictureTransparency? =
            result.transparent == 0
            ? nil
            : PictureTransparency(
                share: Double(result.transparent) / Double(max(1, size.area)),
                contrastWithout: Int(result.lightest) - Int(result.darkest))
        if rows == size.height, message.isEmpty {
            return StoredPicture(luma: luma, orientation: Self.orientation(bytes), transparency: transparency)
        }
        let damage = PictureDamage(
            isTruncation: rows < size.height && message.contains("ends too early"),
            decodedRows: rows < size.height ? rows : nil, reason: message)
        return StoredPicture(
            luma: luma, orientation: Self.orientation(bytes), damage: damage, transparency: transparency)
    }

    private static func isInterlaced(_ bytes: Span<UInt8>) -> Bool { bytes.big(28, bytes: 1) == 1 }

    /// From the eXIf chunk (PNG extensions 1.5.0), wherever it is.
    private static func orientation(_ bytes: Span<UInt8>) -> PictureOrientation {
        var at = 8
        while let length = bytes.big(at, bytes: 4) {
            if bytes.holds("eXIf", at: at + 4), at + 8 + length <= bytes.count {
                return TIFFDirectory(bytes.extracting(at + 8..<at + 8 + length))?.orientation ?? .topLeft
            }
            at += 12 + length
        }
        return .topLeft
    }
}
