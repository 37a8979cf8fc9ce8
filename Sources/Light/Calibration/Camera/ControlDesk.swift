// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// Sets controls and reads them back. Refused, rounded and ignored values are noted and worked around; only a camera that
/// is gone is an error.
final class ControlDesk {
    private let surface: any ControlSurface
    private(set) var abilities: CameraAbilities
    private let names: [ControlID: String]
    /// What went wrong, in order and without repetition: sentences.
    private(set) var troubles: [String] = []
    /// Controls that refused a value; they are not set again.
    private(set) var refused: Set<ControlID> = []
    private var known: [ControlID: Int64] = [:]
    /// The value of each control before our first write, in order of the writes.
    private(set) var originals: [(id: ControlID, value: Int64)] = []

    init(_ surface: any ControlSurface, torch: ControlID? = nil) throws(CalibrationError) {
        self.surface = surface
        let controls: [ControlDescription]
        do throws(ControlError) {
            controls = try surface.controls()
        } catch {
            throw .controls(error)
        }
        abilities = CameraAbilities(controls, torch: torch)
        names = Dictionary(controls.map { ($0.id, $0.key) }, uniquingKeysWith: { first, _ in first })
    }

    /// Uses only these exposure times from now on.
    func restrictExposure(to values: [Int64]) { abilities.exposure?.obeyed = values }

    func name(_ id: ControlID) -> String { names[id] ?? id.description }

    /// `nil` if it cannot be read.
    func value(of id: ControlID) throws(CalibrationError) -> Int64? {
        do throws(ControlError) {
            guard case .integer(let value) = try surface.value(of: id) else { return nil }
            return value
        } catch {
            guard error.kind != .gone else { throw .controls(error) }
            return nil
        }
    }

    /// Sets one control; returns whether it reads back the value or cannot be read.
    @discardableResult
    func set(_ id: ControlID, _ value: Int64) throws(CalibrationError) -> Bool {
        guard !refused.contains(id) else { return false }
        if known[id] == value { return true }
        if !originals.contains(where: { $0.id == id }), let before = try self.value(of: id) {
            originals.append((id, before))
        }
        do throws(ControlError) {
            try surface.set([ControlSetting(id, .integer(value))])
        } catch {
            guard error.kind != .gone else { throw .controls(error) }
            refused.insert(id)
            troubles.append(error.description)
            return false
        }
        let after = try self.value(of: id)
        known[id] = after == nil || after == value ? value : nil
        return after == nil || after == value
    }

    /// Sets the controls that differ from their known values.
    func apply(_ setting: CameraSetting) throws(CalibrationError) {
        for (id, value) in setting.settings(torch: abilities.torch) { try set(id, value) }
    }

    /// Whether a control may differ from the setting.
    func differs(from setting: CameraSetting) -> Bool {
        setting.settings(torch: abilities.torch).contains { known[$0.id] != $0.value && !refused.contains($0.id) }
    }

    /// The value of a control after setting it: cameras round silently.
    func readBack(_ id: ControlID, expected: Int64) throws(CalibrationError) -> Int64 {
        try value(of: id) ?? expected
    }

    /// Sets all controls again: some cameras reset them when a stream starts.
    func reassert() throws(CalibrationError) {
        let wanted = originals.compactMap { original in known[original.id].map { (original.id, $0) } }
        forget(wanted.map(\.0))
        for (id, value) in wanted { try set(id, value) }
    }

    /// Forgets the known values, for example when an automatic mode takes over.
    func forget(_ ids: [ControlID]) { for id in ids { known[id] = nil } }

    func note(_ sentence: String) {
        if !troubles.contains(sentence) { troubles.append(sentence) }
    }
}
