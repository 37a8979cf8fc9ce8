// SPDX-License-Identifier: Apache-2.0

internal import CLibPNG
internal import FrameCoding
internal import Frames

extension PictureFormat {
    /// Whether imlib2 decodes it, which takes longer to load than the others together.
    package var needsImlib2: Bool {
        switch self {
        case .png, .jpeg, .pnm: false
        case .webp, .tiff, .gif, .bmp, .heif, .jpegXL, .jpeg2000: true
        }
    }
}

extension PictureLoader {
    /// Loads what decoding needs, for a process that is about to lose its files. A library that is missing is reported by
    /// each picture that needs it.
    ///
    /// - Parameter format: loads what decodes it; `nil` for PNG, JPEG and PNM.
    package static func prepare(for format: PictureFormat?) {
        guard let format, format.needsImlib2 else {
            _ = unsafe candela_png_load()
            // libturbojpeg looks at the processor when it first decodes, on ARM in a file.
            let grey = LumaImage(size: FrameSize(width: 16, height: 16)) { _ in }
            if let encoder = try? JPEGEncoder(), let jpeg = try? encoder.encode(grey, quality: 75) {
                _ = try? MotionJPEGDecoder().decode(jpeg.span)
            }
            return
        }
        _ = try? PictureLoader().picture(in: PixelStorage(format.sample), name: "")
    }
}
