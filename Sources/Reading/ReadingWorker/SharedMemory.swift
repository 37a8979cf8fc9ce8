// SPDX-License-Identifier: Apache-2.0

internal import CReadingWorker
internal import Frames
import Glibc

/// Memory shared by a reader and its worker: pages in which the worker notes its current step, then a picture.
///
/// It only grows, and a kernel seal enforces this on both sides: neither can remove pages from under the other.
@safe package final class SharedMemory {
    /// The offset of the picture. Only what is before it can be written by the worker.
    ///
    /// A mapping begins at a page, and no kernel that Swift runs on has larger pages than this: a Raspberry Pi 5 has
    /// 16 KiB, some arm64 servers have 64 KiB.
    package static let pictureOffset = 64 << 10

    let descriptor: Int32
    private var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private let isOwner: Bool

    /// The requesting side.
    convenience init() throws(WorkerFailure) {
        let descriptor = candela_worker_memory()
        guard descriptor >= 0 else { throw WorkerFailure("share memory with the reader process", -descriptor) }
        let capacity = Self.pictureOffset + 1 << 20
        guard ftruncate(descriptor, capacity) == 0 else {
            let number = errno
            close(descriptor)
            throw WorkerFailure("share memory with the reader process", number)
        }
        guard let base = unsafe Self.map(descriptor, 0, capacity, PROT_READ | PROT_WRITE) else {
            let number = errno
            close(descriptor)
            throw WorkerFailure("map the memory shared with the reader process", number)
        }
        unsafe self.init(descriptor, base, capacity, isOwner: true)
    }

    private init(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ capacity: Int, isOwner: Bool) {
        self.descriptor = descriptor
        unsafe self.base = unsafe base
        self.capacity = capacity
        self.isOwner = isOwner
    }

    deinit {
        unsafe munmap(base, capacity)
        if isOwner { close(descriptor) }
    }

    private static func map(_ descriptor: Int32, _ offset: Int, _ count: Int, _ rights: Int32)
        -> UnsafeMutableRawPointer?
    {
        let address = unsafe mmap(nil, count, rights, MAP_SHARED, descriptor, offset)
        return unsafe address == MAP_FAILED ? nil : address
    }

    // MARK: The asking side

    /// Copies a picture in, rows without padding, after making room for it.
    func write(_ image: LumaImage) throws(WorkerFailure) {
        let needed = Self.pictureOffset + image.size.area
        if needed > capacity { try grow(to: needed) }
        let (width, stride) = (image.width, image.rowStride)
        unsafe image.withUnsafePixels { pixels in
            guard let from = pixels.baseAddress else { return }
            let to = unsafe base + Self.pictureOffset
            if width == stride {
                unsafe to.copyMemory(from: from, byteCount: width * image.height)
            } else {
                for y in 0..<image.height {
                    unsafe (to + y * width).copyMemory(from: from + y * stride, byteCount: width)
                }
            }
        }
    }

    private func grow(to needed: Int) throws(WorkerFailure) {
        let capacity = (needed + 0xf_ffff) & ~0xf_ffff
        guard ftruncate(descriptor, capacity) == 0 else {
            throw WorkerFailure("share \(capacity >> 20) MiB of memory with the reader process", errno)
        }
        guard let larger = unsafe Self.map(descriptor, 0, capacity, PROT_READ | PROT_WRITE) else {
            throw WorkerFailure("map \(capacity >> 20) MiB of memory shared with the reader process", errno)
        }
        unsafe munmap(base, self.capacity)
        unsafe base = unsafe larger
        self.capacity = capacity
    }

    /// The worker's last step; `nil` for none.
    var step: Int? {
        get {
            let value = unsafe base.load(as: Int32.self)
            return value >= 0 ? Int(value) : nil
        }
        set { unsafe base.storeBytes(of: Int32(clamping: newValue ?? -1), as: Int32.self) }
    }
}

/// The worker's side: pages that it may write, and pictures that it may only read.
@safe final class SharedPicture: Sendable {
    private let descriptor: Int32
    nonisolated(unsafe) private let page: UnsafeMutableRawPointer

    init?(descriptor: Int32) {
        let address = unsafe mmap(
            nil, SharedMemory.pictureOffset, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe address != MAP_FAILED, let address = unsafe address else { return nil }
        self.descriptor = descriptor
        unsafe page = unsafe address
    }

    func note(step: Int) { unsafe page.storeBytes(of: Int32(clamping: step), as: Int32.self) }

    /// Maps the picture memory at its current size.
    func map(capacity: Int) throws(WorkerFailure) -> PixelStorage {
        let what = "map a picture in the reader process"
        let count = capacity - SharedMemory.pictureOffset
        guard count > 0 else { throw WorkerFailure(what, EINVAL) }
        let address = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, SharedMemory.pictureOffset)
        guard unsafe address != MAP_FAILED, let address = unsafe address else { throw WorkerFailure(what, errno) }
        let mapping = unsafe Mapping(bytes: UnsafeRawBufferPointer(start: address, count: count))
        return unsafe PixelStorage(lending: mapping.bytes) { mapping.unmap() }
    }

    @safe private struct Mapping: @unchecked Sendable {
        // Unchecked: only the last holder of the storage unmaps.
        let bytes: UnsafeRawBufferPointer
        func unmap() { unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
    }
}
