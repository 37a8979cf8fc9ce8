// SPDX-License-Identifier: Apache-2.0

import CImlib2
import Frames
import Glibc

extension PictureLoader {
    func readWithImlib2(
        _ bytes: Span<UInt8>, _ format: PictureFormat, _ name: String, plane: ColourPlane? = nil
    ) throws(PictureError) -> StoredPicture {
        if let reason = unsafe candela_imlib2_load() {
            throw PictureError(
                .libraryMissing, name,
                "cannot load libImlib2.so.1: \(unsafe String(cString: reason)); install libimlib2")
        }
        // The name selects the decoder, so pass one derived from the first bytes, not the file's own name.
        let ending = format.fileExtensions[0]
        let picture = unsafe bytes.withUnsafeBufferPointer {
            unsafe candela_imlib2_decode("picture.\(ending)", $0.baseAddress!, $0.count)
        }
        defer { unsafe candela_imlib2_free(picture) }
        let missingEnd = format.missingEnd(bytes)
        guard let pixels = unsafe picture.pixels, unsafe picture.width > 0, unsafe picture.height > 0 else {
            if unsafe picture.error == ENOMEM {
                throw PictureError(.tooLarge, name, "cannot decode \(name): there is not enough memory")
            }
            if let missingEnd { throw .damaged(name, format, "the file is cut short: \(missingEnd)") }
            // imlib2 reports the same for a broken file and for a format it was built without.
            throw .damaged(name, format, "imlib2 cannot decode it; if other programs can, convert it to PNG")
        }
        let size = unsafe FrameSize(width: Int(picture.width), height: Int(picture.height))
        try check(size, name)
        var transparency: PictureTransparency?
        let luma = LumaImage(size: size) { target in
            unsafe target.withUnsafeMutableBufferPointer {
                transparency = unsafe Self.convert(
                    pixels, size.area, hasAlpha: picture.has_alpha != 0, plane, to: $0.baseAddress!)
            }
        }
        return StoredPicture(
            luma: luma, damage: missingEnd.map { PictureDamage(isTruncation: true, decodedRows: nil, reason: $0) },
            transparency: transparency)
    }

    /// BT.601 luma, or one plane; transparent pixels are blended with white.
    private static func convert(
        _ pixels: UnsafePointer<UInt32>, _ count: Int, hasAlpha: Bool, _ plane: ColourPlane?,
        to target: UnsafeMutablePointer<UInt8>
    ) -> PictureTransparency? {
        let weights: (UInt32, UInt32, UInt32) =
            switch plane {
            case nil: (77, 150, 29)
            case .red?: (256, 0, 0)
            case .green?: (0, 256, 0)
            case .blue?: (0, 0, 256)
            }
        var transparent = 0
        var (darkest, lightest) = (UInt32.max, UInt32.min)
        for index in 0..<count {
            let pixel = unsafe pixels[index]
            let sum =
                (pixel &>> 16 & 255) &* weights.0 &+ (pixel &>> 8 & 255) &* weights.1 &+ (pixel & 255) &* weights.2
            var luma = (sum &+ 128) &>> 8
            if hasAlpha {
                let alpha = pixel &>> 24
                if alpha < 128 { transparent &+= 1 }
                darkest = min(darkest, luma)
                lightest = max(lightest, luma)
                luma = (luma &* alpha &+ 255 &* (255 &- alpha) &+ 127) / 255
            }
            unsafe target[index] = UInt8(truncatingIfNeeded: luma)
        }
        return transparent == 0
            ? nil
            : PictureTransparency(
                share: Double(transparent) / Double(count), contrastWithout: Int(lightest) - Int(darkest))
    }
}
