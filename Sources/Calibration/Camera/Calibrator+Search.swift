// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraControls
internal import Glibc

extension Calibrator {
    /// Runs the plan and leaves the camera at the best setting.
    func search(_ facts: LightFacts?) throws(CalibrationError) {
        guard var facts else { return }
        try budgetBlur(&facts)
        var plan = SearchPlan(
            facts: facts, tools: SearchPlan.Tools(desk.abilities, mayUseTorch: request.mayUseTorch))
        while !isOutOfPatience, let proposal = plan.next() {
            say(.search, min(0.9, 0.45 + 0.05 * Double(plan.history.count)), proposal.reason.rawValue)
            let setting = complete(proposal.setting)
            let result = try probe(setting, frames: proposal.frames, toBeat: plan.best?.result.rate)
            plan.take(result, of: proposal)
        }
        if isOutOfPatience { report.remarks.append("the search was ended for want of time: what follows is the best so far") }
        report.tries = plan.history.map { CalibrationReport.Try(setting: $0.proposal.setting, reason: $0.proposal.reason, result: $0.result) }
        guard let best = plan.best else { return }
        isHurried = facts.longest.isFinite
        say(.after, 0.92)
        report.after = try probe(complete(best.proposal.setting), frames: request.verification)
        if report.before.isBetter(than: report.after), report.before.isBetter(than: best.result) {
            try keepAutomaticExposure()
        }
    }

    /// Controls that a proposal leaves alone go to what they were: the proposal before may have turned them.
    private func complete(_ setting: CameraSetting) -> CameraSetting {
        var setting = setting
        func original(_ id: ControlID) -> Int64? { desk.originals.first { $0.id == id }?.value }
        setting.sharpness = setting.sharpness ?? original(.sharpness)
        setting.contrast = setting.contrast ?? original(.contrast)
        setting.brightness = setting.brightness ?? original(.brightness)
        if let torch = desk.abilities.torch { setting.torch = setting.torch ?? original(torch) }
        return setting
    }

    /// How long a moving code may be exposed, where pixels can be turned into millimetres.
    private func budgetBlur(_ facts: inout LightFacts) throws(CalibrationError) {
        guard let speed = request.motion, speed > 0 else { return }
        guard let pixels = try modulePixels() else {
            report.remarks.append("no code was read, so how long it may be exposed at \(speed) mm/s is not known: it is tried")
            return
        }
        guard let module = request.module ?? watch.barcode.flatMap({ BlurBudget.nominalModule($0.symbology) }),
            let budget = BlurBudget(modulePixels: pixels, module: module)
        else {
            report.remarks.append(
                "how long a code may be exposed at \(speed) mm/s depends on the width of its modules: give --module-mm")
            return
        }
        facts.longest = max(Double(facts.exposure.minimum) * 1e-4, budget.longestExposure(speed: speed))
        report.blurBudget = facts.longest
        report.millimetresPerPixel = budget.millimetresPerPixel
    }

    private func modulePixels() throws(CalibrationError) -> Double? {
        if let pixels = report.before.modulePixels, watch.isPlaceRead { return pixels }
        let result = try look(frames: StoppingRule.round)
        return watch.isPlaceRead ? result.modulePixels : nil
    }

    /// The camera's own exposure was better than all of ours.
    private func keepAutomaticExposure() throws(CalibrationError) {
        guard let automatic = desk.originals.first(where: { $0.id == .autoExposure })?.value else { return }
        report.keepsAutomaticExposure = true
        try waitForEffect { () throws(CalibrationError) in
            for (id, value) in desk.originals
            where [.sharpness, .contrast, .brightness, desk.abilities.torch].contains(id) { try desk.set(id, value) }
            for (id, value) in desk.originals where id == .gain { try desk.set(id, value) }
            try desk.set(.autoExposure, automatic)
        }
        desk.forget([.exposureTimeAbsolute, .gain])
        report.after = try look(frames: request.verification)
        report.probes += 1
    }

    /// The figures after everything, what was set, and what no setting can mend.
    func finish() throws(CalibrationError) {
        if report.after.frames == 0 {
            say(.after, 0.92)
            report.after = try look(frames: request.verification)
            report.probes += 1
        }
        report.barcode = watch.barcode
        report.basis = watch.isPlaceRead ? .code : .contrast
        for (id, before) in desk.originals {
            guard let value = try desk.value(of: id) else { continue }
            report.chosen.append(.init(id: id, key: desk.name(id), before: before, value: value))
        }
        report.remarks += desk.troubles
        report.limits = LimitJudge(
            result: report.after, wasRead: watch.isPlaceRead, isHurried: isHurried,
            canFocus: desk.abilities.focus != nil, focusStoodOut: report.focus != .undecided
        ).limits()
        report.frames = watch.frames
        report.cameraTime = watch.cameraTime
        say(.after, 1)
    }
}
