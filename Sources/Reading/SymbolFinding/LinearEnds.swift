// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// What lies beyond the two ends of a linear code: its light margin on one side, and on the other dark ground from the last bar
/// on, as where a label is cut off or a printer's margin ends inside the code.
package enum LinearEnds {
    private static let lines = 9
    /// How far is looked, in modules: the margin that the standards ask for is ten.
    private static let reach = 8.0
    private static let step = 0.5

    /// Whether exactly one end has dark ground all along `reach`, and the other one a light margin of most of it.
    ///
    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`.
    ///   - module: the narrowest bar in pixels.
    ///   - dark: the value of the bars.
    ///   - light: the value of the spaces.
    package static func areUneven(
        in image: LumaImage, corners: Quadrilateral, module: Double, dark: Double, light: Double
    ) -> Bool {
        guard light - dark >= 40, module >= 1 else { return false }
        let points = corners.corners
        let shares = [(0, 3, 1, 2), (1, 2, 0, 3)].compactMap { top, bottom, otherTop, otherBottom -> Double? in
            var (darkOnes, all) = (0, 0)
            for line in 0..<lines {
                let v = 0.08 + 0.84 * Double(line) / Double(lines - 1)
                let end = points[top].towards(points[bottom], v)
                let other = points[otherTop].towards(points[otherBottom], v)
                let length = end.distance(to: other)
                guard length > 8 * module else { return nil }
                for distance in stride(from: 1, through: reach, by: step) {
                    let place = other.towards(end, 1 + distance * module / length)
                    guard place.x >= 0, place.y >= 0, place.x < Double(image.width), place.y < Double(image.height)
                    else { return nil }
                    let value = Double(image[Int(place.x), Int(place.y)])
                    all += 1
                    if value < (dark + light) / 2 { darkOnes += 1 }
                }
            }
            return Double(darkOnes) / Double(all)
        }.sorted()
        return shares.count == 2 && shares[0] <= 0.15 && shares[1] >= 0.95
    }
}
