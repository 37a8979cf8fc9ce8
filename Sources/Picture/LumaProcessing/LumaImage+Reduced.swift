// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The picture at 1/`factor` of its width and height: each pixel is the rounded mean of `factor`² pixels. A remainder
    /// at the right and bottom is dropped.
    ///
    /// `factor` is 1 to 256; a picture smaller than the factor becomes empty.
    package func reduced(by factor: Int) -> PreparedImage {
        precondition((1...256).contains(factor), "a reduction is by 1 to 256")
        guard factor > 1 else { return PreparedImage(self) }
        let small = FrameSize(width: width / factor, height: height / factor)
        let stride = rowStride
        let area = UInt32(factor * factor)
        let image = unsafe LumaImage.made(small, from: self) { source, target in
            let used = small.width &* factor
            var columns = [UInt32](repeating: 0, count: used)
            unsafe columns.withUnsafeMutableBufferPointer { columns in
                for y in 0..<small.height {
                    let top = unsafe source + y &* factor &* stride
                    for x in 0..<used { unsafe columns[x] = UInt32(top[x]) }
                    for row in 1..<factor {
                        let from = unsafe top + row &* stride
                        for x in 0..<used { unsafe columns[x] &+= UInt32(from[x]) }
                    }
                    let to = unsafe target + y &* small.width
                    var column = 0
                    for x in 0..<small.width {
                        var sum = area / 2
                        for _ in 0..<factor {
                            unsafe sum &+= columns[column]
                            column &+= 1
                        }
                        unsafe to[x] = UInt8(truncatingIfNeeded: sum / area)
                    }
                }
            }
        }
        return PreparedImage(image, toOriginal: .scale(Double(factor)))
    }
}
