// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Glibc

/// Where the modules of a QR code are, by the middles of its three corner patterns.
///
/// Perspective is left out: the grid of a code that is seen at an angle is off in the corner without a pattern.
package struct ModuleGrid: Sendable {
    /// Modules a side.
    package let modules: Int
    private let origin: PixelPoint
    private let right, down: (x: Double, y: Double)

    /// `nil` if the three patterns are not a whole number of modules apart, as QR codes have them.
    package init?(_ shape: FinderShape) {
        guard let missing = (0..<4).first(where: { index in !shape.patterns.contains { $0.corner == index } }) else {
            return nil
        }
        func pattern(_ corner: Int) -> (corner: Int, centre: PixelPoint, pitch: Double)? {
            shape.patterns.first { $0.corner == (missing + corner) % 4 }
        }
        guard let first = pattern(2), let across = pattern(3), let below = pattern(1) else { return nil }
        let pitch = (first.pitch + across.pitch + below.pitch) / 3
        func distance(_ other: PixelPoint) -> Double { hypot(other.x - first.centre.x, other.y - first.centre.y) }
        let (width, height) = (distance(across.centre) / pitch, distance(below.centre) / pitch)
        let version = (((width + height) / 2 + 7 - 17) / 4).rounded()
        guard (1...40).contains(version) else { return nil }
        modules = 17 + 4 * Int(version)
        let parts = Double(modules - 7)
        guard abs(width - parts) < 1.5, abs(height - parts) < 1.5 else { return nil }
        origin = first.centre
        right = ((across.centre.x - origin.x) / parts, (across.centre.y - origin.y) / parts)
        down = ((below.centre.x - origin.x) / parts, (below.centre.y - origin.y) / parts)
    }

    /// A place in modules from the symbol's own top left corner: the middle of the first module is (0.5, 0.5).
    package func point(_ column: Double, _ row: Double) -> PixelPoint {
        PixelPoint(
            x: origin.x + (column - 3.5) * right.x + (row - 3.5) * down.x,
            y: origin.y + (column - 3.5) * right.y + (row - 3.5) * down.y)
    }
}
