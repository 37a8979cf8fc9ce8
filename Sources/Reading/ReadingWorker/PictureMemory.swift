// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import Frames
internal import Scanning

/// Memory shared by a reader and its worker: pages in which the worker notes its current steps, then a picture.
@safe package final class PictureMemory {
    /// The offset of the picture. Only what is before it can be written by the worker.
    ///
    /// A mapping begins at a page, and no kernel that Swift runs on has larger pages than this: a Raspberry Pi 5 has
    /// 16 KiB, some arm64 servers have 64 KiB.
    package static let pictureOffset = 64 << 10

    let shared: SharedMemory

    init() throws(WorkerFailure) {
        shared = try SharedMemory(capacity: Self.pictureOffset + 1 << 20, worker: "reader process")
    }

    /// Copies a picture in, rows without padding, after making room for it.
    func write(_ image: LumaImage) throws(WorkerFailure) {
        try shared.grow(to: Self.pictureOffset + image.size.area)
        let (width, stride) = (image.width, image.rowStride)
        unsafe image.withUnsafePixels { pixels in
            guard let from = pixels.baseAddress else { return }
            let to = unsafe shared.bytes.baseAddress! + Self.pictureOffset
            if width == stride {
                unsafe to.copyMemory(from: from, byteCount: width * image.height)
            } else {
                for y in 0..<image.height {
                    unsafe (to + y * width).copyMemory(from: from + y * stride, byteCount: width)
                }
            }
        }
    }

    /// The steps that the worker runs, one a lane. It can write any number there.
    var steps: [Int] {
        (0..<StepLanes.mostLanes).compactMap { lane in
            let value = unsafe shared.bytes.load(fromByteOffset: 4 * lane, as: Int32.self)
            return value >= 0 ? Int(value) : nil
        }
    }

    func clearSteps() {
        for lane in 0..<StepLanes.mostLanes {
            unsafe shared.bytes.storeBytes(of: -1, toByteOffset: 4 * lane, as: Int32.self)
        }
    }
}

/// The worker's side: pages that it may write, and pictures that it may only read.
@safe final class SharedPicture: Sendable {
    private let page: SharedMapping

    init() throws(WorkerFailure) {
        page = try SharedMapping(
            offset: 0, count: PictureMemory.pictureOffset, isWritable: true, what: "a page in the reader process")
    }

    func note(step: Int?, lane: Int) {
        guard (0..<StepLanes.mostLanes).contains(lane) else { return }
        unsafe page.bytes.storeBytes(of: Int32(clamping: step ?? -1), toByteOffset: 4 * lane, as: Int32.self)
    }

    /// Maps the picture memory at its current size.
    func map(capacity: Int) throws(WorkerFailure) -> PixelStorage {
        let mapping = try SharedMapping(
            offset: PictureMemory.pictureOffset, count: capacity - PictureMemory.pictureOffset, isWritable: false,
            what: "a picture in the reader process")
        return unsafe PixelStorage(lending: UnsafeRawBufferPointer(mapping.bytes)) {
            // Unmapped when the last picture is released.
            withExtendedLifetime(mapping) {}
        }
    }
}
