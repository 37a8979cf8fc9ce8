// SPDX-License-Identifier: Apache-2.0

import FrameCoding
import Frames

extension PictureLoader {
    /// Decodes directly to luma, without the chroma, or to one plane of the colours. The orientation comes from Exif.
    func readJPEG(
        _ bytes: Span<UInt8>, _ name: String, plane: ColourPlane? = nil
    ) throws(PictureError) -> StoredPicture {
        let frame: MotionJPEGFrame
        do throws(MotionJPEGError) {
            frame = try MotionJPEGDecoder(maximumPixels: maximumPixels).decode(bytes, plane: plane?.index)
        } catch {
            switch error.kind {
            case .libraryMissing: throw PictureError(.libraryMissing, name, error.description)
            case .notJPEG: throw .damaged(name, .jpeg, "its header is cut short or broken")
            case .tooLarge(let size, _):
                try check(size, name)
                throw PictureError(.tooLarge, name, "cannot decode \(name): \(size) pixels are too many")
            case .sizeMismatch, .undecodable, .decoderFailed: throw .damaged(name, .jpeg, error.reason)
            }
        }
        let header = JPEGHeader(bytes)
        let exif = header?.exif.flatMap { TIFFDirectory(bytes.extracting($0)) }
        let damage = frame.damage.map { reason in
            PictureDamage(
                isTruncation: !Self.hasEnd(bytes, from: header?.scanOffset ?? 0), decodedRows: nil, reason: reason)
        }
        return StoredPicture(luma: frame.luma, orientation: exif?.orientation ?? .topLeft, damage: damage)
    }

    /// Whether EOI occurs after the first scan: its bytes cannot occur inside compressed data.
    private static func hasEnd(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var at = bytes.count - 2
        while at >= start {
            if bytes[at] == 0xff, bytes[at + 1] == 0xd9 { return true }
            at -= 1
        }
        return false
    }
}
