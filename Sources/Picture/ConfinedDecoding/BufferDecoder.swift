// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
package import Frames
internal import Synchronization

/// Makes luma of a camera's buffers, all in one format: extracts it, or has a JPEG decoded by a confined process.
///
/// Safe to use from several threads; a JPEG waits for the one before.
package final class BufferDecoder: Sendable {
    private let fourCC: FourCC
    private let size: FrameSize
    /// `nil` for uncompressed formats.
    private let jpeg: Mutex<(any JPEGDecoder)?>

    /// - Throws: why JPEG cannot be decoded, as a sentence.
    package init(_ fourCC: FourCC, size: FrameSize, decoders: Decoders) throws(Failure) {
        self.fourCC = fourCC
        self.size = size
        do throws(MotionJPEGError) {
            jpeg = Mutex(PixelFormat(fourCC) == .compressed ? try decoders.frames() : nil)
        } catch {
            throw Failure(description: error.description)
        }
    }

    package struct Failure: Error, CustomStringConvertible { package var description: String }

    /// Luma, which shares the buffer's bytes if it is a plane of its own; `nil` if nothing could be decoded, damaged if only a part
    /// could.
    package func luma(of bytes: PixelStorage, bytesPerLine: Int) -> (LumaImage, isDamaged: Bool)? {
        guard PixelFormat(fourCC) == .compressed else {
            let image = try? LumaExtractor.luma(
                from: bytes, byteCount: bytes.count, format: fourCC, size: size, bytesPerLine: bytesPerLine)
            return image.map { ($0, false) }
        }
        return jpeg.withLock { decoder in
            guard let picture = try? decoder?.decode(bytes, byteCount: bytes.count, expected: size) else { return nil }
            return (picture.luma, picture.isDamaged)
        }
    }
}
