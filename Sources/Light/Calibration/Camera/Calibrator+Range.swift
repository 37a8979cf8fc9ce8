// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Glibc

extension Calibrator {
    /// Finds in how little light the code reads, in the light of this minute: in an eighth of the exposure a pixel gathers as
    /// much light as in the full exposure in an eighth of the light, and noise is the same. The gain is the largest, as in
    /// the dark. Leaves the camera at the best setting.
    func findDarkest(_ facts: LightFacts?) throws(CalibrationError) {
        guard request.findsRange else { return }
        guard let facts, let gain = facts.gain, let best = bestSetting, watch.isPlaceRead, facts.whiteRatio > 0,
            let start = facts.response.exposure(
                for: LightFacts.white / facts.whiteRatio / 2, gain: gain.maximum)
        else {
            report.remarks.append(
                "cannot find the darkest light that reads: that needs a code, and a camera with exposure and gain")
            return
        }
        var exposure = facts.exposure.atMost(min(start, facts.limit * 1e4))
        for step in 0..<Self.darkSteps {
            say(.range, 0.93 + 0.04 * Double(step) / Double(Self.darkSteps), trying: nil)
            var setting = best
            (setting.exposure, setting.gain) = (exposure, gain.maximum)
            let result = try probe(setting, frames: StoppingRule.round)
            guard result.rate >= Self.readable else { break }
            let shorter = facts.exposure.atMost(Double(exposure) / 2)
            report.darkest = (exposure, shorter >= exposure)
            guard shorter < exposure else { break }
            exposure = shorter
        }
        try waitForEffect { () throws(CalibrationError) in try desk.apply(best) }
        guard report.darkest == nil else { return }
        report.remarks.append("cannot find the darkest light that reads: with the largest gain nothing was read")
    }

    private static let darkSteps = 12
    /// The share of the frames that must read.
    private static let readable = 0.5
}
