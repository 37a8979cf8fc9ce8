// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// How long a code that moves may be exposed: the way it goes in that time is smear.
public struct BlurBudget: Hashable, Sendable {
    /// The width of a module, millimetres.
    public var module: Double

    /// The share of a module that a code may move: bars of half a module's smear still reach full black and white.
    /// Source: the rule of camera scanners' manuals, speed × exposure ≤ X, halved (facts: failure cause 40).
    static let share = 0.5

    public init(module: Double) { self.module = module }

    /// Seconds.
    public func longestExposure(speed: Double) -> Double {
        guard speed > 0 else { return .infinity }
        return Self.share * module / speed
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
