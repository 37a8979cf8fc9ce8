// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// A dark line right at the outer modules of a QR code, as frames and boxes have it: its margin begins beyond the line, and readers take
/// the line for modules.
package enum TouchingLine {
    private static let samples = 48
    /// How far from the outline is looked, in modules: an outline is right by a third of a module, and lines may be that narrow.
    private static let outside = 0.4
    private static let inside = 0.5

    /// Whether it is at one side at least. A row of a code is never dark from one end to the other.
    ///
    /// - Parameters:
    ///   - corners: those of a dark-on-light QR code that was read, in pixels of `image`.
    ///   - module: pixels a module.
    package static func isThere(in image: LumaImage, at corners: Quadrilateral, module: Double) -> Bool {
        let points = corners.corners
        let side = (corners.width + corners.height) / 2
        guard module >= 2, side > 20 * module else { return false }
        let centre = corners.center
        return (0..<4).contains { index in
            let (start, end) = (points[index], points[(index + 1) % 4])
            let middle = start.towards(end, 0.5)
            let reach = centre.distance(to: middle)
            guard reach > 0 else { return false }
            /// The values along the side, some modules outside of it.
            func values(_ distance: Double) -> [Double] {
                let (dx, dy) = ((middle.x - centre.x) / reach * distance * module, (middle.y - centre.y) / reach * distance * module)
                return (0..<samples).compactMap { sample in
                    let share = 0.02 + 0.96 * Double(sample) / Double(samples - 1)
                    let place = start.towards(end, share)
                    let (x, y) = (Int(place.x + dx), Int(place.y + dy))
                    guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return nil }
                    return Double(image[x, y])
                }
            }
            let (own, line) = (values(-inside), values(outside))
            guard own.count == samples, line.count == samples, let low = own.min(), let high = own.max(), high - low >= 60 else { return false }
            let threshold = (low + high) / 2
            return own.count { $0 > threshold } >= samples / 6 && line.count { $0 < threshold } >= samples - 1
        }
    }
}
