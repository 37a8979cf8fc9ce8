// SPDX-License-Identifier: Apache-2.0

/// The pixels a metre in a PNG file, from which printers and word processors take its size.
///
/// Source: PNG specification, 11.3.4.3 `pHYs`, and 5.5 for the check value.
package enum PNGResolution {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    /// The file with the resolution added after the header. Data that is not a PNG is returned unchanged.
    package static func set(_ pixelsPerMillimetre: Double, in file: [UInt8]) -> [UInt8] {
        // Signature, then IHDR: length, name, thirteen bytes, check value.
        let end = 8 + 4 + 4 + 13 + 4
        guard file.count > end, file.starts(with: signature), file[12..<16].elementsEqual("IHDR".utf8) else {
            return file
        }
        let density = UInt32(max(1, min(4e9, (pixelsPerMillimetre * 1000).rounded())))
        let content = Array("pHYs".utf8) + bytes(density) + bytes(density) + [1]
        let chunk: [UInt8] = bytes(9) + content + bytes(checkValue(content))
        return Array(file[..<end]) + chunk + Array(file[end...])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xff) } }

    private static func checkValue(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
        }
        return ~value
    }
}
