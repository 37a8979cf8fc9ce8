// SPDX-License-Identifier: Apache-2.0

/// The inner loops of `LumaExtractor`: row pointers and wrapping arithmetic, so that the compiler can vectorise them.
///
/// The creator must have checked that every row, `stride` bytes apart, lies in the source buffer.
@unsafe struct LumaRows {
    let source: UnsafeRawPointer
    @safe let stride: Int
    @safe let width: Int
    @safe let height: Int

    /// Writes `width * height` bytes, rows without padding.
    func write(_ luma: PixelLayout.Luma, to target: UnsafeMutablePointer<UInt8>) {
        switch luma {
        case .plane: unsafe everyByte(step: 1, offset: 0, to: target)
        case .everyOtherByte(offset: 0): unsafe everyByte(step: 2, offset: 0, to: target)
        case .everyOtherByte: unsafe everyByte(step: 2, offset: 1, to: target)
        // For full words, take the high byte instead of shifting.
        case .words(16, bigEndian: false): unsafe everyByte(step: 2, offset: 1, to: target)
        case .words(16, bigEndian: true): unsafe everyByte(step: 2, offset: 0, to: target)
        case .words(let bits, let bigEndian):
            unsafe words(shift: UInt16(bits - 8), bigEndian: bigEndian, to: target)
        case .packed10: unsafe packed10(to: target)
        case .rgb(let red, let green, let blue, let step):
            var weights = SIMD4<UInt16>.zero
            weights[red] = 77
            weights[green] = 150
            weights[blue] = 29
            if step == 4 {
                unsafe rgb(step: 4, weights: weights, to: target)
            } else {
                unsafe rgb(step: 3, weights: weights, to: target)
            }
        case .rgb565(let bigEndian): unsafe rgb565(bigEndian: bigEndian, to: target)
        }
    }

    /// `step` and `offset` are constant at each call: after inlining, the loop becomes shuffles.
    @inline(__always)
    private func everyByte(step: Int, offset: Int, to target: UnsafeMutablePointer<UInt8>) {
        for y in 0..<height {
            let from = unsafe (source + y &* stride + offset).assumingMemoryBound(to: UInt8.self)
            let to = unsafe target + y &* width
            for x in 0..<width { unsafe to[x] = from[x &* step] }
        }
    }

    private func words(shift: UInt16, bigEndian: Bool, to target: UnsafeMutablePointer<UInt8>) {
        for y in 0..<height {
            let from = unsafe source + y &* stride
            let to = unsafe target + y &* width
            for x in 0..<width {
                let word = unsafe from.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
                let value = bigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word)
                // Bits above the significant ones should be 0. If a driver sets some, the pixel becomes white instead of
                // wrapping.
                unsafe to[x] = UInt8(truncatingIfNeeded: min(value &>> shift, 255))
            }
        }
    }

    private func packed10(to target: UnsafeMutablePointer<UInt8>) {
        for y in 0..<height {
            let from = unsafe (source + y &* stride).assumingMemoryBound(to: UInt8.self)
            let to = unsafe target + y &* width
            let groups = width &>> 2
            for group in 0..<groups {
                let word = unsafe UnsafeRawPointer(from + group &* 5).loadUnaligned(as: UInt32.self)
                unsafe UnsafeMutableRawPointer(to + group &* 4).storeBytes(of: word, as: UInt32.self)
            }
            for x in groups &* 4..<width { unsafe to[x] = from[groups &* 5 &+ (x & 3)] }
        }
    }

    /// Three or four bytes a pixel, with a weight for each byte of a four-byte word. The weights add up to 256, so 16-bit
    /// lanes hold every sum.
    ///
    /// Uses explicit vectors: the compiler's own take twice as long.
    @inline(__always)
    private func rgb(step: Int, weights: SIMD4<UInt16>, to target: UnsafeMutablePointer<UInt8>) {
        let even = SIMD8(weights[0], weights[2], weights[0], weights[2], weights[0], weights[2], weights[0], weights[2])
        let odd = SIMD8(weights[1], weights[3], weights[1], weights[3], weights[1], weights[3], weights[1], weights[3])
        for y in 0..<height {
            let from = unsafe source + y &* stride
            let to = unsafe target + y &* width
            var x = 0
            // A four-byte word of a three-byte pixel includes a byte of the next pixel, so the last pixel is read by
            // bytes.
            while x &+ 8 < width {
                let first = unsafe Self.fourPixels(at: from + x &* step, step: step)
                let second = unsafe Self.fourPixels(at: from + (x &+ 4) &* step, step: step)
                let a = (first & 255) &* even &+ (first &>> 8) &* odd
                let b = (second & 255) &* even &+ (second &>> 8) &* odd
                let sums =
                    SIMD8(lowHalf: a.evenHalf, highHalf: b.evenHalf) &+ SIMD8(lowHalf: a.oddHalf, highHalf: b.oddHalf)
                let bytes = SIMD8<UInt8>(truncatingIfNeeded: (sums &+ 128) &>> 8)
                unsafe UnsafeMutableRawPointer(to + x).storeBytes(of: bytes, as: SIMD8<UInt8>.self)
                x &+= 8
            }
            while x < width {
                var sum: UInt16 = 128
                for byte in 0..<step {
                    sum &+= unsafe UInt16(from.load(fromByteOffset: x &* step &+ byte, as: UInt8.self)) &* weights[byte]
                }
                unsafe to[x] = UInt8(truncatingIfNeeded: sum &>> 8)
                x &+= 1
            }
        }
    }

    /// Four pixels in four-byte words, viewed as 16-bit halves.
    @inline(__always)
    private static func fourPixels(at pixels: UnsafeRawPointer, step: Int) -> SIMD8<UInt16> {
        if step == 4 { return unsafe pixels.loadUnaligned(as: SIMD8<UInt16>.self) }
        let words = unsafe SIMD4(
            pixels.loadUnaligned(as: UInt32.self), pixels.loadUnaligned(fromByteOffset: step, as: UInt32.self),
            pixels.loadUnaligned(fromByteOffset: 2 &* step, as: UInt32.self),
            pixels.loadUnaligned(fromByteOffset: 3 &* step, as: UInt32.self))
        return unsafe unsafeBitCast(words, to: SIMD8<UInt16>.self)
    }

    /// Five and six bits are extended to eight by repeating the highest, so that white is 255.
    private func rgb565(bigEndian: Bool, to target: UnsafeMutablePointer<UInt8>) {
        for y in 0..<height {
            let from = unsafe source + y &* stride
            let to = unsafe target + y &* width
            for x in 0..<width {
                let word = unsafe from.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
                let value = bigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word)
                let (red, green, blue) = (value &>> 11, (value &>> 5) & 0x3f, value & 0x1f)
                let sum =
                    ((red &<< 3) | (red &>> 2)) &* 77 &+ ((green &<< 2) | (green &>> 4)) &* 150
                    &+ ((blue &<< 3) | (blue &>> 2)) &* 29
                unsafe to[x] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
            }
        }
    }
}
