// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Glibc

/// A patch of bars in a picture, and the grey values across its bars.
///
/// A position is (u, v): u pixels across the bars from the middle, v along them. The direction of the bar through u
/// changes with u because of perspective. Each picture row (or column, if the bars are closer to horizontal) meets that
/// bar at one point, which is sampled there by cubic interpolation along the row. Rows of a slanted code meet a bar at
/// different pixel phases, so their mean has finer detail than any single row.
struct BarView {
    var x: Double
    var y: Double
    /// Across the bars, radians.
    var angle: Double
    var fan: Double

    /// The point at u across and v along.
    func point(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
        let turn = angle + fan * u
        return (x + u * cos(angle) - v * sin(turn), y + u * sin(angle) + v * cos(turn))
    }

    /// The mean over lines v in `range`, at `count` positions from u = `from` in steps of `step`, with the number of
    /// lines inside the picture at each. Only every `skip`th line is used.
    func mean(
        of image: LumaImage, v range: ClosedRange<Double>, from: Double, step: Double, count: Int, skip: Int = 1
    ) -> [Float] {
        let isUpright = abs(cos(angle)) >= abs(sin(angle))
        var sums = [Float](repeating: 0, count: count)
        var hits = [Float](repeating: 0, count: count)
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        // `line` is a row for upright bars, otherwise a column; `along` runs in it.
        let (lines, length) = isUpright ? (height, width) : (width, height)
        guard length >= 4 else { return sums }
        var (darkest, lightest) = (UInt8.max, UInt8.min)
        let (lineStride, alongStride) = isUpright ? (stride, 1) : (1, stride)
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for index in 0..<count {
                let u = from + Double(index) * step
                let turn = angle + fan * u
                // The bar through u: (x0, y0) + v * (bx, by).
                let (x0, y0) = (x + u * cos(angle), y + u * sin(angle))
                let (bx, by) = (-sin(turn), cos(turn))
                let (across, along0) = isUpright ? (by, x0) : (bx, y0)
                let line0 = isUpright ? y0 : x0
                let slope = (isUpright ? bx : by) / across
                let ends = [line0 + range.lowerBound * across, line0 + range.upperBound * across].sorted()
                let begin = max(0, Int((ends[0] - 0.5).rounded(.up)))
                let end = min(lines - 1, Int((ends[1] - 0.5).rounded(.down)))
                guard begin <= end else { continue }
                var sum: Float = 0
                var hit: Float = 0
                var line = begin
                let inside = 1.0..<Double(length - 2)
                while line <= end {
                    let position = along0 + (Double(line) + 0.5 - line0) * slope - 0.5
                    if inside.contains(position) {
                        // It is positive, so that this rounds down.
                        let whole = Int(position)
                        let f = Float(position - Double(whole))
                        let p = unsafe first + (line &* lineStride &+ whole &* alongStride)
                        let middle = unsafe p[0]
                        let (a, b, c, d) = unsafe (
                            Float(p[-alongStride]), Float(middle), Float(p[alongStride]), Float(p[2 &* alongStride])
                        )
                        (darkest, lightest) = (min(darkest, middle), max(lightest, middle))
                        // Catmull-Rom cubic.
                        sum += b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
                        hit += 1
                    } else if position >= 0, position < Double(length) {
                        let only = unsafe first[line &* lineStride &+ Int(position) &* alongStride]
                        (darkest, lightest) = (min(darkest, only), max(lightest, only))
                        sum += Float(only)
                        hit += 1
                    }
                    line &+= skip
                }
                sums[index] = sum
                hits[index] = hit
            }
        }
        // Beyond the picture its last value is repeated.
        var last: Float?
        for index in 0..<count where hits[index] > 0 {
            // Next to an edge as sharp as in a drawing, the cubic goes beyond all pixels, like another edge.
            sums[index] = min(max(sums[index] / hits[index], Float(darkest)), Float(lightest))
            if last == nil { for before in 0..<index { sums[before] = sums[index] } }
            last = sums[index]
        }
        guard last != nil else { return sums }
        for index in 1..<max(1, count) where hits[index] == 0 && sums[index] == 0 { sums[index] = sums[index - 1] }
        return sums
    }
}
