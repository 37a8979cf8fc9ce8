// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// A dark line at the outer modules of a QR code or close beside them, as frames and boxes have it: its margin begins beyond the line, and
/// readers take the line for modules.
package enum TouchingLine {
    private static let samples = 48
    /// How far from the outline is looked, in modules: an outline is right by a third of a module, and lines may be that narrow. Farther away,
    /// the margin is found as that of other codes is.
    private static let outside = [0.4, 0.7, 1, 1.3, 1.6, 1.9]
    private static let inside = 0.5

    /// How far from the outline it begins, in modules, at the side where it is nearest; 0 where it touches, and `nil` if there is none. A row of a
    /// code is never dark from one end to the other.
    ///
    /// - Parameters:
    ///   - corners: those of a dark-on-light QR code that was read, in pixels of `image`.
    ///   - module: pixels a module.
    package static func distance(in image: LumaImage, at corners: Quadrilateral, module: Double) -> Double? {
        let points = corners.corners
        let side = (corners.width + corners.height) / 2
        guard module >= 2, side > 20 * module else { return nil }
        let centre = corners.center
        return (0..<4).compactMap { index -> Double? in
            let (start, end) = (points[index], points[(index + 1) % 4])
            let middle = start.towards(end, 0.5)
            let reach = centre.distance(to: middle)
            guard reach > 0 else { return nil }
            /// The values along the side, some modules outside of it.
            func values(_ distance: Double) -> [Double]? {
                let (dx, dy) = ((middle.x - centre.x) / reach * distance * module, (middle.y - centre.y) / reach * distance * module)
                let values = (0..<samples).compactMap { sample -> Double? in
                    let share = 0.02 + 0.96 * Double(sample) / Double(samples - 1)
                    let place = start.towards(end, share)
                    let (x, y) = (Int(place.x + dx), Int(place.y + dy))
                    guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return nil }
                    return Double(image[x, y])
                }
                return values.count == samples ? values : nil
            }
            guard let own = values(-inside), let low = own.min(), let high = own.max(), high - low >= 60 else { return nil }
            let threshold = (low + high) / 2
            guard own.count(where: { $0 > threshold }) >= samples / 6 else { return nil }
            let distance = outside.first { values($0).map { line in line.count { $0 < threshold } >= samples - 1 } == true }
            return distance.map { $0 == outside[0] ? 0 : $0 }
        }.min()
    }
}
