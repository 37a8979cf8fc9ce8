// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// Whether a symbol's bars or modules are dark on light or light on dark.
package enum SymbolPolarity: String, Hashable, Sendable, Codable {
    case darkOnLight = "dark-on-light"
    case lightOnDark = "light-on-dark"

    /// The share of the way from dark to light that counts as a light background: values between are a desk or a hand,
    /// and say nothing.
    private static let lightGround = 0.6
    private static let darkGround = 0.25
    private static let lines = 12

    /// Determined by the area just outside: a symbol's quiet zone has the background's value. `nil` if that is unclear.
    ///
    /// - Parameters:
    ///   - kind: a linear code has a quiet zone only at both ends of its row of bars.
    ///   - module: the narrowest bar or module, in pixels.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    package init?(
        of image: LumaImage, corners: Quadrilateral, kind: SymbolCandidate.Kind, module: Double, dark: Double,
        light: Double
    ) {
        guard light - dark >= 8 else { return nil }
        let turned = Quadrilateral(
            topLeft: corners.bottomLeft, topRight: corners.topLeft, bottomRight: corners.topRight,
            bottomLeft: corners.bottomRight)
        var values = Self.beyond(corners, image, module)
        if kind == .matrix { values += Self.beyond(turned, image, module) }
        values.sort()
        guard values.count >= Self.lines else { return nil }
        let ground = (Double(values[values.count / 2]) - dark) / (light - dark)
        if ground >= Self.lightGround {
            self = .darkOnLight
        } else if ground <= Self.darkGround {
            self = .lightOnDark
        } else {
            return nil
        }
    }

    /// Values one to three modules beyond the left and right sides, on lines across the symbol.
    private static func beyond(_ corners: Quadrilateral, _ image: LumaImage, _ module: Double) -> [UInt8] {
        var values: [UInt8] = []
        for line in 0..<lines {
            let v = (Double(line) + 0.5) / Double(lines)
            let (x0, y0) = (
                corners.topLeft.x + (corners.bottomLeft.x - corners.topLeft.x) * v,
                corners.topLeft.y + (corners.bottomLeft.y - corners.topLeft.y) * v
            )
            let (x1, y1) = (
                corners.topRight.x + (corners.bottomRight.x - corners.topRight.x) * v,
                corners.topRight.y + (corners.bottomRight.y - corners.topRight.y) * v
            )
            let length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).squareRoot()
            guard length > 0, length.isFinite else { continue }
            let (ux, uy) = ((x1 - x0) / length, (y1 - y0) / length)
            for distance in [1.0, 2, 3].map({ max(1, $0 * module) }) {
                for (x, y) in [(x0 - ux * distance, y0 - uy * distance), (x1 + ux * distance, y1 + uy * distance)] {
                    guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { continue }
                    values.append(image[Int(x), Int(y)])
                }
            }
        }
        return values
    }
}
