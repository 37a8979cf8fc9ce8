// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

/// An affine map of positions in a prepared picture to positions in the picture it was made from.
///
/// Positions are continuous: the centre of the top left pixel is (0.5, 0.5).
package struct PixelMap: Hashable, Sendable {
    /// `x = xx * x' + xy * y' + x0`, `y = yx * x' + yy * y' + y0`.
    package var xx, xy, x0, yx, yy, y0: Double

    @inlinable package init(xx: Double, xy: Double, x0: Double, yx: Double, yy: Double, y0: Double) {
        (self.xx, self.xy, self.x0) = (xx, xy, x0)
        (self.yx, self.yy, self.y0) = (yx, yy, y0)
    }

    package static let identity = PixelMap(xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0)

    package static func scale(_ factor: Double) -> PixelMap {
        PixelMap(xx: factor, xy: 0, x0: 0, yx: 0, yy: factor, y0: 0)
    }

    /// From an upright picture to a place around `center` that is turned: its upper edge has this angle.
    ///
    /// - Parameters:
    ///   - across, along: the lengths of the place's upper edge and of its sides.
    ///   - angle: in radians, clockwise.
    ///   - size: of the upright picture.
    package init(
        around center: (x: Double, y: Double), across: Double, along: Double, angle: Double, from size: FrameSize
    ) {
        let (c, s) = (cos(angle), sin(angle))
        let (sx, sy) = (across / Double(size.width), along / Double(size.height))
        let (halfX, halfY) = (Double(size.width) / 2, Double(size.height) / 2)
        self.init(
            xx: sx * c, xy: -sy * s, x0: center.x - sx * c * halfX + sy * s * halfY, yx: sx * s, yy: sy * c,
            y0: center.y - sx * s * halfX - sy * c * halfY)
    }

    @inlinable package func callAsFunction(x: Double, y: Double) -> (x: Double, y: Double) {
        (xx * x + xy * y + x0, yx * x + yy * y + y0)
    }

    /// The map back; `nil` if this one has none.
    package var inverse: PixelMap? {
        let determinant = xx * yy - xy * yx
        guard abs(determinant) > 1e-12 else { return nil }
        let (a, b, c, d) = (yy / determinant, -xy / determinant, -yx / determinant, xx / determinant)
        return PixelMap(xx: a, xy: b, x0: -a * x0 - b * y0, yx: c, yy: d, y0: -c * x0 - d * y0)
    }

    /// This map, and then `outer`.
    package func followed(by outer: PixelMap) -> PixelMap {
        PixelMap(
            xx: outer.xx * xx + outer.xy * yx, xy: outer.xx * xy + outer.xy * yy,
            x0: outer.xx * x0 + outer.xy * y0 + outer.x0,
            yx: outer.yx * xx + outer.yy * yx, yy: outer.yx * xy + outer.yy * yy,
            y0: outer.yx * x0 + outer.yy * y0 + outer.y0)
    }
}
