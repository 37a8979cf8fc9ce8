// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import Glibc

extension Calibrator {
    /// Reads the code in other formats, sizes and rates with the setting found, and leaves the camera streaming in the
    /// best one.
    func compareStreams(_ facts: LightFacts?) throws(CalibrationError) {
        guard let streams, streams.modes.count > 1 else { return }
        guard watch.isPlaceRead else {
            report.remarks.append("formats were not compared: no code was read")
            return
        }
        if report.after.frames == 0 {
            report.after = try look(frames: request.verification)
            report.probes += 1
        }
        calibrated = streams.current
        var comparison = StreamComparison(
            current: streams.current, result: report.after, offered: streams.modes, facts: streamFacts(facts))
        let level = report.after.level
        while !isOutOfPatience, let trial = comparison.next() {
            say(.formats, 0.9 + 0.02 * Double(comparison.outcomes.count), trial.mode.description)
            switch try result(of: trial, facts, level: level) {
            case .looked(let result): comparison.take(result, of: trial)
            case .refused(let reason): comparison.refuse(trial, because: reason)
            }
        }
        try settle(&comparison, facts, level: level)
        report.stream = .init(
            mode: comparison.best.mode, reason: comparison.best.reason, losers: comparison.losers,
            passedOver: comparison.passedOver, openings: openings)
    }

    private enum Answer {
        case looked(ProbeResult)
        case refused(String)
    }

    private func result(
        of trial: StreamComparison.Trial, _ facts: LightFacts?, level: Double
    ) throws(CalibrationError) -> Answer {
        do throws(CalibrationError) {
            return .looked(
                try show(trial.mode, setting(for: trial.mode, facts), level: level, frames: StoppingRule.round, facts))
        } catch {
            // A mode that does not start or sends no frames is no reason to stop: the previous one worked.
            guard case .stream(let failure) = error, failure.kind != .gone else { throw error }
            return .refused("failed to stream: \(failure.description)")
        }
    }

    /// Returns to the best mode and proves it.
    private func settle(_ comparison: inout StreamComparison, _ facts: LightFacts?, level: Double)
        throws(CalibrationError)
    {
        guard openings > 0 else { return }
        for _ in 0..<3 {
            let best = comparison.best
            say(.after, 0.97)
            let isThere = shown == best.mode
            let proof: ProbeResult
            if isThere {
                proof = try look(frames: request.verification, hopeless: StoppingRule.round)
                report.probes += 1
            } else {
                proof = try show(
                    best.mode, setting(for: best.mode, facts), level: level, frames: request.verification, facts)
            }
            comparison.prove(proof)
            report.after = proof
            if comparison.best.mode == best.mode { return }
        }
    }

    /// Starts a mode, sets the camera's controls again, and reads frames once they are stable.
    ///
    /// - Parameter level: linear light around the code in the calibrated mode; pixels of another size may be lighter or
    ///   darker.
    private func show(
        _ mode: StreamMode, _ setting: CameraSetting?, level: Double, frames: Int, _ facts: LightFacts?
    ) throws(CalibrationError) -> ProbeResult {
        guard let streams else { return ProbeResult() }
        watch.letGo()
        forgetModules()
        let (source, reader) = try streams.start(mode)
        watch.follow(source, reader)
        (shown, openings) = (mode, openings + 1)
        report.probes += 1
        try desk.reassert()
        guard let setting else {
            try warmUp()
            return try look(frames: frames, hopeless: StoppingRule.round)
        }
        try desk.apply(setting)
        try comeToRest()
        let first = try look(frames: 3)
        let stops = log2(max(1e-6, first.level) / max(1e-6, level)) - added(setting, facts)
        guard watch.isPlaceRead, setting.contrast == nil, abs(stops) > 0.4, let facts, let time = setting.exposureTime
        else {
            return first.joined(try look(frames: frames - 3, hopeless: StoppingRule.round))
        }
        var other = setting
        let light = facts.setting(seconds: time, extraStops: stops)
        (other.exposure, other.gain) = (light.exposure, light.gain)
        return try probe(other, frames: frames, expecting: -stops, hopeless: StoppingRule.round)
    }

    /// The light of a setting relative to the best one, in stops.
    private func added(_ setting: CameraSetting, _ facts: LightFacts?) -> Double {
        guard let facts, let best = bestSetting, let exposure = setting.exposure, let before = best.exposure,
            let now = facts.response.level(exposure: exposure, gain: setting.gain ?? 0),
            let then = facts.response.level(exposure: before, gain: best.gain ?? 0)
        else { return 0 }
        return log2(max(1e-9, now) / max(1e-9, then))
    }

    /// Waits until three frames are stable: the first frames of a stream may have another exposure.
    private func comeToRest() throws(CalibrationError) {
        var calm = 0
        var last: Signature?
        for count in 1...30 {
            let signature = try watch.next(reads: false).signature
            let isCalm = last.map { abs(log2(max(1e-9, signature.light) / max(1e-9, $0.light))) < 0.06 } ?? false
            calm = isCalm ? calm + 1 : 0
            last = signature
            remember(signature)
            if calm >= 3, count >= 5 { return }
        }
    }

    /// The best setting, adapted to a mode. The exposure is longer if the mode's rate is lower for that purpose, and shorter
    /// if pixels are larger and frames had been lengthened because light is short: binning n pixels multiplies contrast to
    /// noise by √n if the sensor's own noise dominates.
    private func setting(for mode: StreamMode, _ facts: LightFacts?) -> CameraSetting? {
        guard var setting = bestSetting, let facts, let time = setting.exposureTime, let calibrated else {
            return bestSetting
        }
        var seconds = time
        if let rate = mode.wantedRate, 1 / rate > 1.2 * time { seconds = 1 / rate }
        // The exposure was limited by the frame rate, not chosen for the light.
        if let rate = mode.rate, 1 / rate < time, time <= 1.05 * facts.interval { seconds = 1 / rate }
        let share = Double(mode.size.area) / Double(max(1, calibrated.size.area))
        if share < 1, time > 1.2 * facts.interval { seconds = max(facts.interval, time * share.squareRoot()) }
        // A stretched picture would have to be centred again.
        guard seconds != time, setting.contrast == nil || setting.brightness == nil else { return setting }
        let light = facts.setting(seconds: seconds)
        (setting.exposure, setting.gain) = (light.exposure, light.gain)
        return setting
    }

    private func streamFacts(_ facts: LightFacts?) -> StreamComparison.Facts {
        var result = StreamComparison.Facts()
        result.exposure = (bestSetting?.exposureTime ?? 0) * 1000
        result.module = smallestModule ?? report.after.modulePixels
        if let longest = facts?.longest, longest.isFinite { result.longestExposure = longest * 1000 }
        let interval = (facts?.interval ?? 0) * 1000
        // Frames that do not take longer were not exposed for longer.
        result.isClippedByRate =
            interval > 0
            && report.tries.contains { attempt in
                (attempt.setting.exposureTime ?? 0) * 1000 > 1.3 * interval
                    && attempt.result.frameDuration < 1.15 * interval
            }
        // The exposure can be shorter in a faster mode: gain makes up for it, or the trial shows that it does not.
        if interval > 0, result.exposure <= 1.05 * interval { result.exposure = 0 }
        // The camera exposed for one interval at most, whatever was set.
        if result.isClippedByRate { result.exposure = min(result.exposure, interval) }
        return result
    }
}
