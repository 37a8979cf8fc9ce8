// SPDX-License-Identifier: Apache-2.0

/// The first directory of a TIFF structure, as in Exif and TIFF files. Reads only what is needed here.
///
/// Source: TIFF 6.0, section 2. BigTIFF (version 43) is not read.
struct TIFFDirectory {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private var entries: [UInt16: (type: UInt16, count: Int, valueOffset: Int)] = [:]

    /// `data` begins at the byte order mark. `nil` if it does not, or if the directory lies outside the data.
    init?(_ data: Span<UInt8>) {
        bytes = unsafe data.withUnsafeBufferPointer { unsafe Array($0) }
        switch bytes.prefix(2) {
        case [0x49, 0x49]: isBigEndian = false
        case [0x4d, 0x4d]: isBigEndian = true
        default: return nil
        }
        guard word(at: 2) == 42, let start = long(at: 4), let count = word(at: start) else { return nil }
        for index in 0..<Int(count) {
            let at = start + 2 + index * 12
            guard let tag = word(at: at), let type = word(at: at + 2), let count = long(at: at + 4),
                let size = Self.sizes[type]
            else { continue }
            // Values of up to four bytes are in the entry itself. The product fits: both factors are under 2^35.
            guard let valueOffset = count * size <= 4 ? at + 8 : long(at: at + 8) else { continue }
            entries[tag] = (type, count, valueOffset)
        }
    }

    /// The tag's values as integers; `nil` if it is missing, of another type, or extends outside the data.
    func values(_ tag: UInt16, limit: Int = 1 << 20) -> [Int]? {
        guard let entry = entries[tag], entry.count <= limit else { return nil }
        var values: [Int] = []
        for index in 0..<entry.count {
            let value: Int? =
                switch entry.type {
                case 1: byte(at: entry.valueOffset + index).map(Int.init)
                case 3: word(at: entry.valueOffset + index * 2).map(Int.init)
                case 4: long(at: entry.valueOffset + index * 4)
                default: nil
                }
            guard let value else { return nil }
            values.append(value)
        }
        return values
    }

    var orientation: PictureOrientation? { values(0x0112)?.first.flatMap(PictureOrientation.init) }

    private static let sizes: [UInt16: Int] = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
    ]

    private func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    private func word(at offset: Int) -> UInt16? {
        guard let first = byte(at: offset), let second = byte(at: offset + 1) else { return nil }
        return isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first)
    }

    private func long(at offset: Int) -> Int? {
        guard let first = word(at: offset), let second = word(at: offset + 2) else { return nil }
        return isBigEndian ? Int(first) << 16 | Int(second) : Int(second) << 16 | Int(first)
    }
}
