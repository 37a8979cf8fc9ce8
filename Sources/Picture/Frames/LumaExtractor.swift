// SPDX-License-Identifier: Apache-2.0

/// Extracts luma from uncompressed frames.
package enum LumaExtractor {
    /// Extracts the luma of the frame that begins `offset` bytes into `storage` and is `byteCount` bytes long.
    ///
    /// If luma is a separate plane, the result shares `storage` and keeps it alive; otherwise it has its own memory. Only
    /// the luma bytes are required: a frame truncated in its colour planes can be read. Formats of more than eight bits
    /// keep the high eight; colours are weighted by ITU-R BT.601 (77, 150 and 29 of 256).
    ///
    /// Values are not stretched: a camera that sends limited range (16–235, most YUV cameras) gives luma from 16 to 235.
    /// Readers threshold locally, so this does not affect them; code that estimates light must allow for it.
    ///
    /// - Parameters:
    ///   - format: for multi-planar formats, `storage` holds plane 0.
    ///   - bytesPerLine: from row to row; 0 means rows without padding.
    package static func luma(
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

    /// The same for a layout without a FourCC (9-bit YUV4MPEG2); `format` is used in errors.
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
        // A driver may report more bytes than its buffer holds.
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
                // In bounds: the checks above found `needed` bytes from `offset`; `target` holds `size.area`.
                let rows = unsafe LumaRows(
                    source: bytes.baseAddress! + offset, stride: stride, width: size.width, height: size.height)
                unsafe target.withUnsafeMutableBufferPointer { unsafe rows.write(layout.luma, to: $0.baseAddress!) }
            }
        }
    }
}
