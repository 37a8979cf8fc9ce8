// SPDX-License-Identifier: Apache-2.0

internal import CConfinedProcess
import Glibc

/// Memory that a process shares with its worker, on the asking side.
///
/// It only grows, and a kernel seal enforces this on both sides: neither can remove pages from under the other. Pages that
/// nobody has written take no memory. The worker may write all of it at any time, so copy before you check what it wrote.
@safe package final class SharedMemory {
    package let descriptor: Int32
    /// The mapping. It moves when the memory grows.
    package private(set) var bytes: UnsafeMutableRawBufferPointer
    private let worker: String

    /// - Parameter worker: what the worker is called in errors: `reader process`.
    package init(capacity: Int, worker: String) throws(WorkerFailure) {
        self.worker = worker
        let descriptor = candela_worker_memory()
        guard descriptor >= 0 else { throw WorkerFailure("share memory with the \(worker)", -descriptor) }
        guard ftruncate(descriptor, capacity) == 0 else {
            let number = errno
            close(descriptor)
            throw WorkerFailure("share memory with the \(worker)", number)
        }
        guard let bytes = unsafe Self.map(descriptor, capacity) else {
            let number = errno
            close(descriptor)
            throw WorkerFailure("map the memory shared with the \(worker)", number)
        }
        self.descriptor = descriptor
        unsafe self.bytes = unsafe bytes
    }

    deinit {
        unsafe munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }

    package var capacity: Int { unsafe bytes.count }

    private static func map(_ descriptor: Int32, _ capacity: Int) -> UnsafeMutableRawBufferPointer? {
        let address = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe address != MAP_FAILED else { return nil }
        return unsafe UnsafeMutableRawBufferPointer(start: address, count: capacity)
    }

    /// Makes room for `needed` bytes in all; never less than before.
    package func grow(to needed: Int) throws(WorkerFailure) {
        guard needed > capacity else { return }
        let capacity = (needed + 0xf_ffff) & ~0xf_ffff
        guard ftruncate(descriptor, capacity) == 0 else {
            throw WorkerFailure("share \(capacity >> 20) MiB of memory with the \(worker)", errno)
        }
        guard let larger = unsafe Self.map(descriptor, capacity) else {
            throw WorkerFailure("map \(capacity >> 20) MiB of memory shared with the \(worker)", errno)
        }
        unsafe munmap(bytes.baseAddress, bytes.count)
        unsafe bytes = unsafe larger
    }

    /// Gives the pages from `offset`, a multiple of 64 KiB, back to the system. They read as 0 then.
    package func discard(from offset: Int) {
        guard offset < capacity else { return }
        unsafe madvise(bytes.baseAddress! + offset, capacity - offset, MADV_REMOVE)
    }
}

/// A part of the memory that a worker shares with the process that asks it, on the worker's side.
@safe package final class SharedMapping: @unchecked Sendable {
    // Unchecked: its holder decides who reads and writes.
    package let bytes: UnsafeMutableRawBufferPointer

    /// - Parameters:
    ///   - offset: a multiple of 64 KiB, which is one of every kernel's page size.
    ///   - what: what is mapped, and where, for the error: `a picture in the reader process`.
    package init(offset: Int, count: Int, isWritable: Bool, what: String) throws(WorkerFailure) {
        guard offset >= 0, count > 0 else { throw WorkerFailure("map \(what)", EINVAL) }
        let rights = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
        let address = unsafe mmap(nil, count, rights, MAP_SHARED, Int32(CANDELA_WORKER_MEMORY), offset)
        guard unsafe address != MAP_FAILED else { throw WorkerFailure("map \(what)", errno) }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
    }

    deinit { unsafe munmap(bytes.baseAddress, bytes.count) }
}
