// SPDX-License-Identifier: Apache-2.0

extension Frame {
    /// Adds a copy of what the luma was made of: the JPEG, or its colours, packed. No effect for other formats.
    ///
    /// - Parameter bytesPerLine: 0 if rows have no padding.
    package mutating func keepOriginal(_ bytes: PixelStorage, _ fourCC: FourCC, size: FrameSize, bytesPerLine: Int) {
        if PixelFormat(fourCC) == .compressed {
            jpeg = bytes.copy()
        } else if let order = PackedColours.Order(fourCC) {
            colours = PackedColours(
                bytes.copy(), order, size: size, bytesPerLine: bytesPerLine > 0 ? bytesPerLine : 2 * size.width)
        } else {
            colours = PackedColours(planar: bytes, fourCC, size: size, bytesPerLine: bytesPerLine)
        }
    }
}
