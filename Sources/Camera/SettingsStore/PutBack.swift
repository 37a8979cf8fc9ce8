// SPDX-License-Identifier: Apache-2.0

import CameraControls

/// Restores the values of controls, in an order that works: see `SettingRestoration`.
enum PutBack {
    /// - Parameter onlyLeft: skips controls that no longer have the value that the run left: a replug or a reboot has
    ///   reset them, or somebody has set them since.
    static func run(
        _ entries: [JournalRecord.Entry], on surface: any ControlSurface, onlyLeft: Bool
    ) -> PutBackReport {
        var report = PutBackReport()
        do throws(ControlError) {
            let view = try View(entries, surface)
            let ours = onlyLeft ? view.ours : entries.filter { view.controls[$0.id] != nil }
            report.foreign = entries.filter { entry in !ours.contains { $0.id == entry.id } }.map(\.key)
            let restoration = SettingRestoration(
                ours.map { ControlSetting($0.id, $0.before) }, on: surface, controls: view.controls
            ) { id in view.number(id) }
            report.restored = restoration.changes.map {
                .init(id: $0.control.id, key: $0.control.key, from: $0.from, to: $0.to)
            }
            report.failures = restoration.failures
        } catch {
            report.failures.append(error)
        }
        return report
    }

    /// The controls of a record that still have the value that the run left, if it differs from the original one.
    static func pending(_ entries: [JournalRecord.Entry], on surface: any ControlSurface) throws(ControlError)
        -> [String]
    {
        let view = try View(entries, surface)
        return view.ours.filter { view.values[$0.id] != $0.before }.map(\.key)
    }

    /// The state of the camera before anything is restored.
    private struct View {
        var controls: [ControlID: ControlDescription] = [:]
        var values: [ControlID: ControlValue] = [:]
        /// The entries that no one else has changed.
        var ours: [JournalRecord.Entry] = []

        init(_ entries: [JournalRecord.Entry], _ surface: any ControlSurface) throws(ControlError) {
            let list = try surface.controls()
            let masters = entries.compactMap { AutomaticMode.governing($0.id, among: list)?.master }
            for control in list { controls[control.id] = control }
            for id in Set(entries.map(\.id) + masters) where controls[id] != nil {
                do throws(ControlError) {
                    values[id] = try surface.value(of: id)
                } catch  where error.kind == .gone {
                    throw error
                } catch {
                    // Unreadable: not known to have the value we left.
                }
            }
            let plainly = entries.filter { entry in entry.left.map { has($0, entry.id) } ?? false }
            // Includes what our automatic mode has changed since.
            ours = entries.filter { entry in
                if plainly.contains(entry) { return true }
                guard let mode = AutomaticMode.governing(entry.id, among: list), controls[entry.id] != nil,
                    let master = number(mode.master), !mode.frees(entry.id, at: master)
                else { return false }
                return plainly.contains { $0.id == mode.master }
            }
        }

        func number(_ id: ControlID) -> Int64? {
            if case .integer(let number)? = values[id] { number } else { nil }
        }

        /// Whether a control has a value, within the driver's step.
        private func has(_ left: ControlValue, _ id: ControlID) -> Bool {
            guard let now = values[id], let control = controls[id] else { return false }
            guard case .integer(let wanted) = left, case .integer(let number) = now, control.kind == .integer else {
                return now == left
            }
            let distance = UInt64(bitPattern: wanted > number ? wanted &- number : number &- wanted)
            return distance < max(1, control.step)
        }
    }
}
