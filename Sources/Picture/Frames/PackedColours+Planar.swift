// SPDX-License-Identifier: Apache-2.0

extension PackedColours {
    /// The same from a picture in planes, in which four pixels share a colour (4:2:0), as boards and libcamera send it; `nil` if
    /// libcamera's planes lie apart.
    ///
    /// - Parameters:
    ///   - bytes: luma, then the colours, as V4L2 lays them out in one buffer. They are copied.
    ///   - bytesPerLine: of the luma; the colours have half of it in each plane. 0 if rows have no padding.
    /// - Returns: `nil` for other formats, odd sizes, and too few bytes.
    package init?(planar bytes: PixelStorage, _ format: FourCC, size: FrameSize, bytesPerLine: Int) {
        let line = bytesPerLine > 0 ? bytesPerLine : size.width
        let (width, height) = (size.width, size.height)
        guard width >= 2, height >= 2, width.isMultiple(of: 2), height.isMultiple(of: 2), line >= width, line.isMultiple(of: 2),
            bytes.count >= line * height + line * height / 2
        else { return nil }
        let luma = line * height
        // Where the blue and the red of a pair of pixels are, from its column and row among the pairs.
        let step: Int
        let (blue, red): (Int, Int)
        let row: Int
        switch format.description {
        case "YU12": (step, row, blue, red) = (1, line / 2, luma, luma + luma / 4)
        case "YV12": (step, row, blue, red) = (1, line / 2, luma + luma / 4, luma)
        case "NV12": (step, row, blue, red) = (2, line, luma, luma + 1)
        case "NV21": (step, row, blue, red) = (2, line, luma + 1, luma)
        default: return nil
        }
        let packed = bytes.withSpan { source in
            PixelStorage(count: 2 * width * height) { target in
                for y in 0..<height {
                    for pair in 0..<width / 2 {
                        let at = 2 * width * y + 4 * pair
                        let place = y / 2 * row + pair * step
                        target[at] = source[line * y + 2 * pair]
                        target[at + 1] = source[blue + place]
                        target[at + 2] = source[line * y + 2 * pair + 1]
                        target[at + 3] = source[red + place]
                    }
                }
            }
        }
        guard let format = FourCC("YUYV"), let order = Order(format) else { return nil }
        self.init(packed, order, size: size, bytesPerLine: 2 * width)
    }
}
