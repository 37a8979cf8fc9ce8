// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

extension Calibrator {
    /// Below this decode rate, a torch that was switched on before the light was measured is doubted: close to glossy or
    /// tilted paper it may light only one end of the code, which no exposure corrects.
    private static let doubtfulRate = 0.9

    /// If the best setting with the torch fails in too many frames, searches again without it and keeps the better result.
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
