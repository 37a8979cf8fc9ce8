// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// Sets controls and reads them back; a camera that refuses, rounds or lies is noted and worked around, and only one
/// that has gone is an error.
final class ControlDesk {
    private let surface: any ControlSurface
    let abilities: CameraAbilities
    private let names: [ControlID: String]
    /// What went wrong, each once, in order: sentences.
    private(set) var troubles: [String] = []
    /// Controls that refused: they are not asked again.
    private(set) var refused: Set<ControlID> = []
    private var known: [ControlID: Int64] = [:]
    /// What each control had before our first write, in the order of the writes.
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

    func name(_ id: ControlID) -> String { names[id] ?? id.description }

    /// `nil` when it cannot be read.
    func value(of id: ControlID) throws(CalibrationError) -> Int64? {
        do throws(ControlError) {
            guard case .integer(let value) = try surface.value(of: id) else { return nil }
            return value
        } catch {
            guard error.kind != .gone else { throw .controls(error) }
            return nil
        }
    }

    /// Sets one control; returns whether it now reads the value, give or take the camera's own step.
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

    /// Sets what differs from what is known to be set.
    func apply(_ setting: CameraSetting) throws(CalibrationError) {
        for (id, value) in setting.settings(torch: abilities.torch) { try set(id, value) }
    }

    /// Whether the camera is known, or believed, to stand otherwise.
    func differs(from setting: CameraSetting) -> Bool {
        setting.settings(torch: abilities.torch).contains { known[$0.id] != $0.value && !refused.contains($0.id) }
    }

    /// What a control reads now that it was set: cameras round without a word.
    func readBack(_ id: ControlID, expected: Int64) throws(CalibrationError) -> Int64 {
        try value(of: id) ?? expected
    }

    /// Sets everything again that was set: some cameras begin each stream with settings of their own.
    func reassert() throws(CalibrationError) {
        let wanted = originals.compactMap { original in known[original.id].map { (original.id, $0) } }
        forget(wanted.map(\.0))
        for (id, value) in wanted { try set(id, value) }
    }

    /// Forgets what is believed to be set, as when an automatic mode takes over.
    func forget(_ ids: [ControlID]) { for id in ids { known[id] = nil } }

    func note(_ sentence: String) {
        if !troubles.contains(sentence) { troubles.append(sentence) }
    }
}
