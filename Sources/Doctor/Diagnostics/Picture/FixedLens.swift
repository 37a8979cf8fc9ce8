// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Glibc

/// What a camera without a focus drive can resolve at all: nearer than its lens is sharp, codes blur; farther away, they are
/// too small.
enum FixedLens {
    /// The narrowest bar or module, in millimetres, that has two pixels where the lens is sharp.
    static func module(width: Int) -> Double {
        let (distance, angle) = PictureThresholds.fixedFocus
        let view = 2 * distance * tan(angle / 2 * .pi / 180)
        return PictureThresholds.module * view / Double(max(1, width))
    }

    /// The limit as advice; `nil` for a camera that has a focus drive, and for pictures that no camera is known of.
    static func limit(_ evidence: PictureEvidence) -> Fix? {
        guard evidence.isLive, let settings = evidence.settings, settings.isFocusAutomatic == nil,
            settings.focusMaximum == nil, let width = evidence.figures?.width, evidence.region == nil
        else { return nil }
        let least = module(width: width)
        return Fix(
            "If it reads at no distance, this camera cannot resolve it: with \(width) pixels across, a fixed lens shows bars or modules from about \(least.text(2)) mm (those of a normal EAN-13 are 0.33 mm wide, of one at 80 % 0.26 mm). Then print the code larger, use a larger picture if the camera offers one, or use a camera that focuses nearer"
        )
    }
}
