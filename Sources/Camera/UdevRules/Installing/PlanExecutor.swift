// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Executes the steps of a plan.
public struct PlanExecutor: Sendable {
    /// The directory that replaces the machine's root; empty for the machine itself.
    public var root: String
    public var service: any UdevService
    /// Whether udev verifies the file first. False for another system, whose own udev has to judge.
    public var verifies: Bool

    public init(root: String = "", service: any UdevService = UdevAdministration(), verifies: Bool) {
        self.root = root
        self.service = service
        self.verifies = verifies
    }

    /// - Throws: at the first failure; completed steps stay done.
    public func run(_ step: UdevStep) throws(UdevActionError) {
        switch step {
        case .record(let record):
            try Self.makeFolders(root + "/var/lib/candela")
            try put(record.text, root + InstallRecord.path, mode: 0o644) { _ throws(UdevActionError) in }
        case .write(let text, let backUp):
            try Self.makeFolders(root + UdevPlanner.folder)
            try put(text, root + RuleFile.path, mode: 0o644) { temporary throws(UdevActionError) in
                if verifies { _ = try service.verify(temporary) }
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
        case .reload: try service.reload()
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

    /// Writes a temporary file beside the target, hidden so that udev ignores it, and renames it into place.
    private func put(
        _ text: String, _ path: String, mode: mode_t,
        check: (_ temporary: String) throws(UdevActionError) -> Void
    ) throws(UdevActionError) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let temporary = "\(path[..<slash])/.candela-\(getpid()).rules"
        let action = "cannot write \(path)"
        unsafe _ = unlink(temporary)
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw UdevActionError(action, errno: errno) }
        do throws(UdevActionError) {
            defer { close(file) }
            // The mode must not depend on the caller's umask.
            guard fchmod(file, mode) == 0 else { throw UdevActionError(action, errno: errno) }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw UdevActionError(action, errno: errno) }
                rest = rest.dropFirst(count)
            }
            guard fsync(file) == 0 else { throw UdevActionError(action, errno: errno) }
            try check(temporary)
            guard unsafe rename(temporary, path) == 0 else { throw UdevActionError(action, errno: errno) }
        } catch {
            unsafe _ = unlink(temporary)
            throw error
        }
    }

    private static func makeFolders(_ path: String) throws(UdevActionError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            guard unsafe mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw UdevActionError("cannot create the directory \(made)", errno: errno)
            }
        }
    }
}
