// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// How long a code that moves may be exposed: the way it goes in that time is smear.
public struct BlurBudget: Hashable, Sendable {
    /// Millimetres a pixel of the picture covers at the code.
    public var millimetresPerPixel: Double
    /// Pixels a module is wide.
    public var modulePixels: Double

    /// The share of a module that a code may move: bars of half a module's smear still reach full black and white.
    /// Source: the rule of camera scanners' manuals, speed × exposure ≤ X, halved (facts: failure cause 40).
    static let share = 0.5

    /// - Parameters:
    ///   - modulePixels: measured width of a module.
    ///   - module: its width in millimetres.
    public init?(modulePixels: Double, module: Double) {
        guard modulePixels > 0.2, module > 0, modulePixels.isFinite, module.isFinite else { return nil }
        self.modulePixels = modulePixels
        millimetresPerPixel = module / modulePixels
    }

    /// Seconds.
    public func longestExposure(speed: Double) -> Double {
        guard speed > 0 else { return .infinity }
        return Self.share * modulePixels * millimetresPerPixel / speed
    }

    /// The X dimension that codes of this kind have where nobody says otherwise, millimetres; `nil` where there is no
    /// usual one. Source: GS1 General Specifications, section 5.12.3: retail codes are scanned at X = 0.330 mm nominal.
    public static func nominalModule(_ symbology: Symbology) -> Double? {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .isbn, .ean2, .ean5: 0.330
        default: nil
        }
    }
}
