// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output
internal import Terminal

/// The report on a plan and its result.
struct SettingsOutcome {
    var plan: SettingsPlan
    /// `nil` for a dry run.
    var transaction: SettingsTransaction?
    /// Reads the current values for a dry run.
    var before: (ControlID) -> ControlValue?

    init(_ plan: SettingsPlan, _ transaction: SettingsTransaction?, on surface: any ControlSurface) {
        self.plan = plan
        self.transaction = transaction
        before = { try? surface.value(of: $0) }
    }

    private var changes: [SettingsTransaction.Change] {
        transaction?.changes
            ?? plan.steps.map { step in
                let isReadable = step.control.kind != .button && !step.control.flags.contains(.writeOnly)
                return .init(step: step, before: isReadable ? before(step.control.id) : nil)
            }
    }

    /// Whether it was undone.
    private var isUndone: Bool { transaction?.isAtomic ?? false && transaction?.refusal != nil }

    /// A line for each change, made or planned; none if the changes were undone.
    var lines: [String] { isUndone ? [] : changes.map(line) }

    private func line(_ change: SettingsTransaction.Change) -> String {
        let control = change.step.control
        let wanted = control.visible(change.step.value)
        var line = (transaction == nil ? "would set " : "") + control.key + ": "
        switch (change.before, transaction == nil ? change.step.value : change.after) {
        case (let before?, let after?):
            line += "\(control.visible(before)) → \(control.visible(after))"
            if change.differs { line += " (requested \(wanted); the camera set \(control.visible(after)))" }
        default: line += control.kind == .button ? (transaction == nil ? "press" : "pressed") : "set to \(wanted)"
        }
        if let reason = change.step.reason { line += Console.dim("  because \(VisibleText.escape(reason))") }
        if let note = change.step.note { line += Console.dim("  (\(VisibleText.escape(note)))") }
        return line
    }

    /// Members of a report.
    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("changes", .array(changes.map(json)))]
        if transaction == nil { members.append(.init("dry_run", true)) }
        guard let transaction, let refusal = transaction.refusal else { return members }
        members.append(.init("error", .string(refusal.description)))
        if transaction.isAtomic { members.append(.init("put_back", .bool(transaction.notPutBack.isEmpty))) }
        if !transaction.notPutBack.isEmpty {
            members.append(.init("not_put_back", .array(transaction.notPutBack.map { .string($0.description) })))
        }
        if !transaction.isAtomic {
            members.append(.init("refusals", .array(transaction.refusals.map { .string($0.description) })))
        }
        return members
    }

    private func json(_ change: SettingsTransaction.Change) -> JSONValue {
        let control = change.step.control
        var members: [JSONValue.Member] = [
            .init("id", .string(control.id.description)), .init("key", .string(control.key)),
        ]
        members += control.members("before", change.before)
        members += control.members("requested", change.step.value)
        members += control.members("after", change.after)
        if let reason = change.step.reason { members.append(.init("reason", .string(reason))) }
        if let note = change.step.note { members.append(.init("note", .string(note))) }
        return .object(members)
    }

    /// Throws a report on rejected settings and on the others, if any was rejected.
    func endIfRefused() throws(CommandFailure) {
        guard let transaction, let refusal = transaction.refusal else { return }
        for refusal in transaction.refusals.dropLast() { Console.note(VisibleText.escape(refusal.description)) }
        var sentence = VisibleText.escape((transaction.refusals.last ?? refusal).description)
        if transaction.isAtomic, refusal.kind != .gone {
            let stuck = Set(transaction.notPutBack.compactMap(\.id))
            let back = transaction.changes.map(\.step.control).filter { !stuck.contains($0.id) }
            let pressed = back.filter { $0.kind == .button }.map(\.key)
            let restored = back.filter { $0.kind != .button }.map(\.key)
            sentence += restored.isEmpty ? ". Nothing was set" : ". Restored: " + restored.joined(separator: ", ")
            if !pressed.isEmpty { sentence += ". Already pressed: " + pressed.joined(separator: ", ") }
            for failure in transaction.notPutBack { sentence += ". " + VisibleText.escape(failure.description) }
        }
        throw CommandFailure(sentence, status: refusal.kind == .gone ? .couldNot : .found)
    }
}
