// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// Black and white by local threshold: a pixel becomes 0 if it is darker than the mean of the surrounding square of
    /// `2 * radius + 1` pixels by more than `offset`, otherwise 255. At the borders the square is cut.
    ///
    /// `radius` is 1 to 1000; about three times a narrow bar suits linear codes.
    package func thresholded(radius: Int, offset: Int) -> LumaImage {
        precondition((1...1000).contains(radius), "a radius of 1 to 1000 pixels")
        let (width, height, stride) = (width, height, rowStride)
        return unsafe .made(size, from: self) { source, target in
            // Column sums over the square's rows as it moves down, then a sum that moves along the row.
            var columns = [UInt32](repeating: 0, count: width)
            unsafe columns.withUnsafeMutableBufferPointer { columns in
                for y in 0..<min(radius, height) {
                    let from = unsafe source + y &* stride
                    for x in 0..<width { unsafe columns[x] &+= UInt32(from[x]) }
                }
                for y in 0..<height {
                    if y &+ radius < height {
                        let from = unsafe source + (y &+ radius) &* stride
                        for x in 0..<width { unsafe columns[x] &+= UInt32(from[x]) }
                    }
                    if y > radius {
                        let from = unsafe source + (y &- radius &- 1) &* stride
                        for x in 0..<width { unsafe columns[x] &-= UInt32(from[x]) }
                    }
                    let rows = min(y + radius, height - 1) - max(y - radius, 0) + 1
                    let from = unsafe source + y &* stride
                    let to = unsafe target + y &* width
                    var sum = 0
                    for x in 0..<min(radius, width) { unsafe sum &+= Int(columns[x]) }
                    for x in 0..<width {
                        if x &+ radius < width { unsafe sum &+= Int(columns[x &+ radius]) }
                        if x > radius { unsafe sum &-= Int(columns[x &- radius &- 1]) }
                        let across = min(x &+ radius, width &- 1) &- max(x &- radius, 0) &+ 1
                        // value < sum / count - offset, without division.
                        let dark = unsafe (Int(from[x]) &+ offset) &* (rows &* across) < sum
                        unsafe to[x] = dark ? 0 : 255
                    }
                }
            }
        }
    }
}
