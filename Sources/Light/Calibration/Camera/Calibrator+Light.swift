// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Glibc

/// A picture to measure the light from: not clipped and, if possible, not black.
private struct LightBase {
    var exposure: Int64
    var gain: Int64
    /// Mean linear light around the code.
    var level: Double
    var isBlack: Bool
}

extension Calibrator {
    /// Exposures of the flicker search, in units of 100 µs: one that shows bands, and one safe for both 50 and 60 Hz.
    private static let bandedExposure: Int64 = 50
    private static let safeExposure: Int64 = 500
    /// Below this frame mean, luma, the picture is mostly noise on black, whose mean does not follow the light.
    private static let black = 12.0

    /// Switches to manual exposure and learns the effect of exposure and gain; `nil` if the camera does not allow it.
    func measureLight() throws(CalibrationError) -> LightFacts? {
        guard hasExposure, let exposure = desk.abilities.exposure, let manual = desk.abilities.manualExposure else {
            return nil
        }
        say(.light, 0.12)
        try lightTorchIfDark()
        let start = try desk.value(of: .exposureTimeAbsolute) ?? exposure.defaultValue
        let readGain = try desk.value(of: .gain) ?? desk.abilities.gain?.defaultValue ?? 0
        let startGain = desk.abilities.gain?.nearest(Double(readGain)) ?? readGain
        guard try takeOver(manual: manual, exposure: exposure.nearest(Double(start)), gain: startGain) else {
            return nil
        }
        var model = ResponseModel()
        guard let base = try findLevel(exposure: exposure, start: start, gain: startGain, &model) else {
            return try giveExposureBack()
        }
        if base.isBlack, base.exposure >= exposure.maximum, base.gain >= desk.abilities.gain?.maximum ?? base.gain {
            desk.note(
                "the picture is black at the longest exposure and the largest gain: exposure stays automatic")
            return try giveExposureBack()
        }
        guard try learnExposure(base, range: exposure, &model) else { return try giveExposureBack() }
        let range = desk.abilities.exposure ?? exposure
        if let gain = desk.abilities.gain, hasGain { try learnGain(base, exposure: range, gain: gain, &model) }
        let interval = watch.interval ?? watch.durations.sorted().dropFirst(watch.durations.count / 2).first ?? 1 / 30
        var facts = LightFacts(
            response: model, exposure: range, gain: hasGain ? desk.abilities.gain : nil, interval: interval,
            safe: FlickerSafeTimes(.unknown))
        if whiteRatio > 0 { facts.whiteRatio = whiteRatio }
        if report.before.rate > 0 {
            facts.own = CameraSetting(exposure: range.nearest(Double(start)), gain: hasGain ? startGain : nil)
        }
        try findFlicker(&facts)
        return facts
    }

    /// Switches automatic exposure off. A camera that only claims to do so is detected later, when its exposure time has no
    /// effect.
    private func takeOver(manual: Int64, exposure: Int64, gain: Int64) throws(CalibrationError) -> Bool {
        var isManual = false
        try waitForEffect { () throws(CalibrationError) in
            isManual = try desk.set(.autoExposure, manual)
            if desk.abilities.hasAutogain { try desk.set(.autogain, 0) }
            desk.forget([.exposureTimeAbsolute, .gain])
            try desk.set(.exposureTimeAbsolute, exposure)
            if desk.abilities.gain != nil { try desk.set(.gain, gain) }
        }
        if desk.refused.contains(.gain) { hasGain = false }
        if !isManual || desk.refused.contains(.exposureTimeAbsolute) {
            desk.note("the camera rejects a manual exposure: exposure stays automatic")
            _ = try giveExposureBack()
            return false
        }
        return true
    }

    private func giveExposureBack() throws(CalibrationError) -> LightFacts? {
        hasExposure = false
        if let automatic = desk.originals.first(where: { $0.id == .autoExposure })?.value {
            try waitForEffect { () throws(CalibrationError) in try desk.set(.autoExposure, automatic) }
        }
        desk.forget([.exposureTimeAbsolute, .gain])
        return nil
    }

    /// Finds a picture that is neither black nor clipped, starting from the automatic exposure.
    private func findLevel(
        exposure range: ControlRange, start: Int64, gain startGain: Int64, _ model: inout ResponseModel
    ) throws(CalibrationError) -> LightBase? {
        var (exposure, gain) = (range.nearest(Double(start)), startGain)
        var look = try steadyLook()
        for _ in 0..<6 {
            if look.clipped > 0.02 || look.level > 0.6 {
                let shorter = range.nearest(Double(exposure) / 4)
                let least = desk.abilities.gain?.minimum ?? gain
                if shorter < exposure { exposure = shorter } else if gain > least { gain = least } else { break }
            } else if look.level < 0.004 {
                let longer = range.nearest(Double(exposure) * 4)
                let most = desk.abilities.gain?.maximum ?? gain
                if hasGain, gain < most { gain = most } else if longer > exposure { exposure = longer } else { break }
            } else {
                break
            }
            let (e, g) = (exposure, gain)
            try waitForEffect { () throws(CalibrationError) in
                try desk.set(.exposureTimeAbsolute, e)
                if hasGain { try desk.set(.gain, g) }
            }
            look = try steadyLook()
            report.probes += 1
        }
        noteWhite(look)
        exposure = try desk.readBack(.exposureTimeAbsolute, expected: exposure)
        if look.clipped <= 0.05 {
            model.add(ResponseModel.Look(exposure: exposure, gain: gain, level: look.level))
        }
        return LightBase(exposure: exposure, gain: gain, level: look.level, isBlack: look.mean < Self.black)
    }

    /// The mean of three more frames: it averages flicker, since three frames at 30 fps last ten flicker periods or more.
    private func steadyLook() throws(CalibrationError) -> FrameLook {
        var looks: [FrameLook] = []
        for _ in 0..<3 {
            looks.append(try watch.next(reads: false))
            remember(looks[looks.count - 1].signature)
        }
        var mean = looks[2]
        mean.level = looks.reduce(0) { $0 + $1.level } / 3
        mean.light = looks.reduce(0) { $0 + $1.light } / 3
        mean.clipped = looks.reduce(0) { max($0, $1.clipped) }
        return mean
    }

    /// Switches the torch on if it may be used and automatic exposure leaves the picture dark. Everything that follows,
    /// focusing included, is done in its light.
    private func lightTorchIfDark() throws(CalibrationError) {
        guard request.mayUseTorch, mayLightTorch, let torch = desk.abilities.torch,
            let range = desk.abilities.torchRange,
            report.before.rate < 0.999, linear(report.before.light) < LightFacts.white / 2
        else { return }
        let dark = try steadyLook()
        let lit = try waitForEffect { () throws(CalibrationError) in try desk.set(torch, range.maximum) }
        report.probes += 1
        if !desk.refused.contains(torch), lit.seen, lit.last.level > 1.2 * dark.level {
            isTorchLit = true
        } else {
            try desk.set(torch, desk.originals.first { $0.id == torch }?.value ?? range.minimum)
            desk.note("the torch adds no light to the picture")
        }
    }

    private func noteWhite(_ look: FrameLook) {
        guard look.level > 0.002, look.clipped < 0.02 else { return }
        whiteRatio = max(1, min(8, linear(look.light) / look.level))
    }

    /// Learns the effect of exposure time from a change by two stops.
    private func learnExposure(
        _ base: LightBase, range: ControlRange, _ model: inout ResponseModel
    ) throws(CalibrationError) -> Bool {
        let isBright = base.level > 0.03
        var other = range.nearest(Double(base.exposure) * (isBright ? 0.25 : 4))
        if abs(log2(Double(max(1, other)) / Double(max(1, base.exposure)))) < 0.5 {
            other = range.nearest(Double(base.exposure) * (isBright ? 4 : 0.25))
        }
        guard other > 0, base.exposure > 0, other != base.exposure else { return model.isKnown }
        let wanted = other
        let expected = log2(Double(other) / Double(base.exposure))
        try waitForEffect(expecting: expected) { () throws(CalibrationError) in
            try desk.set(.exposureTimeAbsolute, wanted)
        }
        report.probes += 1
        let last = try steadyLook()
        let seen = log2(max(1e-6, last.level) / max(1e-6, base.level))
        // Frames that are clipped or mostly noise on black prove nothing.
        let isLimited =
            last.clipped > 0.05 || max(base.level, last.level) < 0.001 || base.isBlack || last.mean < Self.black
        if !isLimited, seen / expected < 0.25 {
            desk.note(
                "the camera accepts exposure times but does not follow them (\(base.exposure) to \(other) should change "
                    + "the light by \(stops(expected)), not \(stops(seen))): exposure stays automatic")
            return false
        }
        if last.clipped <= 0.05, last.level > 0.001 {
            model.add(ResponseModel.Look(exposure: other, gain: base.gain, level: last.level))
            noteWhite(last)
            let learned = model
            guard
                try learnGrid(
                    (base.exposure, other), range: range,
                    level: {
                        learned.level(exposure: $0, gain: base.gain)
                    })
            else { return false }
        }
        return model.isKnown
    }

    /// Learns the effect of gain at its maximum, middle and minimum, at an exposure that leaves headroom.
    private func learnGain(
        _ base: LightBase, exposure range: ControlRange, gain: ControlRange,
        _ model: inout ResponseModel
    ) throws(CalibrationError) {
        // A gain of up to five stops is usual.
        var exposure = range.nearest(model.exposure(for: 0.3 / 32, gain: base.gain) ?? Double(base.exposure))
        if base.gain > gain.minimum + gain.span / 2 {
            exposure = range.nearest(model.exposure(for: 0.3, gain: base.gain) ?? 0)
        }
        let values = [gain.maximum, gain.nearest(Double(gain.minimum) + Double(gain.span) / 2), gain.minimum]
        var levels: [Double] = []
        for value in values.prefix(base.gain == gain.minimum ? 2 : 3) where value != base.gain {
            for _ in 0..<3 {
                let e = exposure
                let look = try waitForEffect { () throws(CalibrationError) in
                    try desk.set(.exposureTimeAbsolute, e)
                    try desk.set(.gain, value)
                }.last
                report.probes += 1
                guard !desk.refused.contains(.gain) else {
                    hasGain = false
                    return
                }
                let shorter = range.nearest(Double(exposure) / 4)
                if look.clipped > 0.05, shorter < exposure {
                    exposure = shorter
                    continue
                }
                // A mean that close to black is not usable.
                if look.mean > 5 || look.level > 0.002 {
                    model.add(ResponseModel.Look(exposure: exposure, gain: value, level: look.level))
                    levels.append(look.level)
                }
                break
            }
        }
        if levels.count > 1, let range = desk.abilities.gain,
            abs(model.stops(ofGain: range.maximum) - model.stops(ofGain: range.minimum)) < 0.2
        {
            hasGain = false
            desk.note("the camera accepts gain values but does not follow them")
        }
    }

    /// Looks for bands at a short exposure, if there is enough light for one and the camera's steps allow both exposures:
    /// bands are weak from half a flicker period on, and the safe exposure must be close to 50 ms to show none.
    private func findFlicker(_ facts: inout LightFacts) throws(CalibrationError) {
        let most = facts.gain?.maximum ?? 0
        let banded = facts.exposure.nearest(Double(Self.bandedExposure))
        let even = facts.exposure.nearest(Double(Self.safeExposure))
        guard (20...60).contains(banded), abs(even - Self.safeExposure) <= 5,
            let brightest = facts.response.level(exposure: banded, gain: most), brightest > 0.006
        else { return }
        say(.flicker, 0.2)
        let short = try rows(facts, banded, frames: 6)
        let safe = try rows(facts, even, frames: 2)
        report.probes += 2
        let isClipped = safe.clipped > 0.05
        guard
            let finding = FlickerFinder.find(
                short: short.rows, safe: isClipped ? [] : safe.rows, times: short.times)
        else { return }
        report.flickerSwing = finding.amplitude
        if finding.amplitude < FlickerFinder.least, isClipped { return }
        if finding.amplitude < FlickerFinder.least {
            facts.safe = FlickerSafeTimes(.steady)
        } else if let mains = finding.mains {
            facts.safe = FlickerSafeTimes(.mains(mains))
        }
        report.lamp = facts.safe.lamp
        try tellPowerLine(facts.safe.lamp)
    }

    /// Looks for moving bands with automatic exposure, if the camera has no other: then only `power_line_frequency` helps.
    func findFlickerAsItIs() throws(CalibrationError) {
        guard !desk.abilities.powerLine.isEmpty else { return }
        say(.flicker, 0.2)
        var rows: [[Double]] = []
        var times: [Double] = []
        for _ in 0..<6 {
            let (look, means) = try watch.nextRows()
            remember(look.signature)
            rows.append(means)
            times.append(look.time)
        }
        guard let finding = FlickerFinder.find(short: rows, safe: [], times: times), let mains = finding.mains else {
            return
        }
        report.lamp = .mains(mains)
        try tellPowerLine(report.lamp)
    }

    /// Sets `power_line_frequency`, by which automatic exposure keeps to whole flicker periods.
    private func tellPowerLine(_ lamp: FlickerSafeTimes.Lamp) throws(CalibrationError) {
        guard case .mains(let hertz) = lamp, let index = desk.abilities.powerLine[hertz] else { return }
        try desk.set(.powerLineFrequency, index)
        // The automatic exposure loop needs time to settle.
        if !hasExposure { try warmUp() }
    }

    private func rows(
        _ facts: LightFacts, _ exposure: Int64, frames: Int
    ) throws(CalibrationError) -> (rows: [[Double]], times: [Double], clipped: Double) {
        let level = LightFacts.white / facts.whiteRatio
        let gain = facts.gain.map { facts.response.gain(for: level, exposure: exposure, in: $0) }
        let settled = try waitForEffect { () throws(CalibrationError) in
            try desk.set(.exposureTimeAbsolute, exposure)
            if let gain { try desk.set(.gain, gain) }
        }
        var rows: [[Double]] = []
        var times: [Double] = []
        for _ in 0..<frames {
            let (look, means) = try watch.nextRows()
            remember(look.signature)
            rows.append(means)
            times.append(look.time)
        }
        return (rows, times, settled.last.clipped)
    }

    private func stops(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return "\(rounded) stops"
    }
}

/// The linear light of a luma value, 0 to 1. Source: IEC 61966-2-1.
func linear(_ luma: Double) -> Double {
    let encoded = min(1, max(0, luma / 255))
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
}
