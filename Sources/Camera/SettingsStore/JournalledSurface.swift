// SPDX-License-Identifier: Apache-2.0

public import CameraControls
public import StoredFiles
import Synchronization

/// A camera's controls, changed for a while: each keeps in mind, and in the journal, what it had, and `putBack()` gives
/// it back.
///
///     let controls = JournalledSurface(open.controls, camera: key, journal: journal)
///     defer { _ = controls.putBack() }
///
/// Safe to use from several threads: `putBack()` may come from the one that takes signals, and nothing can be set
/// afterwards. What was pressed (a button) or cannot be read cannot be put back.
public final class JournalledSurface: ControlSurface {
    private let surface: any ControlSurface
    private let camera: JournalKey
    private let journal: ControlJournal?
    private let state = Mutex(State())

    private struct State: ~Copyable {
        /// `nil` before the first change, and where no journal is kept.
        var open: OpenJournal?
        var entries: [JournalRecord.Entry] = []
        /// Asked once: kinds and names do not change.
        var described: [ControlID: ControlDescription] = [:]
        var report: PutBackReport?
    }

    /// - Parameter journal: `nil` for a camera that goes with the process (a simulated one), or where none can be kept:
    ///   then everything is put back at the end all the same, but not after SIGKILL.
    public init(_ surface: any ControlSurface, camera: JournalKey, journal: ControlJournal?) {
        self.surface = surface
        self.camera = camera
        self.journal = journal
    }

    public func controls() throws(ControlError) -> [ControlDescription] { try surface.controls() }

    public func value(of id: ControlID) throws(ControlError) -> ControlValue { try surface.value(of: id) }

    /// Blocks for the journal's way to the disk on the first change of a control, some milliseconds.
    public func set(_ settings: [ControlSetting]) throws(ControlError) {
        try state.withLock { (state) throws(ControlError) in
            guard state.report == nil else {
                throw ControlError(
                    .notPermitted, id: settings.first?.id,
                    "cannot set controls of \(camera.node): its settings have been put back, as this run is ending")
            }
            // On first sight of each: the first of two settings of one list may move what the second is about.
            for setting in settings {
                try note(setting, &state)
                try surface.set([setting])
            }
        }
    }

    /// Notes what the setting will change, before it does.
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
                    "cannot set \(control.key) of \(camera.node) for a while: its value is too large to be kept")
            }
            let entry = JournalRecord.Entry(id: id, key: control.key, before: before, left: isSet ? setting.value : nil)
            try begin(entry, &state)
            state.entries.append(entry)
        }
        // An automatic mode that is switched on will move what it governs.
        if let mode = AutomaticMode.switched(by: setting.id),
            case .integer(let now)? = try? surface.value(of: setting.id)
        {
            for id in mode.governed.keys.sorted() where mode.frees(id, at: now) { try record(id, isSet: false) }
        }
        try record(setting.id, isSet: true)
    }

    /// Puts an entry into the journal, which is begun with it.
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

    /// Whether anything was changed that `putBack()` would give back.
    public var hasChanges: Bool { state.withLock { !$0.entries.isEmpty } }

    /// Gives every control what it had before its first change, and takes the journal away when all of it is back; else
    /// the journal stays for `candela profile restore`. Later calls do nothing and return the same.
    @discardableResult
    public func putBack() -> PutBackReport {
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

    /// Keeps what was changed: the settings stay in the camera, and the journal goes. For a user who said so.
    public func keep() throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard state.report == nil else { return }
            try state.open?.end()
            state.open = nil
            state.entries = []
        }
    }
}

extension ControlValue {
    /// Bytes that noting it takes, about.
    fileprivate var size: Int {
        switch self {
        case .integer: 8
        case .string(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}
