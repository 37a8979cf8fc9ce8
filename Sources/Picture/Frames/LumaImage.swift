// SPDX-License-Identifier: Apache-2.0

/// A grey picture: one byte a pixel, 0 black to 255 white, rows from the top, pixels from the left.
///
/// The pixels are shared and never written after construction; copying the value copies a reference.
package struct LumaImage: Sendable {
    package let size: FrameSize
    /// Bytes from the start of one row to the start of the next; at least `size.width`.
    package let rowStride: Int
    @usableFromInline let storage: PixelStorage
    /// Bytes from the start of the storage to the first pixel.
    @usableFromInline let offset: Int

    @inlinable package var width: Int { size.width }
    @inlinable package var height: Int { size.height }

    /// Bytes from the first pixel to the end of the last: the last row has no padding.
    @usableFromInline var byteCount: Int { size.area == 0 ? 0 : (size.height - 1) * rowStride + size.width }

    /// A view into `storage`; `nil` if the rows would extend outside it.
    package init?(storage: PixelStorage, offset: Int = 0, size: FrameSize, rowStride: Int) {
        guard size.width >= 0, size.height >= 0, rowStride >= size.width, offset >= 0, offset <= storage.count else {
            return nil
        }
        if size.width > 0, size.height > 0 {
            // The numbers may come from a device: do not multiply them before this check.
            let (rows, overflows) = (size.height - 1).multipliedReportingOverflow(by: rowStride)
            let room = storage.count - offset
            guard !overflows, rows <= room, size.width <= room - rows else { return nil }
        }
        self.init(unchecked: storage, offset: offset, size: size, rowStride: rowStride)
    }

    private init(unchecked storage: PixelStorage, offset: Int, size: FrameSize, rowStride: Int) {
        self.storage = storage
        self.offset = offset
        self.size = size
        self.rowStride = rowStride
    }

    /// A new picture with rows without padding; `fill` writes all its pixels, which are initially 0.
    package init<E: Error>(size: FrameSize, fill: (inout MutableSpan<UInt8>) throws(E) -> Void) throws(E) {
        precondition(size.width >= 0 && size.height >= 0, "a picture's size is not negative")
        let storage = try PixelStorage(count: size.area, fill: fill)
        self.init(unchecked: storage, offset: 0, size: size, rowStride: size.width)
    }

    /// A new picture from rows without padding; `pixels` holds exactly `size.area` bytes.
    package init(size: FrameSize, pixels: [UInt8]) {
        precondition(pixels.count == size.area, "one byte a pixel")
        self.init(size: size) { span in
            for index in pixels.indices { span[index] = pixels[index] }
        }
    }

    /// Lends the pixels for the duration of the call. Pixel (x, y) is `span[y * rowStride + x]`.
    @inlinable
    package func withSpan<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try storage.withSpan { (bytes: Span<UInt8>) throws(E) -> R in
            try body(bytes.extracting(offset..<offset + byteCount))
        }
    }

    /// Lends the pixels to a C function for the duration of the call; the first byte is pixel (0, 0).
    @inlinable
    package func withUnsafePixels<R, E: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try withSpan { (span: Span<UInt8>) throws(E) -> R in
            try unsafe span.withUnsafeBufferPointer { (pixels: UnsafeBufferPointer<UInt8>) throws(E) -> R in
                try unsafe body(pixels)
            }
        }
    }

    /// The value of one pixel, for tests and single lookups; loops use `withSpan`.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition((0..<width).contains(x) && (0..<height).contains(y), "the pixel lies in the picture")
        return withSpan { $0[y * rowStride + x] }
    }

    /// The part of the picture inside `rectangle`, sharing the pixels; `nil` if the rectangle extends outside the
    /// picture.
    package func cropped(to rectangle: PixelRectangle) -> LumaImage? {
        guard rectangle.fits(in: size) else { return nil }
        return LumaImage(
            unchecked: storage, offset: offset + rectangle.y * rowStride + rectangle.x,
            size: FrameSize(width: rectangle.width, height: rectangle.height), rowStride: rowStride)
    }

    /// The same picture in its own memory, rows without padding; returns a lent buffer early.
    package func copy() -> LumaImage {
        LumaImage(size: size) { target in
            withSpan { source in
                for y in 0..<height {
                    let from = y * rowStride
                    let to = y * width
                    for x in 0..<width { target[to &+ x] = source[from &+ x] }
                }
            }
        }
    }
}
