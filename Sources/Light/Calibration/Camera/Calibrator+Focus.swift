// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

extension Calibrator {
    /// Finds the sharpest focus and locks it, unless the camera's own is as sharp.
    func focus(_ facts: LightFacts?) throws(CalibrationError) {
        guard let range = desk.abilities.focus else {
            if desk.abilities.hasAutomaticFocus { report.focus = .continuous }
            return
        }
        say(.focus, 0.3)
        try lightForFocus(facts)
        let wasAutomatic = try desk.value(of: .focusAutomaticContinuous) == 1
        let first = try watch.next(reads: false)
        let automatic = sharpness([first, try watch.next(reads: false)])
        // Where the lens stands; cameras whose focus is automatic may read back an old position.
        let stands = try desk.value(of: .focusAbsolute)
        if desk.abilities.hasAutomaticFocus, wasAutomatic {
            guard try desk.set(.focusAutomaticContinuous, 0) else {
                report.focus = .continuous
                return
            }
            desk.forget([.focusAbsolute])
        }
        var search = FocusSearch(range: range, start: stands.map { range.nearest(Double($0)) })
        while case .measure(let position) = search.next() {
            guard try measure(position, &search) else {
                try leaveFocus(wasAutomatic)
                return
            }
        }
        guard case .done(let best?) = search.next() else {
            report.focus = .undecided
            desk.note("no focus position is sharper than another: too dark to focus, or the lens does not move")
            try leaveFocus(wasAutomatic)
            return
        }
        let locked = try settleFocus(best)
        report.probes += 1
        if wasAutomatic, automatic > 1.1 * max(locked, search.measured[best] ?? 0) {
            report.focus = .continuous
            try leaveFocus(true)
        } else {
            report.focus = .locked(best)
        }
    }

    private func measure(_ position: Int64, _ search: inout FocusSearch) throws(CalibrationError) -> Bool {
        let sharpness = try settleFocus(position)
        report.probes += 1
        guard !desk.refused.contains(.focusAbsolute) else { return false }
        search.take(position, sharpness: sharpness)
        return true
    }

    /// Whether the code moves, or will as the user says.
    private var movesOrMay: Bool { isMoving || request.motion ?? 0 > 0 }

    /// How sharp two frames of one setting are: what both show, where nothing moves, since noise is in one only.
    private func sharpness(_ looks: [FrameLook]) -> Double {
        for look in looks { remember(look.signature) }
        let single = looks.reduce(0) { $0 + $1.sharpness } / Double(looks.count)
        return movesOrMay ? single : looks.last?.commonSharpness ?? single
    }

    /// Moves the lens and returns how sharp the picture is then.
    private func settleFocus(_ position: Int64) throws(CalibrationError) -> Double {
        let settled = try waitForEffect { () throws(CalibrationError) in try desk.set(.focusAbsolute, position) }
        return sharpness([settled.last, try watch.next(reads: false)])
    }

    /// A good picture for focusing, at the frame rate or half of it: long frames would take long. What moves is smeared in
    /// such a time, and looks alike at all positions: for that, as short an exposure as the light allows.
    /// Where nothing could be read yet, smear may be why.
    private func lightForFocus(_ facts: LightFacts?) throws(CalibrationError) {
        guard let facts else { return }
        if movesOrMay || !watch.isPlaceRead,
            let share = [16.0, 8, 4, 2].first(where: { !facts.isStarved(seconds: facts.interval / $0, extraStops: 2) })
        {
            let setting = facts.setting(seconds: facts.interval / share)
            try waitForEffect { () throws(CalibrationError) in try desk.apply(setting) }
            if !watch.isPlaceRead { try watch.guessPlace() }
            return
        }
        var setting = facts.setting(seconds: facts.interval)
        for factor in [2.0, 4.0] where facts.isStarved(seconds: facts.interval * factor / 2) && facts.longest.isInfinite
        {
            setting = facts.setting(seconds: factor * facts.interval)
        }
        try waitForEffect { () throws(CalibrationError) in try desk.apply(setting) }
    }

    private func leaveFocus(_ wasAutomatic: Bool) throws(CalibrationError) {
        guard wasAutomatic else { return }
        if case .untouched = report.focus { report.focus = .continuous }
        try waitForEffect { () throws(CalibrationError) in try desk.set(.focusAutomaticContinuous, 1) }
        desk.forget([.focusAbsolute])
    }
}
