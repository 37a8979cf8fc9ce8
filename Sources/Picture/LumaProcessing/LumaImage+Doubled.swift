// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The picture at twice its width and height, by Catmull-Rom interpolation. Border pixels are repeated outwards.
    package func doubled() -> PreparedImage {
        let (width, height, stride) = (width, height, rowStride)
        guard width > 0, height > 0 else { return PreparedImage(self) }
        let large = FrameSize(width: width * 2, height: height * 2)
        let image = unsafe LumaImage.made(large, from: self) { source, target in
            // One row, interpolated vertically, in 1/128, with two pixels repeated at each end.
            var row = [Int32](repeating: 0, count: width + 4)
            unsafe row.withUnsafeMutableBufferPointer { row in
                let middle = unsafe row.baseAddress! + 2
                for y in 0..<large.height {
                    // New pixel centres lie a quarter before and after the old ones.
                    let early = y % 2 == 0
                    let first = early ? y / 2 - 2 : y / 2 - 1
                    func line(_ index: Int) -> UnsafePointer<UInt8> {
                        unsafe source + min(max(first + index, 0), height - 1) &* stride
                    }
                    let (a, b, c, d) = unsafe (line(0), line(1), line(2), line(3))
                    let (wa, wb, wc, wd): (Int32, Int32, Int32, Int32) =
                        early ? Self.lateTaps : Self.earlyTaps
                    for x in 0..<width {
                        unsafe middle[x] =
                            wa &* Int32(a[x]) &+ wb &* Int32(b[x]) &+ wc &* Int32(c[x]) &+ wd &* Int32(d[x])
                    }
                    unsafe middle[-2] = middle[0]
                    unsafe middle[-1] = middle[0]
                    unsafe middle[width] = middle[width - 1]
                    unsafe middle[width + 1] = middle[width - 1]
                    let to = unsafe target + y &* large.width
                    let (ea, eb, ec, ed) = Self.lateTaps
                    let (la, lb, lc, ld) = Self.earlyTaps
                    for x in 0..<width {
                        let p = unsafe middle + x
                        let left = unsafe ea &* p[-2] &+ eb &* p[-1] &+ ec &* p[0] &+ ed &* p[1]
                        let right = unsafe la &* p[-1] &+ lb &* p[0] &+ lc &* p[1] &+ ld &* p[2]
                        unsafe to[2 &* x] = UInt8(truncatingIfNeeded: max(0, min(255, (left &+ 8192) >> 14)))
                        unsafe to[2 &* x &+ 1] = UInt8(truncatingIfNeeded: max(0, min(255, (right &+ 8192) >> 14)))
                    }
                }
            }
        }
        return PreparedImage(image, toOriginal: .scale(0.5))
    }

    // Catmull-Rom at one and three quarters between the middle two of four pixels, in 1/128.
    private static let earlyTaps: (Int32, Int32, Int32, Int32) = (-9, 111, 29, -3)
    private static let lateTaps: (Int32, Int32, Int32, Int32) = (-3, 29, 111, -9)
}
