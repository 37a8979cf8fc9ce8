// SPDX-License-Identifier: Apache-2.0

import CameraControls
import PublishedCameras

/// What a person writes is planned or refused with a reason, and a plan is accepted by a driver.
extension DeviceRules {
    package var plans: [String] {
        var wrong: [String] = []
        for (name, text) in [
            ("exposure", "10ms"), ("exposure", "auto"), ("zoom", "2x"), ("focus", "near"), ("focus", "auto"),
            ("white_balance", "5000K"), ("pan", "10deg"),
        ] {
            let outcome = plan(name, text)
            wrong += outcome.wrong
            wrong += expectations(name, text, outcome.plan)
        }
        return wrong
    }

    private func plan(_ name: String, _ text: String) -> (plan: SettingsPlan?, wrong: [String]) {
        let surface = PublishedSurface(camera)
        let plan: SettingsPlan
        do throws(ControlError) {
            let wanted = try WantedSetting(
                name, text, lookup: ControlLookup(controls), clamps: false, current: surface.number)
            plan = try SettingsPlan([wanted], controls: controls, current: surface.number)
        } catch {
            return (
                nil, error.description.contains(":") ? [] : ["\(name)=\(text) is refused without a reason: \(error)"]
            )
        }
        var wrong: [String] = []
        for step in plan.steps {
            if step.control.flags.contains(.readOnly) {
                wrong.append("\(name)=\(text) sets \(step.control.key), which is read-only")
            }
            do throws(ControlError) {
                try step.control.check(step.value)
                try surface.set([step.setting])
            } catch {
                wrong.append("\(name)=\(text): \(error)")
            }
        }
        // Nothing of it may be lost to an automatic mode.
        for step in plan.steps {
            guard let master = Self.master(of: step.control.id, controls), let now = surface.number(master.id) else {
                continue
            }
            if Self.isAutomatic(now, master) == true, ![.exposure].contains(step.control.id) {
                wrong.append("\(name)=\(text) sets \(step.control.key) while \(master.key) is automatic")
            }
        }
        return (plan, wrong)
    }

    /// The control that overrides another in the kernel's drivers, and a value of it that the menu's own words call automatic;
    /// written down here again, so that the rule does not repeat the code.
    static func master(of id: ControlID, _ controls: [ControlDescription]) -> ControlDescription? {
        let masters: [ControlID: ControlID] = [
            .exposureTimeAbsolute: .autoExposure, .focusAbsolute: .focusAutomaticContinuous,
            .whiteBalanceTemperature: .autoWhiteBalance, .gain: .autogain,
        ]
        return masters[id].flatMap { master in
            controls.first { $0.id == master && $0.flags.isDisjoint(with: [.disabled, .readOnly]) }
        }
    }

    static func isAutomatic(_ value: Int64, _ master: ControlDescription) -> Bool? {
        if master.kind == .boolean { return value != 0 }
        guard let label = master.menu.first(where: { $0.index == value })?.label.lowercased() else { return nil }
        if label.contains("manual") || label.contains("shutter") { return false }
        return label.contains("auto") || label.contains("aperture")
    }

    /// What the plan must do, from the published numbers and words only.
    private func expectations(_ name: String, _ text: String, _ plan: SettingsPlan?) -> [String] {
        func value(_ id: ControlID) -> Int64? {
            guard let step = plan?.steps.first(where: { $0.control.id == id }), case .integer(let value) = step.value
            else {
                return nil
            }
            return value
        }
        func demand(_ isMet: Bool, _ sentence: String) -> [String] { isMet ? [] : ["\(name)=\(text): \(sentence)"] }
        switch (name, text) {
        case ("exposure", "10ms"):
            guard let time = control(.exposureTimeAbsolute) else {
                // A maker's own control whose unit is known.
                let isTime = plan?.steps.contains { ControlUnit($0.control)?.kind == .milliseconds } ?? true
                return demand(isTime, "planned without an exposure time")
            }
            let isTime = time.maximum > 20 && time.maximum <= 1_000_000
            guard isTime, time.minimum <= 100, time.maximum >= 100 else {
                return demand(plan == nil, "planned, though the range is \(time.minimum) to \(time.maximum)")
            }
            guard time.flags.contains(.readOnly) == false else { return [] }
            guard let set = value(.exposureTimeAbsolute) else { return demand(false, "not planned") }
            let isGrid = !time.obeyed.isEmpty
            let isNear =
                isGrid
                ? (50...200).contains(set) && time.obeyed.contains(set) : abs(set - 100) <= Int64(max(1, time.step))
            return demand(isNear, "sets \(set), not 100")
        case ("exposure", "auto"):
            guard let mode = control(.autoExposure), mode.kind == .menu,
                let automatic = mode.menu.first(where: { Self.isAutomatic($0.index, mode) == true })
            else { return [] }
            guard let set = value(.autoExposure) else {
                return demand(false, "not planned, though there is \(automatic.label)")
            }
            return demand(Self.isAutomatic(set, mode) == true, "sets \(set), which is not automatic")
        case ("zoom", _):
            guard let zoom = control(.zoomAbsolute) else { return demand(plan == nil, "planned without a zoom") }
            guard zoom.minimum >= 10, zoom.maximum >= 2 * zoom.minimum else {
                return demand(plan == nil, "planned, though 2× is not known of \(zoom.minimum) to \(zoom.maximum)")
            }
            return demand(value(.zoomAbsolute) == 2 * zoom.minimum, "sets \(value(.zoomAbsolute) ?? -1)")
        case ("focus", "near"):
            guard let focus = control(.focusAbsolute), focus.maximum > focus.minimum else { return [] }
            return demand(value(.focusAbsolute) == focus.maximum, "sets \(value(.focusAbsolute) ?? -1)")
        case ("white_balance", _):
            guard let white = control(.whiteBalanceTemperature) else {
                return demand(plan == nil, "planned without a control")
            }
            guard white.minimum <= 5000, white.maximum >= 5000 else {
                return demand(plan == nil, "planned outside of its range")
            }
            let set = value(.whiteBalanceTemperature) ?? -1
            return demand(abs(set - 5000) <= Int64(max(1, white.step)), "sets \(set)")
        case ("pan", _):
            guard let pan = control(.panAbsolute) else { return demand(plan == nil, "planned without a control") }
            let isMotor = pan.maximum > pan.minimum && pan.maximum <= 648_000 && pan.minimum >= -648_000
            guard isMotor, pan.maximum >= 36_000 else {
                return demand(plan == nil, "planned, though its range is no angle")
            }
            return demand(
                abs((value(.panAbsolute) ?? 0) - 36_000) <= Int64(max(1, pan.step)), "sets \(value(.panAbsolute) ?? 0)")
        default: return []
        }
    }
}
