// SPDX-License-Identifier: Apache-2.0

import Frames

/// The memory of one frame while it is read. It becomes the frame's storage, so that its luma plane is not copied.
@safe final class StreamPayload {
    let count: Int
    private(set) var filled = 0
    private let memory: UnsafeMutableRawBufferPointer
    private var isOwned = true

    init(count: Int) {
        self.count = count
        unsafe memory = .allocate(byteCount: max(count, 1), alignment: 64)
    }

    deinit { if isOwned { unsafe memory.deallocate() } }

    func append(_ bytes: ArraySlice<UInt8>) {
        precondition(bytes.count <= count - filled, "the payload has room")
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyBytes(from: bytes)
        filled += bytes.count
    }

    func read(_ input: StreamInput, _ deadline: FrameTimestamp?) throws(FrameSourceError) -> StreamInput.Outcome {
        let outcome = try unsafe input.read(
            into: UnsafeMutableRawBufferPointer(rebasing: memory[filled..<count]), deadline: deadline)
        if case .bytes(let got) = outcome { filled += got }
        return outcome
    }

    /// Transfers ownership of the memory; the payload must be full.
    func finish() -> PixelStorage {
        precondition(filled == count && isOwned, "a full payload is finished once")
        isOwned = false
        let address = unsafe UInt(bitPattern: memory.baseAddress)
        return unsafe PixelStorage(lending: UnsafeRawBufferPointer(start: memory.baseAddress, count: count)) {
            unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        }
    }
}
