// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The mean value, 0 to 255; 0 for no pixels. Cheaper than a histogram if nothing else is needed.
    package func mean() -> Double {
        guard width > 0, height > 0 else { return 0 }
        var total = 0
        let (width, height, stride) = (width, height, rowStride)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 0..<height {
                // 32 bits hold a row of sixteen million pixels, and vectors of 32-bit lanes add faster than 64-bit ones.
                var sum: UInt32 = 0
                let row = unsafe first + y &* stride
                for x in 0..<width { unsafe sum &+= UInt32(row[x]) }
                total &+= Int(sum)
            }
        }
        return Double(total) / Double(width * height)
    }

    /// The number of pixels with the value `level` or more.
    package func count(from level: UInt8) -> Int {
        var total = 0
        let (width, height, stride) = (width, height, rowStride)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress, width > 0 else { return }
            let least = SIMD16<UInt8>(repeating: level)
            for y in 0..<height {
                let row = unsafe first + y &* stride
                var x = 0
                while x &+ 16 <= width {
                    // A lane counts up to 255.
                    let end = min(width &- 15, x &+ 255 * 16)
                    var lanes = SIMD16<UInt8>.zero
                    while x < end {
                        let values = unsafe UnsafeRawPointer(row + x).loadUnaligned(as: SIMD16<UInt8>.self)
                        lanes &+= SIMD16<UInt8>.zero.replacing(with: 1, where: values .>= least)
                        x &+= 16
                    }
                    total &+= Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
                }
                while x < width {
                    unsafe total &+= row[x] >= level ? 1 : 0
                    x &+= 1
                }
            }
        }
        return total
    }
}
