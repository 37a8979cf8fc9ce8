// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// How many blocks of 16 × 16 pixels are even in this picture, and have structure in `plane`, a colour of the same picture:
    /// there things differ in hue only.
    package func blocksOfHue(in plane: LumaImage) -> Int {
        guard plane.size == size else { return 0 }
        let (columns, rows) = (width / 16, height / 16)
        var count = 0
        for row in 0..<rows {
            for column in 0..<columns {
                let place = (x: 16 * column, y: 16 * row)
                if plane.deviation(at: place) >= 20, deviation(at: place) <= 6 { count += 1 }
            }
        }
        return count
    }

    /// The standard deviation of a block of 16 × 16 pixels.
    private func deviation(at place: (x: Int, y: Int)) -> Double {
        withSpan { span in
            var (sum, squares) = (0, 0)
            for y in place.y..<place.y + 16 {
                for x in place.x..<place.x + 16 {
                    let value = Int(span[y &* rowStride &+ x])
                    sum &+= value
                    squares &+= value &* value
                }
            }
            let mean = Double(sum) / 256
            return max(0, Double(squares) / 256 - mean * mean).squareRoot()
        }
    }
}
