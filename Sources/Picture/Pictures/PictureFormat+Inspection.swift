// SPDX-License-Identifier: Apache-2.0

import Frames

// What imlib2 does not report: the size of a picture before memory is allocated for it, and whether its file is
// truncated, which imlib2 ignores.
extension PictureFormat {
    /// The size that the header declares; `nil` if it is not looked for (HEIF, JPEG XL, JPEG 2000) or not found.
    func announcedSize(_ data: Span<UInt8>) -> FrameSize? {
        let sides: (Int?, Int?) =
            switch self {
            case .png: data.holds("IHDR", at: 12) ? (data.big(16, bytes: 4), data.big(20, bytes: 4)) : (nil, nil)
            case .gif: (data.little(6, bytes: 2), data.little(8, bytes: 2))
            case .bmp: bitmapHeader(data).map { ($0.width, $0.height) } ?? (nil, nil)
            case .tiff:
                TIFFDirectory(data).map { ($0.values(256)?.first, $0.values(257)?.first) } ?? (nil, nil)
            case .webp: webPSize(data)
            case .pnm: PNMReader(data).map { ($0.size.width, $0.size.height) } ?? (nil, nil)
            case .jpeg, .heif, .jpegXL, .jpeg2000: (nil, nil)
            }
        guard let width = sides.0, let height = sides.1, width > 0, height > 0 else { return nil }
        return FrameSize(width: width, height: height)
    }

    /// Why the file is known to end before its picture does; `nil` if it does not, or if this is not known.
    func missingEnd(_ data: Span<UInt8>) -> String? {
        switch self {
        case .gif: gifEnds(data) ? nil : "its first picture is incomplete"
        case .bmp:
            bitmapHeader(data).flatMap { header in
                header.byteCount.map { $0 > data.count ? "\($0) bytes declared, \(data.count) present" : nil } ?? nil
            }
        case .webp:
            data.little(4, bytes: 4).flatMap {
                $0 + 8 > data.count ? "\($0 + 8) bytes declared, \(data.count) present" : nil
            }
        case .tiff: TIFFDirectory(data).flatMap { tiffEnds($0, data.count) ? nil : "its pixels lie beyond its end" }
        case .png, .jpeg, .pnm, .heif, .jpegXL, .jpeg2000: nil
        }
    }

    private func bitmapHeader(_ data: Span<UInt8>) -> (width: Int, height: Int, byteCount: Int?)? {
        guard let start = data.little(10, bytes: 4), let headerSize = data.little(14, bytes: 4) else { return nil }
        if headerSize == 12 {
            guard let width = data.little(18, bytes: 2), let height = data.little(20, bytes: 2),
                let bits = data.little(24, bytes: 2)
            else { return nil }
            return (width, height, start + (width * bits + 31) / 32 * 4 * height)
        }
        guard let width = data.little(18, bytes: 4), let rawHeight = data.little(22, bytes: 4),
            let bits = data.little(28, bytes: 2), let compression = data.little(30, bytes: 4), width < 1 << 31
        else { return nil }
        // A negative height means rows from the top.
        let height = rawHeight < 1 << 31 ? rawHeight : (1 << 32) - rawHeight
        guard compression == 0 || compression == 3, bits <= 32 else { return (width, height, nil) }
        let (size, overflow) = ((width * bits + 31) / 32 * 4).multipliedReportingOverflow(by: height)
        return (width, height, overflow ? Int.max : start + min(size, Int.max / 2))
    }

    private func webPSize(_ data: Span<UInt8>) -> (Int?, Int?) {
        if data.holds("VP8X", at: 12) {
            return (data.little(24, bytes: 3).map { $0 + 1 }, data.little(27, bytes: 3).map { $0 + 1 })
        }
        if data.holds("VP8L", at: 12), let bits = data.little(21, bytes: 4) {
            return ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        }
        if data.holds("VP8 ", at: 12) {
            return (data.little(26, bytes: 2).map { $0 & 0x3fff }, data.little(28, bytes: 2).map { $0 & 0x3fff })
        }
        return (nil, nil)
    }

    /// Whether the data blocks of the first picture end with the terminator.
    private func gifEnds(_ data: Span<UInt8>) -> Bool {
        guard let flags = data.little(10, bytes: 1) else { return false }
        var at = 13 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
        func skipBlocks() -> Bool {
            while let length = data.little(at, bytes: 1) {
                at += 1 + length
                if length == 0 { return true }
            }
            return false
        }
        while let introducer = data.little(at, bytes: 1) {
            switch introducer {
            case 0x21:
                at += 2
                guard skipBlocks() else { return false }
            case 0x2c:
                guard let flags = data.little(at + 9, bytes: 1) else { return false }
                at += 11 + (flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1))
                return skipBlocks()
            default: return false
            }
        }
        return false
    }

    private func tiffEnds(_ directory: TIFFDirectory, _ count: Int) -> Bool {
        for (offsets, lengths) in [(273, 279), (324, 325)] as [(UInt16, UInt16)] {
            guard let starts = directory.values(offsets), let sizes = directory.values(lengths) else { continue }
            for (start, size) in zip(starts, sizes) where start + size > count { return false }
        }
        return true
    }
}
