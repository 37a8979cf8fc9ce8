// SPDX-License-Identifier: Apache-2.0

/// Where the pixels of an uncompressed format lie in memory.
package struct PixelLayout: Hashable, Sendable {
    /// Where the luma of a row is. All cases but `plane` need a pass over the pixels.
    package enum Luma: Hashable, Sendable {
        /// One byte a pixel in its own plane: no copy needed.
        case plane
        /// One byte of every two, at `offset`.
        case everyOtherByte(offset: Int)
        /// 16 bits a pixel, of which the lowest `significantBits` count. The high eight of those are kept.
        case words(significantBits: Int, bigEndian: Bool)
        /// Four pixels in five bytes: the high eight bits of each, then their low two together (MIPI CSI-2 RAW10).
        case packed10
        /// One byte for each colour, at these offsets in every `step` bytes.
        case rgb(red: Int, green: Int, blue: Int, step: Int)
        /// Sixteen bits: five red (highest), six green, five blue.
        case rgb565(bigEndian: Bool)
    }

    /// The colour planes that follow luma in the same buffer.
    package enum Chroma: Hashable, Sendable {
        /// None, or in their own buffer (multi-planar formats).
        case none
        /// One plane of interleaved pairs; chroma is sampled every `across` pixels and every `down` rows.
        case interleaved(across: Int, down: Int)
        /// Two planes.
        case planar(across: Int, down: Int)
    }

    package let luma: Luma
    package let chroma: Chroma

    package init(luma: Luma, chroma: Chroma = .none) {
        self.luma = luma
        self.chroma = chroma
    }

    /// Bytes of one row of `width` pixels in the first plane without padding, up to the last byte that luma needs: the
    /// minimum that a buffer must hold. `nil` on overflow, or if `width` is not positive.
    package func lumaRowBytes(width: Int) -> Int? {
        guard width > 0, width <= Self.largestSide else { return nil }
        return switch luma {
        case .plane: width
        case .everyOtherByte(let offset): 2 * (width - 1) + offset + 1
        case .words, .rgb565: 2 * width
        // The low bits of the last pixels are never read, but a row must not end inside a group.
        case .packed10: (width + 3) / 4 * 5
        case .rgb(_, _, _, let step): step * width
        }
    }

    /// Bytes from row to row without padding: whole pixel pairs and groups, as `bytesperline` counts them.
    package func minimumBytesPerLine(width: Int) -> Int? {
        guard let bytes = lumaRowBytes(width: width) else { return nil }
        return if case .everyOtherByte = luma { (width + 1) / 2 * 4 } else { bytes }
    }

    /// Bytes from the first pixel to the last byte that luma needs. `bytesPerLine` 0 means rows without padding. `nil` if
    /// a row does not fit in `bytesPerLine`, or the size is not positive or unreasonably large.
    package func lumaByteCount(size: FrameSize, bytesPerLine: Int = 0) -> Int? {
        guard size.height > 0, size.height <= Self.largestSide, let row = lumaRowBytes(width: size.width),
            let stride = stride(width: size.width, bytesPerLine: bytesPerLine)
        else { return nil }
        let (rows, overflow) = (size.height - 1).multipliedReportingOverflow(by: stride)
        return overflow ? nil : row.addingWithoutOverflow(rows)
    }

    /// Bytes of a whole frame with its colour planes and rows padded to `bytesPerLine` (0: no padding): the unit into
    /// which a stream of raw frames is split. `nil` as in `lumaByteCount`.
    ///
    /// Colour planes are padded in proportion, as V4L2 specifies: their row stride is luma's divided by `across` (two
    /// values a sample if interleaved).
    package func frameByteCount(size: FrameSize, bytesPerLine: Int = 0) -> Int? {
        guard lumaByteCount(size: size, bytesPerLine: bytesPerLine) != nil,
            let stride = stride(width: size.width, bytesPerLine: bytesPerLine),
            let first = stride.multipliedWithoutOverflow(by: size.height)
        else { return nil }
        let across: Int
        let down: Int
        switch chroma {
        case .none: return first
        case .interleaved(let a, let d), .planar(let a, let d): (across, down) = (a, d)
        }
        let row = 2 * stride.dividedUp(by: across)
        guard let rest = row.multipliedWithoutOverflow(by: size.height.dividedUp(by: down)) else { return nil }
        return first.addingWithoutOverflow(rest)
    }

    /// The row stride to use, if rows of this width fit into it.
    func stride(width: Int, bytesPerLine: Int) -> Int? {
        guard let needed = lumaRowBytes(width: width), let least = minimumBytesPerLine(width: width) else { return nil }
        if bytesPerLine == 0 { return least }
        return bytesPerLine >= needed && bytesPerLine <= Self.largestStride ? bytesPerLine : nil
    }

    /// Larger than any sensor; keeps the arithmetic above far from overflow.
    static let largestSide = 1 << 20
    static let largestStride = 1 << 28
}

extension Int {
    func multipliedWithoutOverflow(by other: Int) -> Int? {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? nil : product
    }

    func addingWithoutOverflow(_ other: Int) -> Int? {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? nil : sum
    }

    func dividedUp(by divisor: Int) -> Int { self / divisor + (self % divisor == 0 ? 0 : 1) }
}
