// SPDX-License-Identifier: Apache-2.0

public import Barcodes
internal import FrameMetrics
public import Frames

/// Which of a symbol's two values its bars or modules have, and which its ground.
public enum SymbolPolarity: String, Hashable, Sendable, Codable {
    case darkOnLight = "dark-on-light"
    case lightOnDark = "light-on-dark"

    /// Of the ground's way from dark to light: what lies between is a desk or a hand, and tells nothing.
    private static let lightGround = 0.6
    private static let darkGround = 0.25
    private static let lines = 12

    /// Told by what lies just outside: a symbol's quiet zone has its ground's value. `nil` where that is neither.
    ///
    /// - Parameters:
    ///   - kind: a linear code has a quiet zone at both ends of its bars' row only.
    ///   - module: the narrowest bar or module, in pixels.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    public init?(
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

    /// Values one to three modules beyond the left and the right side, on lines across.
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
