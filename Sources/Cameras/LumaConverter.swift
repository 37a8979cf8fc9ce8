// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import MotionJPEG
internal import Synchronization
internal import V4L2

/// Turns a driver's buffer into luma. Used by one thread at a time.
protocol LumaConverter: Sendable {
    /// `nil` when nothing can be made of the bytes; damaged when only a part could.
    func luma(of frame: RawFrame) -> (LumaImage, isDamaged: Bool)?
}

/// For uncompressed formats.
struct ExtractingConverter: LumaConverter {
    func luma(of frame: RawFrame) -> (LumaImage, isDamaged: Bool)? {
        do throws(LumaExtractionError) {
            let image = try LumaExtractor.luma(
                from: frame.storage, byteCount: frame.storage.count, format: frame.format.fourCC,
                size: frame.format.size, bytesPerLine: frame.format.bytesPerLine)
            return (image, false)
        } catch {
            return nil
        }
    }
}

/// For Motion-JPEG: every frame decoded to luma only, into memory of its own.
final class JPEGConverter: LumaConverter {
    private let decoder: Mutex<MotionJPEGDecoder>

    init() throws(MotionJPEGError) { decoder = Mutex(try MotionJPEGDecoder()) }

    func luma(of frame: RawFrame) -> (LumaImage, isDamaged: Bool)? {
        decoder.withLock { decoder in
            do throws(MotionJPEGError) {
                let picture = try decoder.decode(
                    frame.storage, byteCount: frame.storage.count, expected: frame.format.size)
                return (picture.luma, picture.isDamaged)
            } catch {
                return nil
            }
        }
    }
}
