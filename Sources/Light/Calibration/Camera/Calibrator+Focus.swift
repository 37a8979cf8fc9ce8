// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

extension Calibrator {
    /// Finds the sharpest focus position and locks it, unless autofocus is clearly sharper.
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
        // The position of the lens. With autofocus on, cameras may report an old position.
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
            desk.note("no focus position is sharper than the others: it is too dark to focus, or the lens does not move")
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

    /// Whether the code moves, or will according to the user.
    private var movesOrMay: Bool { isMoving || request.motion ?? 0 > 0 }

    /// The sharpness of two frames of one setting. If nothing moves, only what both frames show counts: noise differs.
    private func sharpness(_ looks: [FrameLook]) -> Double {
        for look in looks { remember(look.signature) }
        let single = looks.reduce(0) { $0 + $1.sharpness } / Double(looks.count)
        return movesOrMay ? single : looks.last?.commonSharpness ?? single
    }

    /// Moves the lens and returns the sharpness there.
    private func settleFocus(_ position: Int64) throws(CalibrationError) -> Double {
        let settled = try waitForEffect { () throws(CalibrationError) in try desk.set(.focusAbsolute, position) }
        return sharpness([settled.last, try watch.next(reads: false)])
    }

    /// Sets an exposure for focusing: at the full frame rate or down to a quarter of it, because long frames take time. A
    /// moving code is blurred then and looks alike at all positions, so it gets the shortest exposure that the light allows.
    /// So does a code that was not read yet: motion blur may be the reason.
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
