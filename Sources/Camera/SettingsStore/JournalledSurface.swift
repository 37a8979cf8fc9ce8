// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import StoredFiles
import Synchronization

/// A camera's controls, changed temporarily: the original value of each is kept in memory and in the journal, and
/// `putBack()` restores it.
///
///     let controls = JournalledSurface(open.controls, camera: key, journal: journal)
///     defer { _ = controls.putBack() }
///
/// Safe to use from several threads: `putBack()` may be called from the signal thread; after it nothing can be set.
/// Button presses and unreadable controls cannot be restored.
package final class JournalledSurface: ControlSurface {
    private let surface: any ControlSurface
    private let camera: JournalKey
    private let journal: ControlJournal?
    private let state = Mutex(State())

    private struct State: ~Copyable {
        /// `nil` before the first change, and if there is no journal.
        var open: OpenJournal?
        var entries: [JournalRecord.Entry] = []
        /// Queried once: kinds and names do not change.
        var described: [ControlID: ControlDescription] = [:]
        var report: PutBackReport?
    }

    /// - Parameter journal: `nil` for a camera that ends with the process (a simulated one), or if no journal can be
    ///   written: then everything is still restored at the end, but not after SIGKILL.
    package init(_ surface: any ControlSurface, camera: JournalKey, journal: ControlJournal?) {
        self.surface = surface
        self.camera = camera
        self.journal = journal
    }

    package var keepsSettings: Bool { surface.keepsSettings }
    package var unitGain: Int64? { surface.unitGain }
    package func knows(_ id: ControlID) -> Bool { surface.knows(id) }

    package func controls() throws(ControlError) -> [ControlDescription] { try surface.controls() }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue { try surface.value(of: id) }

    /// Blocks for some milliseconds on the first change of a control, until the journal is on disk.
    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        try state.withLock { (state) throws(ControlError) in
            guard state.report == nil else {
                throw ControlError(
                    .notPermitted, id: settings.first?.id,
                    "cannot set controls of \(camera.node): this run is ending and its settings have been restored")
            }
            // One at a time: the first setting of a list may change the value that the second one replaces.
            for setting in settings {
                try note(setting, &state)
                try surface.set([setting])
            }
        }
    }

    /// Records the values that the setting will change, before it does.
    private func note(_ setting: ControlSetting, _ state: inout State) throws(ControlError) {
        if state.described.isEmpty {
            for control in try surface.controls() { state.described[control.id] = control }
        }
        func record(_ id: ControlID, isSet: Bool) throws(ControlError) {
            guard let control = state.described[id], control.kind != .button,
                !control.flags.contains(.writeOnly)
            else { return }
            if let place = state.entries.firstIndex(where: { $0.id == id }) {
                if isSet {
                    state.entries[place].left = setting.value
                    try passing { () throws(StoreError) in try state.open?.note(id, left: setting.value) }
                }
                return
            }
            let before = try surface.value(of: id)
            guard before.size <= JournalRecord.valueLimit else {
                throw ControlError(
                    .notPermitted, id: id,
                    "cannot set \(control.key) of \(camera.node) temporarily: its value is too large to save")
            }
            let entry = JournalRecord.Entry(id: id, key: control.key, before: before, left: isSet ? setting.value : nil)
            try begin(entry, &state)
            state.entries.append(entry)
        }
        // An automatic mode that is switched on will change what it governs.
        if let mode = AutomaticMode.switched(by: setting.id, among: Array(state.described.values)),
            case .integer(let now)? = try? surface.value(of: setting.id)
        {
            for id in mode.governed.keys.sorted() where mode.frees(id, at: now) { try record(id, isSet: false) }
        }
        try record(setting.id, isSet: true)
    }

    /// Adds an entry to the journal, which is created with the first one.
    private func begin(_ entry: JournalRecord.Entry, _ state: inout State) throws(ControlError) {
        guard let journal else { return }
        try passing { () throws(StoreError) in
            if state.open == nil {
                state.open = try journal.begin(camera, entry)
            } else {
                try state.open?.note(before: entry)
                if let left = entry.left { try state.open?.note(entry.id, left: left) }
            }
        }
    }

    private func passing(_ work: () throws(StoreError) -> Void) throws(ControlError) {
        do throws(StoreError) {
            try work()
        } catch {
            throw ControlError(.failed, id: nil, error.description)
        }
    }

    /// Whether there are changes that `putBack()` would restore.
    package var hasChanges: Bool { state.withLock { !$0.entries.isEmpty } }

    /// Restores every control to its value before the first change. Removes the journal if that succeeds; otherwise it
    /// stays for `candela profile restore`. Later calls do nothing and return the same report.
    @discardableResult
    package func putBack() -> PutBackReport {
        state.withLock { state in
            if let report = state.report { return report }
            var report = PutBack.run(state.entries, on: surface, onlyLeft: false)
            if report.isComplete {
                do throws(StoreError) {
                    try state.open?.end()
                } catch {
                    report.failures.append(ControlError(.failed, id: nil, error.description))
                }
            }
            state.open = nil
            state.report = report
            return report
        }
    }

    /// Keeps the changes: the settings stay in the camera, and the journal is removed. Only on the user's request.
    package func keep() throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard state.report == nil else { return }
            try state.open?.end()
            state.open = nil
            state.entries = []
        }
    }
}

extension ControlValue {
    /// The approximate size in bytes in the journal.
    fileprivate var size: Int {
        switch self {
        case .integer: 8
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}
