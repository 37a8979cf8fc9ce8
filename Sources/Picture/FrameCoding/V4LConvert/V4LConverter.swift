// SPDX-License-Identifier: Apache-2.0

import CV4LConvert
package import Frames

/// Converts frames in a webcam chip's own format in this process, through libv4lconvert. Use one converter for one stream,
/// on one thread at a time.
@safe package final class V4LConverter: FrameConverter {
    /// The formats that libv4lconvert decodes and `PixelFormat` does not: compressed and reordered formats of old chips
    /// (gspca, pwc), and raw 8-bit Bayer, which it interpolates.
    ///
    /// Source: `supported_src_pixfmts` of libv4lconvert 1.22. Not included: HM12, which only television cards produce,
    /// and JPGL and 905C, whose decoders write out of bounds (seen with valgrind) or read uninitialised memory on damaged
    /// frames. The others survived noise, which is no proof: the library was written for trusted devices.
    package static let formats: Set<FourCC> = Set(eighthsPerPixel.keys).union(compressed)

    private static let compressed = Set(
        ["S910", "S561", "P207", "M310", "JL20", "SONX", "PJPG", "O511", "O518", "S401", "CPIA"]
            .compactMap { FourCC($0) })

    /// Formats that libv4lconvert hands to programs of its own, which it starts with the first frame.
    package static let helped = Set(["O511", "O518"].compactMap { FourCC($0) })

    /// Bytes a pixel times eight, for formats with a fixed frame length: libv4lconvert checks few of them.
    private static let eighthsPerPixel: [FourCC: Int] = {
        var table: [FourCC: Int] = [:]
        for (codes, eighths) in [
            ("S920 S501 S505 S508 CITV KONI M420", 12), ("Y10B", 10), ("S680 BA81 GBRG GRBG RGGB", 8),
        ] {
            for code in codes.split(separator: " ") {
                if let fourCC = FourCC(code) { table[fourCC] = eighths }
            }
        }
        return table
    }()

    /// Raw Bayer: the only formats whose rows may be padded.
    private static let padded = Set(["BA81", "GBRG", "GRBG", "RGGB"].compactMap { FourCC($0) })

    private let converter: UnsafeMutableRawPointer
    private let format: FourCC
    private let size: FrameSize
    private let bytesPerLine: Int
    /// The frame with padding after it: several of the library's decoders trust their input's length.
    private var source: [UInt8] = []

    /// - Parameters:
    ///   - fileDescriptor: the open camera. libv4lconvert looks up its quirks (upside down, no white balance) and
    ///     corrects them. It stays the caller's and must outlive the converter. `nil` converts recorded frames unchanged.
    ///   - bytesPerLine: as negotiated; 0 means rows without padding.
    package init(
        fileDescriptor: Int32?, format: FourCC, size: FrameSize, bytesPerLine: Int = 0
    ) throws(V4LConversionError) {
        func failure(_ kind: V4LConversionError.Kind) -> V4LConversionError {
            V4LConversionError(kind: kind, format: format, size: size)
        }
        guard Self.formats.contains(format) else { throw failure(.unknownFormat) }
        guard (2...8192).contains(size.width), (2...8192).contains(size.height), size.width % 2 == 0,
            size.height % 2 == 0, (0...1 << 16).contains(bytesPerLine)
        else { throw failure(.impossibleSize) }
        if let reason = unsafe candela_v4lconvert_load() {
            throw failure(.libraryMissing(reason: unsafe String(cString: reason)))
        }
        let created =
            if let fileDescriptor { unsafe candela_v4lconvert_create(fileDescriptor) } else {
                unsafe candela_v4lconvert_create_without_device()
            }
        guard let converter = unsafe created else { throw failure(.notCamera) }
        unsafe self.converter = unsafe converter
        self.format = format
        self.size = size
        // libv4lconvert also uses this as the stride of decompressed data, and reads out of bounds when it is 0. So the
        // caller's value is used only for formats that can be padded, the width otherwise.
        self.bytesPerLine = Self.padded.contains(format) ? max(bytesPerLine, size.width) : size.width
    }

    /// Why libv4lconvert cannot be loaded; `nil` if it can.
    package static var missingLibrary: String? {
        guard let reason = unsafe candela_v4lconvert_load() else { return nil }
        return "cannot load libv4lconvert.so.0: \(unsafe String(cString: reason)); install libv4lconvert0"
    }

    deinit { unsafe candela_v4lconvert_destroy(converter) }

    package func luma(
        from storage: PixelStorage, offset: Int, byteCount: Int
    ) throws(V4LConversionError) -> LumaImage {
        let there = offset < 0 || offset > storage.count ? 0 : max(0, min(byteCount, storage.count - offset))
        let needed =
            if Self.padded.contains(format) { bytesPerLine * size.height } else {
                Self.eighthsPerPixel[format].map { size.area * $0 / 8 } ?? 1
            }
        guard there >= needed else { throw failure("\(needed) bytes needed, got \(there)") }
        let room = max(there, size.area * 3) + 65536
        if source.count != room { source = [UInt8](repeating: 0, count: room) }
        unsafe storage.withUnsafeBytes { bytes in
            unsafe source.withUnsafeMutableBytes {
                unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + there]))
                unsafe UnsafeMutableRawBufferPointer(rebasing: $0[there...]).initializeMemory(
                    as: UInt8.self, repeating: 0)
            }
        }
        let description = candela_v4lconvert_format(
            fourcc: format.rawValue, width: UInt32(size.width), height: UInt32(size.height),
            bytes_per_line: UInt32(bytesPerLine), image_bytes: UInt32(there))
        let planes = try PixelStorage(count: size.area * 3 / 2) {
            (target: inout MutableSpan<UInt8>) throws(V4LConversionError) in
            let written = unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe source.withUnsafeMutableBufferPointer { source in
                    unsafe candela_v4lconvert_to_yu12(
                        converter, description, source.baseAddress!, there, target.baseAddress!, target.count)
                }
            }
            guard written >= size.area else {
                let text = unsafe String(cString: candela_v4lconvert_error(converter))
                throw failure(written < 0 ? String(text.prefix { !$0.isNewline }) : "\(written) bytes were produced")
            }
        }
        guard let luma = LumaImage(storage: planes, size: size, rowStride: size.width) else {
            preconditionFailure("the storage was made for this size")
        }
        return luma
    }

    private func failure(_ reason: String) -> V4LConversionError {
        V4LConversionError(kind: .undecodable(reason: reason), format: format, size: size)
    }
}
