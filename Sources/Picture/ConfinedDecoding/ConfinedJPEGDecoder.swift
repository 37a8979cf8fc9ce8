// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
package import FrameCoding
package import Frames

/// Decodes JPEG frames in a process that can do nothing else. A frame of which it dies is lost, like a damaged one.
package final class ConfinedJPEGDecoder: JPEGDecoder {
    private let running: RunningDecoder

    /// Starts a process; does not wait for it.
    ///
    /// - Parameters:
    ///   - limit: the maximum time for a frame.
    ///   - onIncident: called with a sentence when a process fails.
    package init(
        program: DecoderProgram, limit: Duration = .seconds(5),
        onIncident: @escaping @Sendable (String) -> Void = { _ in },
        onUnconfined: (@Sendable (String) -> Void)? = nil
    ) {
        running = RunningDecoder(
            program.program(.common), limit: limit, onIncident: onIncident, onUnconfined: onUnconfined)
    }

    /// So that tests can kill it.
    package var process: Int32? { running.processID }

    package func decode(_ data: Span<UInt8>, expected: FrameSize?) throws(MotionJPEGError) -> MotionJPEGFrame {
        // The sizes are checked first: they decide how much memory is shared.
        guard data.count > 0, data.count <= 1 << 30 else { throw MotionJPEGError(.notJPEG) }
        let outcome: Result<MotionJPEGFrame, MotionJPEGError>
        do throws(DecoderFailure) {
            outcome = try running.decode { (process, limit) throws(DecoderFailure) in
                try Self.frame(data, expected, process, limit)
            }
        } catch {
            throw MotionJPEGError(.decoderFailed(reason: error.description))
        }
        return try outcome.get()
    }

    private static func frame(
        _ data: Span<UInt8>, _ expected: FrameSize?, _ process: DecoderProcess, _ limit: Duration
    ) throws(DecoderFailure) -> Result<MotionJPEGFrame, MotionJPEGError> {
        var room = expected?.area ?? 0
        // Twice at most: the first answer may be that the frame needs more room.
        for _ in 0..<2 {
            let input = unsafe process.put(count: data.count, room: room) { target in
                unsafe data.withUnsafeBufferPointer {
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer($0))
                }
            }
            switch try process.ask(.frame(try input.get(), expected: expected), limit: limit) {
            case .frame(let size, let damage):
                guard expected == nil || size == expected, let luma = process.luma(size) else {
                    throw process.nonsense()
                }
                return .success(MotionJPEGFrame(luma: luma, damage: damage))
            case .noFrame(.tooLarge(let size, _)):
                guard size.area > process.room, size.area <= MotionJPEGDecoder.defaultMaximumPixels else {
                    return .failure(
                        MotionJPEGError(.tooLarge(size, maximumPixels: MotionJPEGDecoder.defaultMaximumPixels)))
                }
                room = size.area
            case .noFrame(let kind): return .failure(MotionJPEGError(kind))
            case .blind(let reason): throw DecoderFailure(reason)
            default: throw process.nonsense()
            }
        }
        throw process.nonsense()
    }
}
