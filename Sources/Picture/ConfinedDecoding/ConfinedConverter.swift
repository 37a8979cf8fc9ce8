// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
package import FrameCoding
package import Frames

/// Converts a webcam chip's own format in a process that can do nothing else. It asks the camera for its quirks before it
/// gives up its files.
package final class ConfinedConverter: FrameConverter {
    private let running: RunningDecoder
    private let format: FourCC
    private let size: FrameSize

    /// Starts a process and waits until it is ready. The arguments are those of `V4LConverter`; the process gets a
    /// duplicate of the descriptor.
    package init(
        program: DecoderProgram, fileDescriptor: Int32?, format: FourCC, size: FrameSize, bytesPerLine: Int = 0,
        limit: Duration = .seconds(5), onIncident: @escaping @Sendable (String) -> Void = { _ in },
        onUnconfined: (@Sendable (String) -> Void)? = nil
    ) throws(V4LConversionError) {
        self.format = format
        self.size = size
        let kind = DecoderKind.webcam(
            format, size, bytesPerLine: bytesPerLine, hasDevice: fileDescriptor != nil)
        running = RunningDecoder(
            program.program(kind), device: fileDescriptor, limit: limit, onIncident: onIncident,
            onUnconfined: onUnconfined)
        do throws(DecoderFailure) {
            try running.awaitReady()
        } catch {
            throw V4LConversionError(
                kind: error.refusal ?? .decoderFailed(reason: error.description), format: format, size: size)
        }
    }

    package func luma(
        from storage: PixelStorage, offset: Int, byteCount: Int
    ) throws(V4LConversionError) -> LumaImage {
        let there = offset < 0 || offset > storage.count ? 0 : max(0, min(byteCount, storage.count - offset))
        let outcome: Result<LumaImage, V4LConversionError>
        do throws(DecoderFailure) {
            outcome = try running.decode { (process, limit) throws(DecoderFailure) in
                let input = unsafe process.put(count: there, room: size.area) { target in
                    unsafe storage.withUnsafeBytes {
                        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + there]))
                    }
                }
                switch try process.ask(.convert(try input.get()), limit: limit) {
                case .converted:
                    guard let luma = process.luma(size) else { throw process.nonsense() }
                    return .success(luma)
                case .notConverted(let kind):
                    return .failure(V4LConversionError(kind: kind, format: format, size: size))
                case .blind(let reason): throw DecoderFailure(reason)
                default: throw process.nonsense()
                }
            }
        } catch {
            throw V4LConversionError(kind: .decoderFailed(reason: error.description), format: format, size: size)
        }
        return try outcome.get()
    }
}
