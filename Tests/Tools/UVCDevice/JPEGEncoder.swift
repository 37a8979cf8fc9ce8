// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
package import Frames
import Glibc

/// Makes JPEG frames like a webcam: 4:2:2, without Huffman tables, which the UVC payload specification makes optional and
/// most cameras omit.
@safe package final class JPEGEncoder {
    private let library: candela_turbojpeg
    private let handle: tjhandle

    package init() throws(JPEGError) {
        var reason: UnsafePointer<CChar>?
        guard let library = unsafe candela_turbojpeg_load(&reason) else {
            throw JPEGError("cannot load libturbojpeg: \(unsafe reason.map { unsafe String(cString: $0) } ?? "")")
        }
        guard let handle = unsafe library.pointee.tjInitCompress() else {
            throw JPEGError("cannot start libturbojpeg's compressor")
        }
        unsafe self.library = library.pointee
        unsafe self.handle = handle
    }

    deinit { _ = unsafe library.tjDestroy(handle) }

    /// The picture as JPEG of at most `limit` bytes, at the best quality up to 85 that fits.
    ///
    /// - Parameter strayBytes: whether to put bytes without meaning before the restart markers. The pixels stay whole, but
    ///   libjpeg warns: "extraneous bytes before marker".
    package func encode(_ picture: LumaImage, limit: Int, strayBytes: Bool = false) throws(JPEGError) -> [UInt8] {
        // libturbojpeg's only way to ask for restart markers: one after each row of blocks.
        if strayBytes { unsafe setenv("TJ_RESTART", "1", 1) }
        defer { if strayBytes { unsafe unsetenv("TJ_RESTART") } }
        for quality: Int32 in [85, 60, 30, 10] {
            var bytes = Self.removingHuffmanTables(try compress(picture, quality: quality))
            if strayBytes { bytes = Self.addingStrayBytes(bytes) }
            if bytes.count <= limit { return bytes }
        }
        throw JPEGError("cannot fit a frame of \(picture.size) into \(limit) bytes of JPEG")
    }

    private func compress(_ picture: LumaImage, quality: Int32) throws(JPEGError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let result = unsafe picture.withUnsafePixels { pixels in
            unsafe library.tjCompress2(
                handle, pixels.baseAddress!, Int32(picture.width), Int32(picture.rowStride), Int32(picture.height),
                Int32(TJPF_GRAY.rawValue), &output, &size, Int32(TJSAMP_GRAY.rawValue), quality, 0)
        }
        defer { unsafe library.tjFree(output) }
        guard result == 0, let output = unsafe output else {
            let reason = unsafe library.tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no reason"
            throw JPEGError("cannot compress a frame: \(reason)")
        }
        return unsafe Array(UnsafeBufferPointer(start: output, count: Int(size)))
    }

    /// The JPEG with two bytes before each restart marker. In the data of a picture 0xff is followed by 0, so a marker cannot
    /// be mistaken.
    package static func addingStrayBytes(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == 0xff, index + 1 < bytes.count, (0xd0...0xd7).contains(bytes[index + 1]) {
                result += [0x55, 0x2a]
            }
            result.append(byte)
        }
        return result
    }

    /// The JPEG without its DHT segments, which stands for the standard tables. Other data is returned unchanged.
    package static func removingHuffmanTables(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: [0xff, 0xd8]) else { return bytes }
        var result = Array(bytes[..<2])
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xff, bytes[position + 1] != 0xda {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard length >= 2, end <= bytes.count else { return bytes }
            if bytes[position + 1] != 0xc4 { result += bytes[position..<end] }
            position = end
        }
        return result + bytes[position...]
    }
}

package struct JPEGError: Error, CustomStringConvertible {
    package var description: String
    init(_ description: String) { self.description = description + "." }
}
