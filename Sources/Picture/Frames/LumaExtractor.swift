// SPDX-License-Identifier: Apache-2.0

/// Takes luma from uncompressed frames.
public enum LumaExtractor {
    /// The luma of the frame whose first pixel lies `offset` bytes into `storage` and whose data is `byteCount` long.
    ///
    /// Where luma is a plane of its own the result shares `storage` and keeps it alive; else it has memory of its own.
    /// Only luma's bytes have to be there: a frame cut off in its colour planes is read. Formats of more than eight
    /// bits keep their high eight; colours are weighed by ITU-R BT.601 (77, 150 and 29 of 256).
    ///
    /// Values are not stretched: a camera that sends limited range (16–235, most YUV ones) gives luma from 16 to 235.
    /// Readers threshold locally and do not mind; whoever estimates light has to know.
    ///
    /// - Parameters:
    ///   - format: of multi-planar formats, `storage` holds plane 0.
    ///   - bytesPerLine: from row to row; 0 stands for rows without padding.
    public static func luma(
        from storage: PixelStorage, offset: Int = 0, byteCount: Int, format: FourCC, size: FrameSize,
        bytesPerLine: Int = 0
    ) throws(LumaExtractionError) -> LumaImage {
        func failure(_ kind: LumaExtractionError.Kind) -> LumaExtractionError {
            LumaExtractionError(kind, format: format, size: size)
        }
        let layout: PixelLayout
        switch PixelFormat(format) {
        case .readable(let known): layout = known
        case .compressed: throw failure(.compressed)
        case .unreadable(let reason): throw failure(.unreadable(reason: reason))
        case .unknown: throw failure(.unknownFormat)
        }
        return try luma(
            from: storage, offset: offset, byteCount: byteCount, layout: layout, named: format, size: size,
            bytesPerLine: bytesPerLine)
    }

    /// The same for a layout that has no code of its own (9-bit YUV4MPEG2); `format` stands in errors.
    package static func luma(
        from storage: PixelStorage, offset: Int = 0, byteCount: Int, layout: PixelLayout, named format: FourCC,
        size: FrameSize, bytesPerLine: Int = 0
    ) throws(LumaExtractionError) -> LumaImage {
        func failure(_ kind: LumaExtractionError.Kind) -> LumaExtractionError {
            LumaExtractionError(kind, format: format, size: size)
        }
        guard size.height > 0, let rowBytes = layout.lumaRowBytes(width: size.width) else {
            throw failure(.impossibleSize)
        }
        guard let stride = layout.stride(width: size.width, bytesPerLine: bytesPerLine) else {
            throw failure(.rowStrideTooSmall(needed: rowBytes, got: bytesPerLine))
        }
        guard let needed = layout.lumaByteCount(size: size, bytesPerLine: bytesPerLine) else {
            throw failure(.impossibleSize)
        }
        // A driver may claim more than its buffer holds.
        let there = offset < 0 || offset > storage.count ? 0 : max(0, min(byteCount, storage.count - offset))
        guard there >= needed else { throw failure(.shortBuffer(needed: needed, got: there)) }

        if layout.luma == .plane {
            guard let image = LumaImage(storage: storage, offset: offset, size: size, rowStride: stride) else {
                throw failure(.shortBuffer(needed: needed, got: there))
            }
            return image
        }
        return LumaImage(size: size) { target in
            unsafe storage.withUnsafeBytes { bytes in
                // In bounds: `needed` bytes from `offset` on were found there above; `target` holds `size.area`.
                let rows = unsafe LumaRows(
                    source: bytes.baseAddress! + offset, stride: stride, width: size.width, height: size.height)
                unsafe target.withUnsafeMutableBufferPointer { unsafe rows.write(layout.luma, to: $0.baseAddress!) }
            }
        }
    }
}
