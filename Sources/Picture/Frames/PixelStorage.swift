// SPDX-License-Identifier: Apache-2.0

/// A run of read-only bytes that hold pixels: our own memory, or memory lent by a driver.
///
/// Frames are lent, not copied: the storage of a camera frame is the driver's mapped buffer, and releasing the last
/// reference returns the buffer (`onRelease`). A frame that is kept keeps its buffer from the driver, so keep few, or
/// copy (`LumaImage.copy()`).
@safe package final class PixelStorage: @unchecked Sendable {
    // Unchecked: the memory is never written after `init` returns and never freed before `deinit`.
    @usableFromInline let bytes: UnsafeRawBufferPointer
    private let onRelease: @Sendable () -> Void

    /// Lends `bytes`, which must stay valid and unchanged until `onRelease` is called. It is called once, on the thread
    /// that drops the last reference, and must not block for long.
    package init(lending bytes: UnsafeRawBufferPointer, onRelease: @escaping @Sendable () -> Void) {
        unsafe self.bytes = unsafe bytes
        self.onRelease = onRelease
    }

    /// Allocates `count` bytes, 64-byte aligned, lets `fill` write all of them, and frees them on release.
    package convenience init<E: Error>(
        count: Int, fill: (inout MutableSpan<UInt8>) throws(E) -> Void
    ) throws(E) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        do throws(E) {
            let typed = unsafe UnsafeMutableBufferPointer(
                start: memory.baseAddress!.assumingMemoryBound(to: UInt8.self), count: count)
            var span = unsafe MutableSpan(_unsafeElements: typed)
            try fill(&span)
        } catch {
            unsafe memory.deallocate()
            throw error
        }
        let lent = unsafe Lent(memory: memory)
        unsafe self.init(
            lending: UnsafeRawBufferPointer(start: memory.baseAddress, count: count),
            onRelease: { lent.deallocate() })
    }

    /// A copy of `source`, 64-byte aligned.
    package convenience init(copying source: UnsafeRawBufferPointer) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(source.count, 1), alignment: 64)
        unsafe memory.copyMemory(from: source)
        let lent = unsafe Lent(memory: memory)
        unsafe self.init(
            lending: UnsafeRawBufferPointer(start: memory.baseAddress, count: source.count),
            onRelease: { lent.deallocate() })
    }

    /// A copy of the bytes.
    package convenience init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { span in
            for index in bytes.indices { span[index] = bytes[index] }
        }
    }

    /// The same bytes in separate memory.
    package func copy() -> PixelStorage { unsafe PixelStorage(copying: bytes) }

    deinit { onRelease() }

    package var count: Int { unsafe bytes.count }

    /// Lends the bytes for the duration of the call.
    @inlinable
    package func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let typed = unsafe UnsafeBufferPointer(
            start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        return try unsafe body(Span(_unsafeElements: typed))
    }

    /// Lends the bytes to a C function for the duration of the call.
    @inlinable
    package func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try unsafe body(bytes)
    }

    /// Carries the allocation into the release closure; nothing else uses it.
    @safe private struct Lent: @unchecked Sendable {
        let memory: UnsafeMutableRawBufferPointer
        func deallocate() { unsafe memory.deallocate() }
    }
}
