// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

extension LumaImage {
    /// The whole picture rotated clockwise on white, with bilinear interpolation.
    ///
    /// The result has the size of the rotated picture's bounding box: up to about twice the area.
    package func rotated(clockwiseDegrees degrees: Double) -> PreparedImage {
        // Interpolation needs at least two pixels; a line of pixels is returned unchanged.
        guard width >= 2, height >= 2, degrees.isFinite else { return PreparedImage(self) }
        let angle = degrees * .pi / 180
        let (s, c) = (sin(angle), cos(angle))
        let (w, h) = (Double(width), Double(height))
        // Rounding of sine and cosine must not add a row.
        let turned = FrameSize(
            width: Int((abs(w * c) + abs(h * s) - 1e-6).rounded(.up)),
            height: Int((abs(w * s) + abs(h * c) - 1e-6).rounded(.up)))
        // From the new picture's centre to the old one's, rotating back.
        let map = PixelMap(
            xx: c, xy: s, x0: w / 2 - c * Double(turned.width) / 2 - s * Double(turned.height) / 2,
            yx: -s, yy: c, y0: h / 2 + s * Double(turned.width) / 2 - c * Double(turned.height) / 2)

        let (width, height, stride) = (width, height, rowStride)
        let image = unsafe LumaImage.made(turned, from: self) { source, target in
            // 16 fractional bits; a picture is under 2^20 pixels wide.
            let one = 65536.0
            let stepX = Int((map.xx * one).rounded())
            let stepY = Int((map.yx * one).rounded())
            for row in 0..<turned.height {
                let to = unsafe target + row &* turned.width
                unsafe to.update(repeating: 255, count: turned.width)
                // Relative to pixel centres, so minus the half that turns the integer part into an index.
                let start = map(x: 0.5, y: Double(row) + 0.5)
                let x0 = Int(((start.x - 0.5) * one).rounded())
                let y0 = Int(((start.y - 0.5) * one).rounded())
                // Rounding must not lose the border: 1/2048 of a pixel outside counts as inside. Values there are off by
                // less than a half, so they do not wrap.
                let slack = 32
                let across = LumaImage.span(
                    from: x0 + slack, step: stepX, upTo: ((width - 1) << 16) + 2 * slack, count: turned.width)
                let down = LumaImage.span(
                    from: y0 + slack, step: stepY, upTo: ((height - 1) << 16) + 2 * slack, count: turned.width)
                let columns = across.clamped(to: down)
                var x = x0 &+ stepX &* columns.lowerBound
                var y = y0 &+ stepY &* columns.lowerBound
                for column in columns {
                    // The neighbours to the right and below exist: at the last pixel the fraction is 0 and the index is
                    // one less.
                    let px = max(0, min(x >> 16, width &- 2))
                    let py = max(0, min(y >> 16, height &- 2))
                    let fx = x &- px << 16
                    let fy = y &- py << 16
                    let p = unsafe source + (py &* stride &+ px)
                    let top = unsafe (Int(p[0]) << 16) &+ (Int(p[1]) &- Int(p[0])) &* fx
                    let bottom = unsafe (Int(p[stride]) << 16) &+ (Int(p[stride &+ 1]) &- Int(p[stride])) &* fx
                    let value = (top << 16) &+ (bottom &- top) &* fy
                    unsafe to[column] = UInt8(truncatingIfNeeded: (value &+ (1 << 31)) >> 32)
                    x &+= stepX
                    y &+= stepY
                }
            }
        }
        return PreparedImage(image, toOriginal: map)
    }

    /// The indices below `count` for which `from + step * index` lies in 0...`last`.
    private static func span(from: Int, step: Int, upTo last: Int, count: Int) -> Range<Int> {
        guard step != 0 else { return (0...last).contains(from) ? 0..<count : 0..<0 }
        func ceilingDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? (a + b - 1) / b : -(-a / b) }
        func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((-a + b - 1) / b) }
        let (low, high) =
            step > 0
            ? (ceilingDivide(-from, step), floorDivide(last - from, step))
            : (ceilingDivide(from - last, -step), floorDivide(from, -step))
        let begin = max(0, low)
        return begin..<max(begin, min(count, high + 1))
    }
}
