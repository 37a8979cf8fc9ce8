// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraControls
internal import Glibc

extension Calibrator {
    /// Runs the search plan and leaves the camera at the best setting.
    func search(_ facts: LightFacts?) throws(CalibrationError) {
        guard var facts else { return }
        try budgetBlur(&facts)
        facts.isMoving = isMoving
        var plan = SearchPlan(
            facts: facts,
            tools: SearchPlan.Tools(desk.abilities, mayUseTorch: request.mayUseTorch && mayLightTorch && !isTorchLit))
        for _ in 0..<Self.rounds {
            try follow(&plan)
            guard let best = plan.best else { return }
            say(.after, 0.92)
            let proof = try probe(
                complete(best.proposal.setting), frames: proofLength(best.result), hopeless: StoppingRule.round)
            plan.take(proof, of: Proposal(best.proposal.setting, .again))
            report.after = proof
            bestSoFar = proof
            // A dozen frames may all decode by chance: the search continues with what the proof says.
            if proof.rate > 0.999 || isOutOfPatience || proof.rate == 0 { break }
        }
        if isOutOfPatience {
            report.remarks.append("the search ran out of time: these are the best settings so far")
        }
        report.tries = plan.history.map {
            CalibrationReport.Try(setting: $0.proposal.setting, reason: $0.proposal.reason, result: $0.result)
        }
        guard let best = plan.best else { return }
        bestSetting = complete(best.proposal.setting)
        isHurried = facts.longest.isFinite
        if desk.differs(from: complete(best.proposal.setting)) {
            report.after = try probe(
                complete(best.proposal.setting), frames: request.verification, hopeless: StoppingRule.round)
        }
        if report.before.isClearlyBetter(than: report.after), report.before.isClearlyBetter(than: best.result) {
            try keepAutomaticExposure()
        }
    }

    /// The frames of a proof. With low contrast to noise one frame in fifty may fail, which 24 frames do not show.
    private func proofLength(_ result: ProbeResult) -> Int {
        result.isScarce ? max(request.verification, 5 * StoppingRule.round) : request.verification
    }

    /// The most proofs of the best setting.
    private static let rounds = 3

    /// Tries the plan's proposals until it has no more.
    private func follow(_ plan: inout SearchPlan) throws(CalibrationError) {
        var level: Double?
        var last: CameraSetting?
        while !isOutOfPatience, let proposal = plan.next() {
            let setting = complete(proposal.setting)
            say(
                .search, min(0.9, 0.45 + 0.05 * Double(plan.history.count)), proposal.reason.rawValue, trying: setting)
            let predicted = setting.exposure.flatMap {
                plan.facts.response.level(exposure: $0, gain: setting.gain ?? 0)
            }
            var expected: Double?
            if let level, let predicted, let last, last.torch == setting.torch, last.contrast == setting.contrast,
                last.brightness == setting.brightness, level < 0.5, predicted < 0.5, level > 0.002
            {
                expected = log2(predicted / level)
            }
            let result = try probe(
                setting, frames: proposal.frames, toBeat: plan.best?.result.rate, expecting: expected)
            (level, last) = (result.level, setting)
            plan.notice(isMoving: isMoving)
            plan.take(result, of: proposal)
            bestSoFar = plan.best?.result
        }
    }

    /// Fills in the original values of controls that a proposal leaves alone: the previous proposal may have changed them.
    func complete(_ setting: CameraSetting) -> CameraSetting {
        var setting = setting
        func original(_ id: ControlID) -> Int64? { desk.originals.first { $0.id == id }?.value }
        setting.sharpness = setting.sharpness ?? original(.sharpness)
        setting.contrast = setting.contrast ?? original(.contrast)
        setting.brightness = setting.brightness ?? original(.brightness)
        if let torch = desk.abilities.torch {
            setting.torch = setting.torch ?? (isTorchLit ? desk.abilities.torchRange?.maximum : original(torch))
        }
        return setting
    }

    /// Limits the exposure for a moving code. The limit depends on the module width in millimetres.
    private func budgetBlur(_ facts: inout LightFacts) throws(CalibrationError) {
        guard let speed = request.motion, speed > 0 else { return }
        guard let module = request.module ?? watch.barcode.flatMap({ BlurBudget.nominalModule($0.symbology) }) else {
            report.remarks.append(
                "cannot limit the exposure for a code at \(speed) mm/s: its module width is not known; set --module-mm")
            return
        }
        let budget = BlurBudget(module: module)
        facts.longest = max(Double(facts.exposure.minimum) * 1e-4, budget.longestExposure(speed: speed))
        report.blurBudget = facts.longest
        if let pixels = report.before.modulePixels, watch.isPlaceRead { report.millimetresPerPixel = module / pixels }
        if request.module == nil {
            report.remarks.append(
                "assumed modules of \(module) mm, the usual width for this symbology; if it differs, set --module-mm")
        }
    }

    /// Returns to automatic exposure, which was better than every setting.
    private func keepAutomaticExposure() throws(CalibrationError) {
        guard let automatic = desk.originals.first(where: { $0.id == .autoExposure })?.value else { return }
        report.keepsAutomaticExposure = true
        bestSetting = nil
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

    /// Whether an active automatic mode changes the control, so that its value is not a setting.
    private func movesByItself(_ id: ControlID) throws(CalibrationError) -> Bool {
        if id == .gain, !hasExposure || report.keepsAutomaticExposure, desk.abilities.automaticExposure != nil {
            return true
        }
        guard let mode = AutomaticMode.governing(id), let master = try desk.value(of: mode.master) else { return false }
        return !mode.frees(id, at: master)
    }

    var smallestModule: Double? {
        if let stream = report.stream, stream.reason != nil { return report.after.narrowestModule }
        return ([report.before, report.after] + report.tries.map(\.result))
            .filter { ($0.contrastToNoise ?? 0) > SearchPlan.neededContrast }.compactMap(\.modulePixels).min()
    }

    /// Completes the report: final figures, settings made, and limits.
    func finish() throws(CalibrationError) {
        if report.after.frames == 0 {
            say(.after, 0.92)
            report.after = try look(frames: request.verification)
            report.probes += 1
        }
        report.barcode = watch.barcode
        report.basis = watch.barcode != nil ? .code : .contrast
        for (id, before) in desk.originals {
            guard try !movesByItself(id), let value = try desk.value(of: id) else { continue }
            report.chosen.append(.init(id: id, key: desk.name(id), before: before, value: value))
        }
        report.remarks += desk.troubles
        report.limits = LimitJudge(
            result: report.after, module: smallestModule, wasRead: watch.barcode != nil, isHurried: isHurried,
            canFocus: desk.abilities.focus != nil, focusStoodOut: report.focus != .undecided
        ).limits()
        report.frames = watch.frames
        report.cameraTime = watch.cameraTime
        say(.after, 1)
    }
}
