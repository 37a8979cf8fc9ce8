// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import FrameCoding
internal import Frames
import Glibc

/// A decoder's process and the memory it shares with this one. Use it from one thread, one picture at a time.
@safe final class DecoderProcess {
    private let confined: ConfinedProcess
    private let memory: SharedMemory
    /// Whether it has said that it accepts requests.
    private var isReady = false
    /// Bytes at the start of the memory for the luma.
    private(set) var room = 1 << 20
    /// Called when it says that it could not confine itself.
    var onUnconfined: ((String) -> Void)?

    /// More shared memory than this is given back after a picture.
    private static let mostKept = 64 << 20
    private static let name = "decoder process"

    var process: Int32 { confined.process }
    /// Whether it has not died since the last picture.
    var isAlive: Bool { confined.isAlive }

    /// Starts the process; does not wait for it.
    init(_ program: WorkerProgram, device: Int32? = nil) throws(WorkerFailure) {
        memory = try SharedMemory(capacity: 2 << 20, worker: Self.name)
        confined = try ConfinedProcess(program, memory: memory, worker: Self.name, device: device)
    }

    /// Waits until it accepts requests, if it has not said so before.
    func awaitReady() throws(DecoderFailure) {
        if isReady { return }
        // Allows for loading libraries from a cold memory card.
        switch confined.receive(until: .now + .seconds(20)) {
        case .packet(let bytes):
            guard case .ready(let unconfined, let refusal)? = DecoderAnswer(bytes) else {
                throw DecoderFailure("cannot start the decoder process: it is not a candela decoder")
            }
            if let refusal { throw DecoderFailure(refusal: refusal) }
            isReady = true
            if let unconfined { onUnconfined?(unconfined) }
        case .closed: throw DecoderFailure("cannot start the decoder process: it ended at once (\(confined.end()))")
        case .late: throw DecoderFailure("cannot start the decoder process: it was not ready within 20 s")
        }
    }

    /// Makes room for `room` bytes of luma, never less than before, and for `count` bytes of input, which `fill` writes.
    func put<E: Error>(
        count: Int, room: Int, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) -> Result<DecoderRequest.Input, DecoderFailure> {
        self.room = max(self.room, room)
        do throws(WorkerFailure) {
            try memory.grow(to: self.room + count)
        } catch {
            return .failure(DecoderFailure(error.description))
        }
        let input = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[self.room..<self.room + count])
        try unsafe fill(input)
        return .success(DecoderRequest.Input(room: self.room, count: count))
    }

    /// Makes room for more luma than expected.
    func makeRoom(_ count: Int) throws(DecoderFailure) {
        room = max(room, count)
        do throws(WorkerFailure) {
            try memory.grow(to: room)
        } catch {
            throw DecoderFailure(error.description)
        }
    }

    /// Sends a request and waits for its answer. After an error, throw this process away.
    func ask(_ request: DecoderRequest, limit: Duration) throws(DecoderFailure) -> DecoderAnswer {
        try awaitReady()
        let deadline = SuspendingClock.now + limit
        guard confined.send(request.bytes) else { throw died() }
        switch confined.receive(until: deadline) {
        case .packet(let bytes):
            guard let answer = DecoderAnswer(bytes) else { throw nonsense() }
            return answer
        case .closed: throw died()
        case .late:
            _ = confined.end()
            throw DecoderFailure("the decoder process took more than \(limit) and was ended")
        }
    }

    /// A copy of the luma that it has written: it could change its own at any time. `nil` if it cannot have written so
    /// much.
    func luma(_ size: FrameSize) -> LumaImage? {
        guard size.area <= room else { return nil }
        let storage = unsafe PixelStorage(copying: UnsafeRawBufferPointer(rebasing: memory.bytes[..<size.area]))
        return LumaImage(storage: storage, size: size, rowStride: size.width)
    }

    /// Gives much memory back after a large picture.
    func tidy() {
        guard memory.capacity > Self.mostKept else { return }
        memory.discard(from: 0)
    }

    func nonsense() -> DecoderFailure {
        _ = confined.end()
        return DecoderFailure("the decoder process sent invalid data and was ended")
    }

    private func died() -> DecoderFailure { DecoderFailure("the decoder process died: \(confined.end())") }
}

/// Why a decoder's process did not decode, as a sentence.
struct DecoderFailure: Error {
    var description: String
    /// Why it will never convert frames.
    var refusal: V4LConversionError.Kind?

    init(_ description: String) { self.description = description }

    init(refusal: V4LConversionError.Kind) {
        description = "cannot start the decoder process"
        self.refusal = refusal
    }
}
