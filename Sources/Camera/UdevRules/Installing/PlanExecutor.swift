// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import StoredFiles

/// Executes the steps of a plan.
package struct PlanExecutor: Sendable {
    /// The directory that replaces the machine's root; empty for the machine itself.
    package var root: String
    package var service: any UdevService
    /// Whether udev verifies the file first. False for another system, whose own udev has to judge.
    package var verifies: Bool

    package init(root: String = "", service: any UdevService = UdevAdministration(), verifies: Bool) {
        self.root = root
        self.service = service
        self.verifies = verifies
    }

    /// - Throws: at the first failure; completed steps stay done.
    package func run(_ step: UdevStep) throws(UdevActionError) {
        switch step {
        case .record(let record): try put(record.text, root + InstallRecord.path)
        case .write(let text, let backUp):
            try put(text, root + RuleFile.path) { draft throws(UdevActionError) in
                if verifies { _ = try service.verify(draft) }
                if let backUp {
                    // A hard link to the present file; a symbolic link is kept as such.
                    guard unsafe linkat(AT_FDCWD, root + RuleFile.path, AT_FDCWD, root + backUp, 0) == 0 else {
                        throw UdevActionError("cannot back up \(root)\(RuleFile.path) as \(root)\(backUp)", errno: errno)
                    }
                }
            }
        case .remove(let backUp):
            if let backUp {
                try move(RuleFile.path, backUp)
            } else if unsafe unlink(root + RuleFile.path) != 0, errno != ENOENT {
                throw UdevActionError("cannot remove \(root)\(RuleFile.path)", errno: errno)
            }
        case .restore(let backUp): try move(backUp, RuleFile.path)
        case .reload:
            // udev reads its rules again only if a file has changed. A new time makes it read ours, even if it
            // believes that it knows it; if there is no such file, there is nothing to touch.
            unsafe _ = utimensat(AT_FDCWD, root + RuleFile.path, nil, AT_SYMLINK_NOFOLLOW)
            try service.reload()
        case .trigger(let subsystems): try service.trigger(subsystems)
        case .reset(let state):
            do throws(UdevActionError) {
                try state.apply()
            } catch {
                // Unplugged since the plan was made.
                if error.errno != ENOENT { throw error }
            }
        case .forget:
            if unsafe unlink(root + InstallRecord.path) != 0, errno != ENOENT {
                throw UdevActionError("cannot remove \(root)\(InstallRecord.path)", errno: errno)
            }
            // Fails if the directory is not empty, as it should.
            unsafe _ = rmdir(root + "/var/lib/candela")
        }
    }

    private func move(_ old: String, _ new: String) throws(UdevActionError) {
        guard unsafe rename(root + old, root + new) == 0 else {
            throw UdevActionError("cannot move \(root)\(old) to \(root)\(new)", errno: errno)
        }
    }

    /// Writes a file that everybody can read. It is hidden, so that udev ignores it, until it gets its name.
    private func put(
        _ text: String, _ path: String,
        check: (_ draft: String) throws(UdevActionError) -> Void = { _ throws(UdevActionError) in }
    ) throws(UdevActionError) {
        do throws(StoreError) {
            try StoredFile.write(
                Array(text.utf8), to: path, mode: 0o644, folderMode: 0o755, draftEnding: ".rules"
            ) { file, draft throws(StoreError) in
                // Regardless of the umask.
                guard fchmod(file, 0o644) == 0 else { throw StoreError("cannot write \(path)", errno: errno) }
                do throws(UdevActionError) { try check(draft) } catch { throw StoreError(error.description) }
            }
        } catch {
            throw UdevActionError(error.ofGivenFile.description)
        }
    }
}
