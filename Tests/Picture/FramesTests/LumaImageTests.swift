// SPDX-License-Identifier: Apache-2.0

import Frames
import Synchronization
import Testing

@Suite("Luma images and their storage")
struct LumaImageTests {
    /// Pixel (x, y) is 16 y + x; the rows lie ten bytes apart, three bytes into the storage.
    private func padded() throws -> LumaImage {
        let storage = PixelStorage(count: 3 + 10 * 4 + 6) { bytes in
            for index in 0..<bytes.count { bytes[index] = 0xee }
            for y in 0..<5 { for x in 0..<6 { bytes[3 + y * 10 + x] = UInt8(16 * y + x) } }
        }
        return try #require(
            LumaImage(storage: storage, offset: 3, size: FrameSize(width: 6, height: 5), rowStride: 10))
    }

    @Test("a crop shows the pixels of its place; so does a crop of a crop")
    func crop() throws {
        let picture = try padded()
        let part = try #require(picture.cropped(to: PixelRectangle(x: 1, y: 2, width: 4, height: 3)))
        #expect(part.size == FrameSize(width: 4, height: 3))
        #expect(part.rowStride == 10)
        #expect([part[0, 0], part[3, 0], part[0, 2], part[3, 2]] == [33, 36, 65, 68])
        let smaller = try #require(part.cropped(to: PixelRectangle(x: 3, y: 2, width: 1, height: 1)))
        #expect(smaller[0, 0] == 68)
        #expect(smaller.withSpan { $0.count } == 1)
    }

    @Test(
        "a crop outside the picture is nil",
        arguments: [
            PixelRectangle(x: 3, y: 0, width: 4, height: 1), PixelRectangle(x: 0, y: 5, width: 1, height: 1),
            PixelRectangle(x: -1, y: 0, width: 2, height: 2), PixelRectangle(x: 0, y: 0, width: 0, height: 1),
            PixelRectangle(x: .max, y: 0, width: 1, height: 1), PixelRectangle(x: 1, y: 1, width: .max, height: .max),
        ])
    func noCrop(rectangle: PixelRectangle) throws {
        #expect(try padded().cropped(to: rectangle) == nil)
    }

    @Test("a copy has the same pixels without padding, in separate memory")
    func copy() throws {
        let part = try #require(padded().cropped(to: PixelRectangle(x: 4, y: 1, width: 2, height: 2)))
        let copy = part.copy()
        #expect(copy.size == part.size)
        #expect(copy.rowStride == 2)
        #expect(copy.withSpan { span in span.indices.map { span[$0] } } == [20, 21, 36, 37])
    }

    @Test("a view that extends outside its storage is nil")
    func views() {
        let storage = PixelStorage(count: 100) { _ in }
        func view(_ width: Int, _ height: Int, stride: Int, offset: Int = 0) -> LumaImage? {
            LumaImage(
                storage: storage, offset: offset, size: FrameSize(width: width, height: height), rowStride: stride)
        }
        #expect(view(10, 10, stride: 10) != nil)
        #expect(view(1, 10, stride: 11) != nil)  // The last row has no padding.
        #expect(view(10, 10, stride: 10, offset: 1) == nil)
        #expect(view(2, 10, stride: 11) == nil)
        #expect(view(10, 1, stride: 9) == nil)
        #expect(view(1, 1, stride: 1, offset: 100) == nil)
        #expect(view(0, 0, stride: 0, offset: 100) != nil)
        #expect(view(1, 1, stride: 1, offset: -1) == nil)
        #expect(view(-1, 1, stride: 1) == nil)
        // A device can report any numbers; none may overflow.
        let huge = Int(UInt32.max)
        #expect(view(huge, huge, stride: huge) == nil)
        #expect(view(1, 3, stride: .max) == nil)
        #expect(view(.max, 2, stride: .max) == nil)
        #expect(view(1, 1, stride: 1, offset: .max) == nil)
    }

    @Test("lent memory is returned once, when its last picture is released")
    func lending() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
        unsafe memory.copyBytes(from: (0..<64).map { UInt8($0) })
        let lent = UnsafeRawBufferPointer(memory)
        let counter = Counter()
        var storage: PixelStorage? = unsafe PixelStorage(lending: lent) { counter.increment() }
        #expect(storage?.count == 64)
        var whole = storage.flatMap { LumaImage(storage: $0, size: FrameSize(width: 8, height: 8), rowStride: 8) }
        storage = nil
        var part = whole?.cropped(to: PixelRectangle(x: 7, y: 7, width: 1, height: 1))
        let copy = whole?.copy()
        whole = nil
        #expect(counter.count == 0)
        #expect(part?[0, 0] == 63)
        part = nil
        #expect(counter.count == 1)
        unsafe memory.deallocate()
        #expect(copy?[7, 7] == 63)
    }

    @Test("own memory is initially zero; an error while filling it is rethrown")
    func filling() {
        struct Failure: Error {}
        let storage = PixelStorage(count: 5) { bytes in bytes[4] = 9 }
        #expect(storage.withSpan { span in span.indices.map { span[$0] } } == [0, 0, 0, 0, 9])
        #expect(throws: Failure.self) {
            _ = try PixelStorage(count: 5) { (_: inout MutableSpan<UInt8>) throws(Failure) in throw Failure() }
        }
        #expect(PixelStorage(count: 0) { _ in }.count == 0)
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func increment() { value.withLock { $0 += 1 } }
}
