// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

extension Calibrator {
    /// Below this rate a lamp that was lit before the light was measured is doubted: near glossy or tilted paper it may
    /// light one end of the code and leave the other dark, which no exposure evens out.
    private static let doubtfulRate = 0.9

    /// Searches once more without the torch, where the best with it misses frames, and keeps what is better.
    func searchWithoutTorch() throws(CalibrationError) {
        guard isTorchLit, report.after.rate < Self.doubtfulRate, !isOutOfPatience, let torch = desk.abilities.torch,
            let range = desk.abilities.torchRange, let setting = bestSetting
        else { return }
        let (lit, wasHurried) = (report, isHurried)
        isTorchLit = false
        mayLightTorch = false
        try waitForEffect { () throws(CalibrationError) in try desk.set(torch, range.minimum) }
        if let facts = try measureLight() { try search(facts) }
        guard !report.after.isBetter(than: lit.after) else { return }
        let (probes, remarks) = (report.probes, report.remarks)
        report = lit
        (report.probes, report.remarks) = (probes, remarks)
        (bestSetting, isHurried, isTorchLit) = (setting, wasHurried, true)
        try waitForEffect { () throws(CalibrationError) in
            try desk.set(torch, range.maximum)
            try desk.apply(complete(setting))
        }
    }
}
