// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// A new picture whose pixels are taken from this one through a map, with bilinear interpolation. Outside this picture its
    /// border is repeated.
    ///
    /// - Parameters:
    ///   - map: from positions in the new picture to positions in this one.
    ///   - lines: each row is the mean of this many lines at equal distances: along bars, noise averages out.
    package func sampled(through map: PixelMap, size: FrameSize, lines: Int = 1) -> PreparedImage {
        precondition(lines >= 1 && lines <= 64, "one to 64 lines a row")
        guard width >= 2, height >= 2, size.width > 0, size.height > 0 else { return PreparedImage(self) }
        let (width, height, stride) = (width, height, rowStride)
        let image = unsafe LumaImage.made(size, from: self) { source, target in
            var sums = [Int32](repeating: 0, count: size.width)
            // 16 fractional bits.
            let one = 65536.0
            let (stepX, stepY) = (Int((map.xx * one).rounded()), Int((map.yx * one).rounded()))
            let (lastX, lastY) = ((width - 1) << 16, (height - 1) << 16)
            for row in 0..<size.height {
                for column in 0..<size.width { sums[column] = 0 }
                for line in 0..<lines {
                    let start = map(x: 0.5, y: Double(row) + (Double(line) + 0.5) / Double(lines))
                    var x = Int(((start.x - 0.5) * one).rounded())
                    var y = Int(((start.y - 0.5) * one).rounded())
                    for column in 0..<size.width {
                        let insideX = min(max(x, 0), lastX)
                        let insideY = min(max(y, 0), lastY)
                        let px = min(insideX >> 16, width &- 2)
                        let py = min(insideY >> 16, height &- 2)
                        let fx = (insideX &- px << 16) >> 8
                        let fy = (insideY &- py << 16) >> 8
                        let p = unsafe source + (py &* stride &+ px)
                        let top = unsafe Int(p[0]) << 8 &+ (Int(p[1]) &- Int(p[0])) &* fx
                        let bottom = unsafe Int(p[stride]) << 8 &+ (Int(p[stride &+ 1]) &- Int(p[stride])) &* fx
                        let value = top << 8 &+ (bottom &- top) &* fy
                        sums[column] &+= Int32(truncatingIfNeeded: value >> 8)
                        x &+= stepX
                        y &+= stepY
                    }
                }
                let to = unsafe target + row &* size.width
                let share = Int32(lines << 8)
                for column in 0..<size.width {
                    unsafe to[column] = UInt8(truncatingIfNeeded: min(255, (sums[column] &+ share / 2) / share))
                }
            }
        }
        return PreparedImage(image, toOriginal: map)
    }
}
