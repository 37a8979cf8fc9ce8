// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The part of a JPEG before its first scan.
///
/// Source: ITU-T T.81, annex B.
package struct JPEGHeader: Sendable {
    package private(set) var size = FrameSize(width: 0, height: 0)
    package private(set) var components = 0
    /// Whether it has the four inks of a print: CMYK, or YCCK, which is the same with three of them as brightness and colour.
    package var isCMYK: Bool { components == 4 }
    package private(set) var isProgressive = false
    /// Whether a DHT segment precedes the first scan. AVI1 and many webcams omit the standard tables.
    package private(set) var hasHuffmanTables = false
    /// The offset of the first scan's SOS marker; `nil` if the data ends before it.
    package private(set) var scanOffset: Int?
    /// The TIFF structure inside an Exif APP1 segment.
    package private(set) var exif: Range<Int>?
    /// Whether Adobe's APP14 segment is present: programs that write it store CMYK inverted.
    package private(set) var hasAdobeMarker = false

    /// `nil` if the data is not a JPEG, or ends or is broken before the picture's size is known.
    package init?(_ data: Span<UInt8>) {
        guard data.count >= 4, data[0] == 0xff, data[1] == 0xd8 else { return nil }
        var at = 2
        while at + 4 <= data.count {
            guard data[at] == 0xff else { break }
            let marker = data[at + 1]
            // Fill bytes may precede a marker; TEM and RSTn have no length.
            if marker == 0xff {
                at += 1
                continue
            }
            if marker == 0x01 || (0xd0...0xd7).contains(marker) {
                at += 2
                continue
            }
            if marker == 0xda {
                scanOffset = at
                break
            }
            if marker == 0xd8 || marker == 0xd9 || marker == 0 { break }
            let length = Int(data[at + 2]) << 8 | Int(data[at + 3])
            guard length >= 2, length <= data.count - at - 2 else { break }
            read(marker, data.extracting(at + 4..<at + 2 + length), at: at + 4)
            at += 2 + length
        }
        guard components > 0 else { return nil }
    }

    private mutating func read(_ marker: UInt8, _ body: Span<UInt8>, at offset: Int) {
        switch marker {
        case 0xc4: hasHuffmanTables = true
        case 0xc0...0xcf where marker != 0xc8 && marker != 0xcc:
            guard body.count >= 6 else { return }
            size = FrameSize(
                width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
            components = Int(body[5])
            isProgressive = marker == 0xc2 || marker == 0xc6 || marker == 0xca || marker == 0xce
        case 0xe1 where exif == nil && Self.starts(body, with: "Exif\0\0"):
            exif = offset + 6..<offset + body.count
        case 0xee where Self.starts(body, with: "Adobe"): hasAdobeMarker = true
        default: break
        }
    }

    private static func starts(_ body: Span<UInt8>, with text: StaticString) -> Bool {
        guard body.count >= text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { unsafe body[$0] == text.utf8Start[$0] }
    }
}
