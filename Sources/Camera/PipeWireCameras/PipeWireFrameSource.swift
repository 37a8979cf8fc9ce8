// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
internal import ConfinedDecoding
package import Frames
import Synchronization

/// A camera of PipeWire as a source of luma frames.
///
/// The library's thread keeps the newest buffer. It is converted to luma only when a frame is requested. A picture that
/// arrives in another size than the first ends the stream: regions and calibration would be wrong.
package final class PipeWireFrameSource: CompressedFrames {
    package let format: StreamFormat
    package let camera: PipeWireCamera
    private let session: PipeWireSession
    private let stream: PipeWireStream
    private let decoder: BufferDecoder
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
        switch PixelFormat(agreed.fourCC) {
        case .readable, .compressed: break
        case .unreadable, .unknown:
            stream.stop()
            throw PipeWireTrouble(
                .noFormat, session.address, "it streams \(agreed.fourCC), which candela cannot read",
                "if another program has chosen that, close it")
        }
        do throws(BufferDecoder.Failure) {
            decoder = try BufferDecoder(agreed.fourCC, size: agreed.size, decoders: decoders)
        } catch {
            stream.stop()
            throw PipeWireTrouble(.noFormat, session.address, error.description, "choose another format with --format")
        }
    }

    deinit { stop() }

    package var statistics: StreamStatistics {
        let counts = stream.counts
        var statistics = StreamStatistics()
        statistics.captured = Int(clamping: counts.captured)
        statistics.superseded = Int(clamping: counts.superseded)
        statistics.dropped = Int(clamping: counts.dropped)
        statistics.undecodable = undecodable.withLock { $0 }
        statistics.corrupt = Int(clamping: counts.corrupt) + statistics.undecodable
        return statistics
    }

    package func keepCompressed(_ isWanted: Bool) { keepsCompressed.store(isWanted, ordering: .relaxed) }

    package func stop() {
        isStopped.store(true, ordering: .relaxed)
        stream.stop()
    }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
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
            frame.keepOriginal(
                picture.storage, picture.format.fourCC, size: picture.format.size, bytesPerLine: picture.stride)
        }
        return frame
    }

    private func luma(of picture: PipeWirePicture) -> (LumaImage, isDamaged: Bool)? {
        // PipeWire fills a buffer again some frames later, even if somebody still reads it: a plane is copied.
        let isPlane = PixelFormat(picture.format.fourCC).layout?.luma == .plane
        return decoder.luma(of: picture.storage, bytesPerLine: picture.stride).map { (isPlane ? $0.copy() : $0, $1) }
    }
}
