// SPDX-License-Identifier: Apache-2.0

/// One request of a person, as a setting of a control.
package struct WantedSetting: Hashable, Sendable {
    package var control: ControlDescription
    package var value: ControlValue
    /// How the value differs from what the person wrote, if it does: rounded to a step, clamped to the range.
    package var note: String?

    package init(_ control: ControlDescription, _ value: ControlValue, note: String? = nil) {
        self.control = control
        self.value = value
        self.note = note
    }

    /// Parses `NAME` and `VALUE`. Names are as in `ControlLookup`. Values are the driver's numbers and words, or
    /// human ones: `8ms`, `1/125`, `2x`, `10deg`, `4500K`, `50Hz`, `60%`, `+2stops`, `auto`, `manual`, `near`, `far`.
    ///
    /// - Parameters:
    ///   - current: the current value of a control, for relative values.
    ///   - clamps: replaces a value outside the range by the nearest one inside, and adds a note.
    package init(
        _ name: String, _ text: String, lookup: ControlLookup, clamps: Bool,
        current: @escaping (ControlID) -> Int64?
    ) throws(ControlError) {
        let control = try lookup.find(name)
        let reader = ValueReader(control: control, lookup: lookup, clamps: clamps, current: current)
        self = try reader.read(text)
    }
}

/// Parses one value.
private struct ValueReader {
    let control: ControlDescription
    let lookup: ControlLookup
    let clamps: Bool
    let current: (ControlID) -> Int64?

    func read(_ text: String) throws(ControlError) -> WantedSetting {
        // The driver's own words come first: a menu may have an item named "Auto".
        let own: ControlError
        do throws(ControlError) {
            let value = try control.value(parsing: text)
            if case .integer(let number) = value, !control.obeyed.isEmpty, !control.obeyed.contains(number) {
                let nearest = ControlValue.integer(control.step(nearest: Double(number)))
                return WantedSetting(
                    control, nearest,
                    note: "this camera does not obey \(number); using \(control.bothUnits(nearest))")
            }
            return WantedSetting(control, value, note: stepNote(value))
        } catch {
            own = error
        }
        guard let human = HumanValue.parse(text, for: control) else { throw refused(text, wrongUnit) }
        switch human {
        case .plain:
            if clamps, control.kind == .integer, control.dimensions.isEmpty, let number = Int64(text) {
                return try within(Double(number), text)
            }
            throw own
        case .automatic, .manual: return try switched(human == .automatic, text)
        case .near: return WantedSetting(control, .integer(control.maximum))
        case .far: return WantedSetting(control, .integer(control.minimum))
        case .percent(let percent):
            guard percent.isFinite, clamps || (0...100).contains(percent) else {
                throw refused(text, "it accepts 0% to 100%")
            }
            if let unit = ControlUnit(control), unit.kind != .percent, unit.kind != .magnification {
                throw refused(text, "this control has no useful percentage; \(control.allowedValues)")
            }
            let span = Double(control.maximum) - Double(control.minimum)
            return try within(Double(control.minimum) + percent / 100 * span, text)
        case .number(let number):
            guard let unit = ControlUnit(control) else { throw own }
            guard let raw = unit.raw(of: number) else { throw refused(text, control.allowedValues) }
            return try within(raw, text)
        case .stops(let stops): return try shifted(by: stops, text)
        }
    }

    private func refused(_ text: String, _ reason: String) -> ControlError {
        ControlError(.invalidValue, id: control.id, "cannot set \(control.key) to \(text): \(reason)")
    }

    private var wrongUnit: String {
        if control.id == .zoomAbsolute {
            return
                "its range begins at \(control.minimum), so the value for 2x is not known; \(control.allowedValues)"
        }
        return control.allowedValues
    }

    /// The nearest whole number to `raw` that is a step of the control.
    private func within(_ raw: Double, _ text: String) throws(ControlError) -> WantedSetting {
        guard raw.isFinite else { throw refused(text, control.allowedValues) }
        if control.kind == .menu || control.kind == .integerMenu {
            return WantedSetting(control, .integer(Int64(raw)))
        }
        let (low, high) = (control.minimum, max(control.minimum, control.maximum))
        // No real control has such a range; beyond it a Double is no longer exact.
        let (span, overflow) = high.subtractingReportingOverflow(low)
        guard !overflow, span < 1 << 53 else { throw refused(text, control.allowedValues) }
        // Half a step beyond an end still counts as that end, for units that the driver's numbers do not divide evenly.
        let slack = 0.5 * Double(max(1, control.step))
        guard clamps || (Double(low) - slack...Double(high) + slack).contains(raw) else {
            throw refused(text, control.allowedValues)
        }
        if raw < Double(low) { return clamped(low, raw < Double(low) - slack, text) }
        if raw > Double(high) { return clamped(high, raw > Double(high) + slack, text) }
        let value = control.step(nearest: raw)
        guard abs(Double(value) - raw) > 1e-6 * max(1, abs(raw)) else { return WantedSetting(control, .integer(value)) }
        return WantedSetting(
            control, .integer(value), note: "\(text) is between two steps; using \(control.bothUnits(.integer(value)))")
    }

    private func clamped(_ end: Int64, _ isBeyond: Bool, _ text: String) -> WantedSetting {
        let which = end == control.minimum ? "minimum" : "maximum"
        return WantedSetting(
            control, .integer(end),
            note: isBeyond
                ? "\(text) is out of range; using the \(which), \(control.bothUnits(.integer(end)))" : nil)
    }

    /// A note for a plain number that is not on a step, which the driver will round.
    private func stepNote(_ value: ControlValue) -> String? {
        guard control.kind == .integer, control.step > 1, case .integer(let number) = value,
            UInt64(bitPattern: number &- control.minimum) % control.step != 0
        else { return nil }
        return "\(number) is not on one of its steps of \(control.step); the camera will round it"
    }

    private func shifted(by stops: Double, _ text: String) throws(ControlError) -> WantedSetting {
        switch ControlUnit(control)?.kind {
        case .milliseconds:
            guard let now = current(control.id), now > 0 else {
                throw refused(text, "its current value cannot be read")
            }
            return try within(Double(now) * exponential(stops), text)
        case .iso:
            guard let unit = ControlUnit(control), let now = current(control.id).flatMap({ unit.number(of: $0) }) else {
                throw refused(text, "its current value cannot be read")
            }
            guard let raw = unit.raw(of: (now * exponential(stops)).rounded()) else {
                throw refused(text, control.allowedValues)
            }
            return try within(raw, text)
        default:
            throw refused(
                text,
                "its values have no unit, so the size of a stop is not known; \(control.allowedValues). "
                    + "Use exposure=\(text), or run candela calibrate to find a suitable gain")
        }
    }

    /// 2 to the power of `stops`, limited to ±30 stops, more than any camera has.
    private func exponential(_ stops: Double) -> Double {
        let bounded = max(-30, min(30, stops))
        // The whole stops by doubling, the rest by the series of 2^x for |x| ≤ ½.
        let whole = bounded.rounded()
        let x = (bounded - whole) * 0.693_147_180_559_945_3
        let rest = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6)))))
        return rest * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// The setting of the automatic mode that governs the control.
    private func switched(_ toAutomatic: Bool, _ text: String) throws(ControlError) -> WantedSetting {
        let modes = AutomaticMode.modes(of: lookup.controls)
        let mode = modes.first { $0.governed[control.id] != nil } ?? modes.first { $0.master == control.id }
        guard let mode, let master = lookup.controls.first(where: { $0.id == mode.master }) else {
            throw refused(text, "the camera has no automatic mode for it; \(control.allowedValues)")
        }
        let governed = mode.governed[control.id] != nil ? control.id : mode.governed.keys.min { $0 < $1 }
        let manual = governed.flatMap { mode.governed[$0] } ?? [0]
        // The default first: the camera has it proved. Else the highest, on webcams aperture priority.
        let automatic = ([master.defaultValue] + master.possibleValues.reversed()).filter { !manual.contains($0) }
        let candidates = toAutomatic ? automatic : manual
        guard let value = candidates.first(where: { master.possibleValues.contains($0) }) else {
            throw refused(text, "its automatic mode \(master.key) has no such choice; \(master.allowedValues)")
        }
        return WantedSetting(master, .integer(value))
    }
}

extension ControlDescription {
    /// The possible values of a boolean or menu.
    var possibleValues: [Int64] {
        switch kind {
        case .boolean: [0, 1]
        case .menu, .integerMenu: menu.map(\.index)
        default: []
        }
    }

    /// The value in the driver's numbers, with the human unit in parentheses: "80 (8 ms)".
    package func bothUnits(_ value: ControlValue) -> String {
        let own = text(for: value)
        guard case .integer(let number) = value, kind == .integer || kind == .integerMenu,
            let human = ControlUnit(self)?.text(of: number)
        else { return own }
        return kind == .integerMenu ? "\(number) (\(human))" : "\(own) (\(human))"
    }
}
