// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
internal import FrameCoding
internal import Frames
internal import Synchronization
internal import V4L2

/// Converts a driver's buffer to luma. Used by one thread at a time.
protocol LumaConverter: Sendable {
    /// `nil` if nothing could be decoded; damaged if only a part could.
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

/// For Motion-JPEG: decodes each frame to luma only, into separate memory.
final class JPEGConverter: LumaConverter {
    private let decoder: Mutex<any JPEGDecoder>

    init(_ decoders: Decoders) throws(MotionJPEGError) { decoder = Mutex(try decoders.frames()) }

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

/// For the proprietary formats of old webcams, through libv4lconvert.
final class LibraryConverter: LumaConverter {
    private let converter: Mutex<any FrameConverter>
    /// The library reads the camera's quirks through this descriptor, which must stay open.
    private let device: VideoDevice

    init(
        _ device: VideoDevice, _ format: CaptureFormat, _ decoders: Decoders
    ) throws(V4LConversionError) {
        self.device = device
        converter = Mutex(
            try decoders.converter(
                fileDescriptor: device.descriptor, format: format.fourCC, size: format.size,
                bytesPerLine: format.bytesPerLine))
    }

    func luma(of frame: RawFrame) -> (LumaImage, isDamaged: Bool)? {
        converter.withLock { converter in
            do throws(V4LConversionError) {
                return (try converter.luma(from: frame.storage, byteCount: frame.storage.count), false)
            } catch {
                return nil
            }
        }
    }
}
