// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Glibc

/// How far the light may change before settings that stay fixed no longer read, estimated from the tones and the noise that
/// they have now.
package struct LightReach: Hashable, Sendable {
    /// Times as bright.
    package var brighter: Double
    /// Times darker.
    package var darker: Double

    /// The darkest tone of a code whose bars can still be told from clipped paper, linear.
    private static let darkest = 0.45
    /// The least distance of the tones, linear: about eight values of luma near black.
    private static let leastContrast = 0.004

    /// `nil` if no code was read, or its tones are not known.
    package init?(_ report: CalibrationReport) {
        let result = report.after
        guard report.basis == .code, result.rate > 0.5, !report.keepsAutomaticExposure,
            report.chosen.contains(where: { $0.id == .exposureTimeAbsolute }), result.light > result.dark + 8
        else { return nil }
        let (dark, light) = (linear(result.dark), linear(result.light))
        brighter = min(64, max(1, Self.darkest / max(dark, 0.007)))
        let byNoise = (result.contrastToNoise ?? 1) / SearchPlan.neededContrast
        darker = min(64, max(1, min((light - dark) / Self.leastContrast, byNoise)))
    }
}
