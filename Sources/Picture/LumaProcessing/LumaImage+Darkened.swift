// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// A copy in which everything dark has grown by `radius` pixels on each side, so that dots that nearly touch join: each
    /// pixel is the least of the square around it.
    package func darkened(radius: Int) -> LumaImage {
        guard radius > 0 else { return copy() }
        var rows = [UInt8](repeating: 0, count: width * height)
        withSpan { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    var least = UInt8.max
                    for near in max(0, x - radius)...min(width - 1, x + radius) {
                        least = min(least, pixels[y * rowStride + near])
                    }
                    rows[y * width + x] = least
                }
            }
        }
        var result = rows
        for y in 0..<height {
            for x in 0..<width {
                var least = UInt8.max
                for near in max(0, y - radius)...min(height - 1, y + radius) {
                    least = min(least, rows[near * width + x])
                }
                result[y * width + x] = least
            }
        }
        return LumaImage(size: size, pixels: result)
    }
}
