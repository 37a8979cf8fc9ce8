// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// How long a moving code may be exposed: the distance it moves in that time is motion blur.
package struct BlurBudget: Hashable, Sendable {
    /// The width of a module, millimetres.
    package var module: Double

    /// The share of a module that a code may move: bars blurred by half a module still reach full black and white.
    /// Source: the rule in camera scanner manuals, speed × exposure ≤ X, halved (facts: failure cause 40).
    static let share = 0.5

    package init(module: Double) { self.module = module }

    /// Seconds.
    package func longestExposure(speed: Double) -> Double {
        guard speed > 0 else { return .infinity }
        return Self.share * module / speed
    }

    /// The usual X dimension of a symbology, millimetres; `nil` if there is none. Source: GS1 General Specifications,
    /// section 5.12.3: retail codes are scanned at X = 0.330 mm nominal.
    package static func nominalModule(_ symbology: Symbology) -> Double? {
        switch symbology {
        case .ean13, .ean8, .upcA, .upcE, .isbn, .ean2, .ean5: 0.330
        default: nil
        }
    }
}
