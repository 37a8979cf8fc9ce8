// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import Frames
internal import Threads

/// A video worker's process and the memory it shares with this one. Use it from one thread.
@safe final class VideoProcess {
    private let confined: ConfinedProcess
    private let memory: SharedMemory
    private var slotBytes = 0

    static let name = "video process"

    var process: Int32 { confined.process }

    /// Starts the process and gives it its task; does not wait for it.
    init(_ program: VideoProgram, _ request: VideoRequest) throws(WorkerFailure) {
        memory = try SharedMemory(capacity: 1 << 16, worker: Self.name)
        confined = try ConfinedProcess(
            WorkerProgram(path: program.path, arguments: program.arguments), memory: memory, worker: Self.name)
        guard confined.send(request.bytes) else {
            throw WorkerFailure("cannot start the \(Self.name): it ended at once (\(confined.end()))")
        }
    }

    enum Received {
        case answer(VideoAnswer)
        /// A sentence.
        case died(String)
        case late
    }

    func receive(within limit: Duration) -> Received {
        switch confined.receive(until: .now + limit) {
        case .packet(let bytes):
            if let answer = VideoAnswer(bytes) { return .answer(answer) }
            _ = confined.end()
            return .died("the \(Self.name) sent invalid data and was ended")
        case .closed: return .died("the \(Self.name) died: \(confined.end())")
        case .late: return .late
        }
    }

    /// Grants memory for pictures of a size. Pictures that it has announced before are lost.
    func makeRoom(for size: FrameSize) throws(WorkerFailure) {
        slotBytes = max(slotBytes, VideoRing.slotBytes(for: size))
        try memory.grow(to: slotBytes * VideoRing.count)
        _ = confined.send(VideoRequest.room(slotBytes: slotBytes).bytes)
    }

    /// A copy of a picture: the worker could change its own at any time. `nil` if it cannot have written that.
    func luma(_ picture: VideoAnswer.Picture) -> LumaImage? {
        let (start, count) = (picture.slot * slotBytes, picture.size.area)
        guard count <= slotBytes, start + count <= memory.capacity else { return nil }
        let storage = unsafe PixelStorage(
            copying: UnsafeRawBufferPointer(rebasing: memory.bytes[start..<start + count]))
        return LumaImage(storage: storage, size: picture.size, rowStride: picture.size.width)
    }

    func release(_ slot: Int) { _ = confined.send(VideoRequest.release(slot: slot).bytes) }

    /// Has a packet of a video device decoded, with the bytes behind the places for pictures.
    func decode(_ bytes: PixelStorage) throws(WorkerFailure) {
        let offset = slotBytes * VideoRing.count
        // The decoder reads a little beyond the end.
        try memory.grow(to: offset + bytes.count + 64)
        unsafe bytes.withUnsafeBytes { source in
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: memory.bytes[offset..<offset + bytes.count + 64])
            unsafe target.copyMemory(from: source)
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[bytes.count...]).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
        guard confined.send(VideoRequest.packet(offset: offset, count: bytes.count).bytes) else {
            throw WorkerFailure("the \(Self.name) died: \(confined.end())")
        }
    }

    /// The processor time that it has used.
    var processorTime: Duration { ProcessorClock.of(process: process) ?? .zero }

    func end() { _ = confined.end() }

    func kill() { confined.kill() }
}
