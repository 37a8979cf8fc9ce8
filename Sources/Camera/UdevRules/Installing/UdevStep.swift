// SPDX-License-Identifier: Apache-2.0

/// One thing that an installation or its taking back does. Paths are without the root below which it happens.
public enum UdevStep: Hashable, Sendable {
    /// Keeps what is there now.
    case record(InstallRecord)
    /// Writes the rules file in one step, seen whole or not at all, having it checked by udev first where udev can.
    /// What was there before gets a second name, if one is given.
    case write(text: String, backUp: String?)
    /// Takes the rules file away; it gets another name, if one is given.
    case remove(backUp: String?)
    /// Gives a file that we replaced its name back.
    case restore(String)
    /// udevd reads its rules, and none of it runs by those of before any more.
    case reload
    /// Gives a file these rights.
    case reset(FileState)
    /// udev runs its rules for every device of these subsystems, and is done with them.
    case trigger([String])
    /// Forgets what was kept.
    case forget

    /// Whether nothing is left to do: a file that has its rights at this moment.
    public var isDone: Bool {
        guard case .reset(let state) = self else { return false }
        return FileState.read(state.path) == state
    }

    /// What it does, in the imperative: a line of `--dry-run`.
    public var sentence: String {
        switch self {
        case .record(let record):
            let count = record.files.count
            return "note the present rights of \(count) device file\(count == 1 ? "" : "s") in \(InstallRecord.path)"
        case .write(let text, let backUp):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            let keep = backUp.map { ", keeping what is there as \($0)" } ?? ""
            return "write \(RuleFile.path) (\(lines) lines, mode 0644)\(keep)"
        case .remove(let backUp):
            return backUp.map { "move \(RuleFile.path) to \($0)" } ?? "remove \(RuleFile.path)"
        case .restore(let backUp): return "move \(backUp) back to \(RuleFile.path)"
        case .reload: return "run " + Self.command(UdevAdministration.reloading)
        case .reset(let state): return "set \(state.path) to \(state.modeText)"
        case .trigger(let subsystems): return "run " + Self.command(UdevAdministration.triggering(subsystems))
        case .forget: return "remove \(InstallRecord.path)"
        }
    }

    private static func command(_ arguments: [String]) -> String { (["udevadm"] + arguments).joined(separator: " ") }
}
