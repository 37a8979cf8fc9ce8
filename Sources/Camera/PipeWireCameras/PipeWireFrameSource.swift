// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
internal import ConfinedDecoding
internal import FrameCoding
public import Frames
import Synchronization

/// A camera of PipeWire as a source of luma frames.
///
/// The library's thread keeps the newest buffer. It is converted to luma only when a frame is requested. A picture that
/// arrives in another size than the first ends the stream: regions and calibration would be wrong.
public final class PipeWireFrameSource: CompressedFrames {
    public let format: StreamFormat
    public let camera: PipeWireCamera
    private let session: PipeWireSession
    private let stream: PipeWireStream
    private let decoder: Mutex<(any JPEGDecoder)?>
    private let undecodable = Mutex(0)
    private let keepsCompressed = Atomic(false)
    private let isStopped = Atomic(false)

    init(
        _ session: PipeWireSession, _ offers: [PipeWireOffer], timeout: Duration, decoders: Decoders
    ) throws(PipeWireTrouble) {
        self.session = session
        camera = session.camera
        let (stream, agreed) = try PipeWireStream.open(session, offers, timeout: timeout)
        self.stream = stream
        format = StreamFormat(
            size: agreed.size, fourCC: agreed.fourCC,
            interval: FrameInterval(numerator: agreed.raw.denominator, denominator: agreed.raw.numerator))
        do {
            decoder = Mutex(PixelFormat(agreed.fourCC) == .compressed ? try decoders.frames() : nil)
        } catch {
            stream.stop()
            throw PipeWireTrouble(.noFormat, session.address, "\(error)", "choose another format with --format")
        }
    }

    deinit { stop() }

    public var statistics: StreamStatistics {
        let counts = stream.counts
        var statistics = StreamStatistics()
        statistics.captured = Int(clamping: counts.captured)
        statistics.superseded = Int(clamping: counts.superseded)
        statistics.dropped = Int(clamping: counts.dropped)
        statistics.undecodable = undecodable.withLock { $0 }
        statistics.corrupt = Int(clamping: counts.corrupt) + statistics.undecodable
        return statistics
    }

    public func keepCompressed(_ isWanted: Bool) { keepsCompressed.store(isWanted, ordering: .relaxed) }

    public func stop() {
        isStopped.store(true, ordering: .relaxed)
        stream.stop()
    }

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        var passedOver = 0
        while true {
            let picture: PipeWirePicture
            switch stream.take(timeout: deadline.since(.now)) {
            case .picture(let taken): picture = taken
            case .late: throw passedOver > 0 ? allDamaged(passedOver, timeout) : late(timeout)
            case .stopped: return nil
            case .over(let trouble):
                let isGone = trouble.kind == .removed || trouble.kind == .lost
                throw FrameSourceError(isGone ? .gone : .failed, trouble.description)
            }
            guard picture.format.size == format.size, picture.format.fourCC == format.fourCC else {
                stop()
                throw FrameSourceError(
                    .gone,
                    "cannot read \(session.address.name): it sends \(picture.format.fourCC) \(picture.format.size) now, "
                        + "instead of \(format.fourCC?.description ?? "") \(format.size); start again")
            }
            if let frame = frame(of: picture) { return frame }
            passedOver += 1
            if deadline <= .now { throw allDamaged(passedOver, timeout) }
        }
    }

    private func late(_ timeout: Duration) -> FrameSourceError {
        FrameSourceError(
            .noFrame,
            "cannot read \(session.address.name): no frame came from PipeWire within \(timeout.inMilliseconds) ms")
    }

    private func allDamaged(_ count: Int, _ timeout: Duration) -> FrameSourceError {
        FrameSourceError(
            .noFrame,
            "cannot read \(session.address.name): all \(count) frames received in \(timeout.inMilliseconds) ms were damaged; "
                + "try another --format")
    }

    /// `nil` for a frame to skip.
    private func frame(of picture: PipeWirePicture) -> Frame? {
        guard let (luma, isDamaged) = luma(of: picture) else {
            undecodable.withLock { $0 += 1 }
            return nil
        }
        if isDamaged { undecodable.withLock { $0 += 1 } }
        var frame = Frame(
            luma: luma, sequence: picture.sequence, timestamp: picture.timestamp, timestampOrigin: picture.origin,
            isCorrupt: isDamaged)
        if keepsCompressed.load(ordering: .relaxed) {
            if PixelFormat(picture.format.fourCC) == .compressed {
                frame.jpeg = picture.storage.copy()
            } else if let order = PackedColours.Order(picture.format.fourCC) {
                let bytesPerLine = picture.stride > 0 ? picture.stride : 2 * picture.format.size.width
                frame.colours = PackedColours(
                    picture.storage.copy(), order, size: picture.format.size, bytesPerLine: bytesPerLine)
            }
        }
        return frame
    }

    private func luma(of picture: PipeWirePicture) -> (LumaImage, isDamaged: Bool)? {
        guard PixelFormat(picture.format.fourCC) == .compressed else {
            let image = try? LumaExtractor.luma(
                from: picture.storage, byteCount: picture.storage.count, format: picture.format.fourCC,
                size: picture.format.size, bytesPerLine: picture.stride)
            // A copy if it is the buffer itself: PipeWire fills a buffer again some frames later, whoever still reads it.
            let isPlane = PixelFormat(picture.format.fourCC).layout?.luma == .plane
            return image.map { (isPlane ? $0.copy() : $0, false) }
        }
        return decoder.withLock { decoder in
            guard let decoder,
                let decoded = try? decoder.decode(
                    picture.storage, byteCount: picture.storage.count, expected: picture.format.size)
            else { return nil }
            return (decoded.luma, decoded.isDamaged)
        }
    }
}
