// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// How long a moving code may be exposed: the distance it moves in that time is motion blur.
public struct BlurBudget: Hashable, Sendable {
    /// The width of a module, millimetres.
    public var module: Double

    /// The share of a module that a code may move: bars blurred by half a module still reach full black and white.
    /// Source: the rule in camera scanner manuals, speed × exposure ≤ X, halved (facts: failure cause 40).
    static let share = 0.5

    public init(module: Double) { self.module = module }

    /// Seconds.
    public func longestExposure(speed: Double) -> Double {
        guard speed > 0 else { return .infinity }
        return Self.share * module / speed
    }

    /// The usual X dimension of a symbology, millimetres; `nil` if there is none. Source: GS1 General Specifications,
    /// section 5.12.3: retail codes are scanned at X = 0.330 mm nominal.
    public static func nominalModule(_ symbology: Symbology) -> Double? {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .isbn, .ean2, .ean5: 0.330
        default: nil
        }
    }
}
