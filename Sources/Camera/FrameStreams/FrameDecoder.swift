// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import FrameCoding
import Frames

/// Decodes cut frames to luma. Used by one thread at a time (`FrameStream` ensures that), hence unchecked.
final class FrameDecoder: @unchecked Sendable {
    enum Decoded {
        case frame(LumaImage, isDamaged: Bool)
        /// This frame could not be decoded; the next one may be fine.
        case undecodable
    }

    private let format: StreamFormat
    private let layout: PixelLayout?
    private let bytesPerLine: Int
    private let decoders: Decoders
    private var jpeg: (any JPEGDecoder)?
    /// Whether a picture had the size of the stream.
    private var hasFitted: Bool
    /// The size of the last picture, if none has had that of the stream.
    private var misfit: FrameSize?
    /// Pictures of another size since the last that had it.
    private var misfits = 0

    /// Damaged pictures do not give another size so often in a row: the camera was set to another one.
    private static let mostMisfits = 25

    /// - Parameters:
    ///   - isSizeSeen: whether the size is that of a picture of the stream, and not what somebody said.
    ///   - decoders: for JPEG.
    init(
        _ format: StreamFormat, layout: PixelLayout?, bytesPerLine: Int = 0, isSizeSeen: Bool = false, decoders: Decoders
    ) {
        hasFitted = isSizeSeen
        self.decoders = decoders
        self.format = format
        self.layout = layout
        self.bytesPerLine = bytesPerLine
    }

    func decode(_ frame: CutFrame) throws(FrameSourceError) -> Decoded {
        switch frame {
        case .pixels(let storage): .frame(try luma(storage), isDamaged: false)
        case .jpeg(let bytes): try decode(bytes)
        }
    }

    private func luma(_ storage: PixelStorage) throws(FrameSourceError) -> LumaImage {
        guard let layout else {
            throw FrameSourceError(.malformed, "cannot read frame: its pixel layout is not known")
        }
        do throws(LumaExtractionError) {
            return try LumaExtractor.luma(
                from: storage, byteCount: storage.count, layout: layout, named: format.fourCC ?? FourCC(rawValue: 0),
                size: format.size, bytesPerLine: bytesPerLine)
        } catch {
            throw FrameSourceError(.malformed, error.description)
        }
    }

    /// Why not one picture had the size of the stream, once it has ended; `nil` if one had it.
    var misfitError: FrameSourceError? { hasFitted ? nil : misfit.map { wrongSize($0) } }

    private func wrongSize(_ got: FrameSize) -> FrameSourceError {
        FrameSourceError(
            .malformed,
            "cannot use the stream: its pictures are \(got), not \(format.size) as given; use --size \(got)")
    }

    private func decode(_ bytes: [UInt8]) throws(FrameSourceError) -> Decoded {
        do throws(MotionJPEGError) {
            if jpeg == nil { jpeg = try decoders.frames() }
            guard let decoder = jpeg else { return .undecodable }
            let frame = try decoder.decode(bytes.span, expected: format.size)
            hasFitted = true
            misfits = 0
            return .frame(frame.luma, isDamaged: frame.isDamaged)
        } catch {
            switch error.kind {
            case .libraryMissing: throw FrameSourceError(.failed, error.description)
            // One of another size among others is damaged.
            case .sizeMismatch(_, let got) where hasFitted:
                misfits += 1
                guard misfits > Self.mostMisfits else { return .undecodable }
                throw FrameSourceError(
                    .malformed,
                    "cannot go on with the stream: the size of its pictures has changed from \(format.size) to \(got); "
                        + "start again")
            // The second of that size tells that the size given is wrong, and not that the picture is damaged.
            case .sizeMismatch(_, let got):
                guard misfit == got else {
                    misfit = got
                    return .undecodable
                }
                throw wrongSize(got)
            case .notJPEG, .tooLarge, .undecodable, .decoderFailed: return .undecodable
            }
        }
    }
}
