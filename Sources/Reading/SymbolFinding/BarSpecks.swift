// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// How much of a linear code is specks: single pixels, light ones in bars and dark ones in spaces, as a scan in pure black and
/// white makes of rough paper, thin ink and noise. A reader that follows one row takes each for a bar or a space.
package enum BarSpecks {
    /// The share of its pixels from which it counts. A row across a code of a hundred bars meets several then.
    package static let least = 0.005

    /// - Parameter corners: the outline, in pixels of `image`; its upper edge runs across the bars.
    /// - Returns: from 0 to 1; `nil` for a code that is too small or too pale for it.
    package static func share(of image: LumaImage, corners: Quadrilateral) -> Double? {
        guard corners.width >= 40, corners.height >= 24 else { return nil }
        let count = min(800, Int(corners.width))
        let halfLength = min(0.35, 200 / corners.height)
        let length = Int(2 * halfLength * corners.height)
        // Pixels as they are: values between them would hide what is one pixel wide.
        let columns = (0..<count).map { index -> [Float] in
            let u = (Double(index) + 0.5) / Double(count)
            return (0..<length).compactMap { step in
                let point = corners.point(u, 0.5 + halfLength * (2 * (Double(step) + 0.5) / Double(length) - 1))
                let (x, y) = (Int(point.x), Int(point.y))
                guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return nil }
                return Float(image[x, y])
            }
        }
        let values = columns.joined().sorted()
        guard values.count >= 1000 else { return nil }
        let (dark, light) = (values[values.count / 10], values[values.count * 9 / 10])
        guard light - dark >= 40 else { return nil }
        let half = (light - dark) / 2
        var specks = [Int](repeating: 0, count: length)
        for column in columns where column.count > 4 {
            for place in 2..<(column.count - 2) {
                // Along a bar nothing changes: the middle of five neighbours is what the bar or space is like.
                let middle = column[(place - 2)...(place + 2)].sorted()[2]
                if abs(column[place] - middle) > half { specks[place] += 1 }
            }
        }
        // A thin line across the bars is no speck.
        return Double(specks.filter { 5 * $0 < count }.reduce(0, +)) / Double(values.count)
    }
}
