// SPDX-License-Identifier: Apache-2.0

/// A picture file format, recognised by its first bytes.
package enum PictureFormat: String, Sendable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webp = "WebP"
    case tiff = "TIFF"
    case gif = "GIF"
    case bmp = "BMP"
    case pnm = "PNM"
    case heif = "HEIF"
    case jpegXL = "JPEG XL"
    case jpeg2000 = "JPEG 2000"

    /// The number of bytes that `init(firstBytes:)` examines.
    package static let signatureLength = 16

    /// `nil` for anything else. Formats whose decoders run programs or fetch files (PostScript, SVG) and those without a
    /// signature (TGA) are excluded on purpose.
    package init?(firstBytes bytes: Span<UInt8>) {
        func at(_ offset: Int, _ text: StaticString) -> Bool {
            let length = text.utf8CodeUnitCount
            guard bytes.count >= offset + length else { return false }
            for index in 0..<length where unsafe bytes[offset + index] != text.utf8Start[index] { return false }
            return true
        }
        func at(_ offset: Int, _ values: [UInt8]) -> Bool {
            guard bytes.count >= offset + values.count else { return false }
            for index in values.indices where bytes[offset + index] != values[index] { return false }
            return true
        }
        if at(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png
        } else if at(0, [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if at(0, "RIFF"), at(8, "WEBP") {
            self = .webp
        } else if at(0, [0x49, 0x49, 42, 0]) || at(0, [0x4d, 0x4d, 0, 42]) || at(0, [0x49, 0x49, 43, 0])
            || at(0, [0x4d, 0x4d, 0, 43])
        {
            self = .tiff
        } else if at(0, "GIF87a") || at(0, "GIF89a") {
            self = .gif
        } else if at(0, "BM"), bytes.count >= 15, [12, 40, 52, 56, 64, 108, 124].contains(bytes[14]) {
            // Two letters are a weak signature, so the length of the second header must match too.
            self = .bmp
        } else if bytes.count >= 3, bytes[0] == UInt8(ascii: "P"),
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]),
            [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "#")].contains(bytes[2])
        {
            self = .pnm
        } else if at(4, "ftyp"), at(8, "heic") || at(8, "heix") || at(8, "mif1") || at(8, "avif") || at(8, "msf1") {
            self = .heif
        } else if at(0, [0xff, 0x0a]) || at(0, [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]) {
            self = .jpegXL
        } else if at(0, [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20]) || at(0, [0xff, 0x4f, 0xff, 0x51]) {
            self = .jpeg2000
        } else {
            return nil
        }
    }

    /// The usual file name extensions, in lower case.
    var fileExtensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .webp: ["webp"]
        case .tiff: ["tiff", "tif"]
        case .gif: ["gif"]
        case .bmp: ["bmp", "dib"]
        case .pnm: ["pnm", "pgm", "ppm", "pbm"]
        case .heif: ["heic", "heif", "avif"]
        case .jpegXL: ["jxl"]
        case .jpeg2000: ["jp2", "j2k", "jpf", "jpx"]
        }
    }

    /// The format that a file's name announces; its content may be another.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = fileName[fileName.utf8.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else { return nil }
        self = format
    }

    static let knownExtensions = Set(allCases.flatMap(\.fileExtensions))
}
