// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The range of the means of squares with 1/24 of the picture's shorter side, 2nd to 98th percentile, in values of
    /// 255. It measures the light and shade of a scene. A covered lens shows none even at high gain, because noise
    /// cancels out.
    package func structure() -> Double { Self.structure(of: [self]) }

    /// The same for the mean of frames of one size, in which noise cancels out even more; 0 for no frames.
    package static func structure(of frames: [LumaImage]) -> Double {
        guard let size = frames.first?.size, size.width > 0, size.height > 0 else { return 0 }
        var means: [Double] = []
        var count = 0.0
        for frame in frames where frame.size == size {
            let blocks = frame.blockMeans()
            if means.isEmpty { means = blocks } else { for index in means.indices { means[index] += blocks[index] } }
            count += 1
        }
        means.sort()
        return (means[means.count * 49 / 50] - means[means.count / 50]) / count
    }

    private func blockMeans() -> [Double] {
        let side = max(1, min(width, height) / 24)
        let (stride, columns, rows) = (rowStride, width / side, height / side)
        var means: [Double] = []
        means.reserveCapacity(columns * rows)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for row in 0..<rows {
                for column in 0..<columns {
                    var sum = 0
                    for y in row * side..<(row + 1) * side {
                        let line = unsafe first + (y &* stride &+ column &* side)
                        for x in 0..<side { unsafe sum &+= Int(line[x]) }
                    }
                    means.append(Double(sum) / Double(side * side))
                }
            }
        }
        return means
    }
}
