// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// A small picture in a terminal: two pixels per character (upper and lower half) in the 24 greys of the 256-colour
/// palette.
enum TerminalPicture {
    /// The area inside the corners, upright, at most `columns` characters wide and `rows` high. Empty for no area.
    static func lines(of image: LumaImage, inside corners: Quadrilateral, columns: Int, rows: Int) -> [String] {
        let (width, height) = (max(corners.width, 1), max(corners.height, 1))
        guard width.isFinite, height.isFinite else { return [] }
        let scale = min(Double(columns) / width, Double(2 * rows) / height)
        let size = FrameSize(width: max(1, Int(width * scale)), height: max(2, Int(height * scale) / 2 * 2))
        let patch = image.patch(inside: corners, size: size)
        return stride(from: 0, to: size.height, by: 2).map { row in
            var line = ""
            for column in 0..<size.width {
                let (upper, lower) = (patch[column, row], patch[column, row + 1])
                line += "\u{1b}[38;5;\(grey(upper));48;5;\(grey(lower))m\u{2580}"
            }
            return line + "\u{1b}[0m"
        }
    }

    /// 232 (nearly black) to 255 (nearly white).
    private static func grey(_ value: UInt8) -> Int { 232 + Int(value) * 23 / 255 }
}

extension LumaImage {
    /// The part of the picture inside four corners, upright, scaled to the given size. Each pixel is the mean of
    /// `oversampling` × `oversampling` points; points outside the picture are 0.
    ///
    /// Interpolates linearly without perspective: for display, not for reading.
    fileprivate func patch(inside corners: Quadrilateral, size: FrameSize, oversampling: Int = 3) -> LumaImage {
        let points = max(1, oversampling)
        return LumaImage(size: size) { patch in
            withSpan { pixels in
                for row in 0..<size.height {
                    for column in 0..<size.width {
                        var sum = 0
                        for index in 0..<points * points {
                            let down = Double(index / points) / Double(points) + 0.5 / Double(points)
                            let along = Double(index % points) / Double(points) + 0.5 / Double(points)
                            let v = (Double(row) + down) / Double(size.height)
                            let left = corners.topLeft.towards(corners.bottomLeft, v)
                            let right = corners.topRight.towards(corners.bottomRight, v)
                            let place = left.towards(right, (Double(column) + along) / Double(size.width))
                            guard place.x >= 0, place.y >= 0, place.x < Double(width), place.y < Double(height) else {
                                continue
                            }
                            sum += Int(pixels[Int(place.y) * rowStride + Int(place.x)])
                        }
                        patch[row * size.width + column] = UInt8(clamping: sum / (points * points))
                    }
                }
            }
        }
    }
}
