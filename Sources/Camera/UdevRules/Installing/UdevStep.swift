// SPDX-License-Identifier: Apache-2.0

/// One step of an installation or its removal. Paths exclude the root.
package enum UdevStep: Hashable, Sendable {
    /// Saves the current state.
    case record(InstallRecord)
    /// Writes the rules file atomically, after verification by udev if it supports that. The existing file also gets the
    /// backup name, if there is one.
    case write(text: String, backUp: String?)
    /// Removes the rules file, or renames it if a backup name is given.
    case remove(backUp: String?)
    /// Renames a replaced file back.
    case restore(String)
    /// Makes udevd reload its rules, and waits until it no longer uses the old ones.
    case reload
    /// Sets the permissions of a file.
    case reset(FileState)
    /// Makes udev run its rules for every device of these subsystems, and waits until it has finished.
    case trigger([String])
    /// Deletes the saved state.
    case forget

    /// Whether there is nothing to do: the file already has these permissions.
    package var isDone: Bool {
        guard case .reset(let state) = self else { return false }
        return FileState.read(state.path) == state
    }

    /// What the step does, in the imperative: a line of `--dry-run`.
    package var sentence: String {
        switch self {
        case .record(let record):
            let count = record.files.count
            return "save the current permissions of \(count) device file\(count == 1 ? "" : "s") in \(InstallRecord.path)"
        case .write(let text, let backUp):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
            let keep = backUp.map { ", and back up the existing file as \($0)" } ?? ""
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
