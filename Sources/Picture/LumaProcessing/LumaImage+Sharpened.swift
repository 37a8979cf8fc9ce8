// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

extension LumaImage {
    /// Unsharp mask: moves each pixel away from its blurred surroundings by `amount` times the difference.
    ///
    /// The blur is a Gaussian of `sigma` pixels (0.3 to 8), cut at three sigma, with weights in 1/256. Border pixels are
    /// repeated outwards. A flat picture does not change.
    package func sharpened(sigma: Double, amount: Double = 1) -> LumaImage {
        precondition((0.3...8).contains(sigma), "a blur of 0.3 to 8 pixels")
        guard width > 0, height > 0 else { return self }
        let kernel = LumaImage.gaussian(sigma: sigma)
        let radius = kernel.count / 2
        let (width, height, stride) = (width, height, rowStride)
        // 4 fractional bits are enough for any sensible amount.
        let gain = Int32(max(-64, min(64, amount)) * 16)
        return unsafe .made(size, from: self) { source, target in
            // One row, blurred vertically with its ends repeated, then horizontally.
            var column = [UInt16](repeating: 0, count: width)
            var padded = [UInt16](repeating: 0, count: width + 2 * radius)
            var along = [UInt16](repeating: 0, count: width)
            unsafe column.withUnsafeMutableBufferPointer { column in
                unsafe padded.withUnsafeMutableBufferPointer { padded in
                    unsafe along.withUnsafeMutableBufferPointer { along in
                        for y in 0..<height {
                            for x in 0..<width { unsafe column[x] = 128 }
                            for (index, weight) in kernel.enumerated() {
                                let from = unsafe source + min(max(y + index - radius, 0), height - 1) &* stride
                                for x in 0..<width { unsafe column[x] &+= weight &* UInt16(from[x]) }
                            }
                            for x in 0..<width { unsafe padded[x &+ radius] = column[x] >> 8 }
                            for x in 0..<radius {
                                unsafe padded[x] = padded[radius]
                                unsafe padded[width &+ radius &+ x] = padded[width &+ radius &- 1]
                            }
                            for x in 0..<width { unsafe along[x] = 128 }
                            for (index, weight) in kernel.enumerated() {
                                let from = unsafe padded.baseAddress! + index
                                for x in 0..<width { unsafe along[x] &+= weight &* from[x] }
                            }
                            let from = unsafe source + y &* stride
                            let to = unsafe target + y &* width
                            for x in 0..<width {
                                let value = unsafe Int32(from[x])
                                let blurred = unsafe Int32(along[x] >> 8)
                                let moved = value &+ (gain &* (value &- blurred) &+ 8) >> 4
                                unsafe to[x] = UInt8(truncatingIfNeeded: max(0, min(255, moved)))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Weights in 1/256 that add up to exactly 256: the rounding error goes to the middle one. Their number is odd.
    static func gaussian(sigma: Double) -> [UInt16] {
        let radius = Int((3 * sigma).rounded(.up))
        let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = raw.reduce(0, +)
        var weights = raw.map { Int(($0 / total * 256).rounded()) }
        weights[radius] += 256 - weights.reduce(0, +)
        return weights.map { UInt16($0) }
    }
}
