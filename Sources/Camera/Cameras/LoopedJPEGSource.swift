// SPDX-License-Identifier: Apache-2.0

package import ConfinedDecoding
internal import FrameCoding
package import Frames
package import SimulatedCamera
internal import Synchronization
internal import Threads

/// One second of a simulated camera as JPEG, compressed in advance and repeated. It costs the reader as much as a
/// Motion-JPEG camera does, without the cost of drawing a scene.
///
/// Frames are decoded only on request, as with a camera, and can be passed on compressed. It has no controls, since its
/// pictures are fixed. One thread takes frames.
package final class LoopedJPEGSource: CompressedFrames {
    package let format: StreamFormat
    private let pictures: [PixelStorage]
    private let isPaced: Bool
    private let start: FrameTimestamp
    private let decoder: Mutex<any JPEGDecoder>
    private let isStopped = ConditionLock(false)
    private let keepsCompressed = Atomic(false)
    private let state = Mutex(State())

    private struct State {
        /// The number of the last delivered frame.
        var last = -1
        var statistics = StreamStatistics()
    }

    /// A typical webcam's quality, also used by `SimulatedCamera` for its other formats.
    private static let quality = 75
    /// The number of frames after which exposure and focus are stable.
    private static let settling = 60

    /// Draws and compresses the frames, which takes about a second.
    package init(
        scene: SimulatedScene, size: FrameSize, interval: FrameInterval, decoders: Decoders
    ) throws(FrameSourceError) {
        let simulation = CameraSimulation(scene: scene, size: size, interval: interval)
        for _ in 0..<Self.settling { simulation.skip() }
        let count = max(1, Int(interval.framesPerSecond.rounded()))
        do throws(MotionJPEGError) {
            let encoder = try JPEGEncoder()
            var pictures: [PixelStorage] = []
            for _ in 0..<count {
                pictures.append(PixelStorage(try encoder.encode(simulation.step().luma, quality: Self.quality)))
            }
            self.pictures = pictures
            decoder = Mutex(try decoders.frames())
        } catch {
            throw FrameSourceError(.malformed, "cannot compress the simulated camera's pictures: \(error.description)")
        }
        format = StreamFormat(size: size, fourCC: FourCC("MJPG"), interval: interval)
        isPaced = scene.pace == .real
        start = .now
    }

    package var statistics: StreamStatistics { state.withLock { $0.statistics } }
    package func stop() { isStopped.withLockSignalling { $0 = true } }
    package func keepCompressed(_ isWanted: Bool) { keepsCompressed.store(isWanted, ordering: .relaxed) }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + max(.zero, min(timeout, .seconds(86_400 * 365)))
        guard let interval = format.interval?.duration else { return nil }
        let last = state.withLock { $0.last }
        var number = last + 1
        while isPaced, !isStopped.withLock({ $0 }) {
            // A frame is available at the end of its interval.
            let whole = Int(FrameTimestamp.now.since(start) / interval) - 1
            if whole > last {
                number = whole
                break
            }
            let ready = start + interval * (last + 2)
            guard FrameTimestamp.now < deadline else {
                throw FrameSourceError(.noFrame, "cannot read a frame from the simulated camera: none arrived in time")
            }
            _ = isStopped.wait(timeout: min(ready, deadline).since(.now)) { $0 ? true : nil }
        }
        if isStopped.withLock({ $0 }) { return nil }
        return try frame(number, after: last, interval)
    }

    private func frame(_ number: Int, after last: Int, _ interval: Duration) throws(FrameSourceError) -> Frame {
        let jpeg = pictures[number % pictures.count]
        state.withLock { state in
            state.last = number
            state.statistics.captured += number - last
            state.statistics.superseded += number - last - 1
        }
        do throws(MotionJPEGError) {
            let luma = try decoder.withLock { (decoder) throws(MotionJPEGError) in
                try decoder.decode(jpeg, offset: 0, byteCount: jpeg.count, expected: format.size).luma
            }
            return Frame(
                luma: luma, sequence: number, timestamp: start + interval * number,
                timestampOrigin: isPaced ? .exposureStart : .simulated,
                jpeg: keepsCompressed.load(ordering: .relaxed) ? jpeg : nil)
        } catch {
            throw FrameSourceError(.malformed, "cannot decode the simulated camera's picture: \(error.description)")
        }
    }
}
