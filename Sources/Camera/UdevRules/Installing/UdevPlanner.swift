// SPDX-License-Identifier: Apache-2.0

/// Plans an installation or its removal. Only decides; `PlanExecutor` executes.
package struct UdevPlanner: Sendable {
    /// The file at the path of our rules file.
    package var installed: InstalledFile
    /// The record of an earlier installation, if there was one.
    package var record: InstallRecord?
    /// The device files that the new rule or the earlier one reaches, in their current state.
    package var targets: [Target]
    package var bootID: String
    /// The names in the rules directory, to choose backup names.
    package var names: Set<String>
    /// Whether the target is the machine itself, not a directory for a package: only then udev is told and permissions
    /// change.
    package var isLive: Bool
    /// Whether udevd runs and can be told.
    package var hasUdev: Bool
    /// Whether files that are foreign or edited may be replaced.
    package var isForced: Bool

    /// A device node, or the brightness file of a light.
    package struct Target: Hashable, Sendable {
        package var state: FileState
        package var isAttribute: Bool

        package init(_ state: FileState, isAttribute: Bool = false) {
            self.state = state
            self.isAttribute = isAttribute
        }
    }

    package init(
        installed: InstalledFile, record: InstallRecord? = nil, targets: [Target] = [], bootID: String,
        names: Set<String> = [], isLive: Bool, hasUdev: Bool = true, isForced: Bool = false
    ) {
        self.installed = installed
        self.record = record
        self.targets = targets
        self.bootID = bootID
        self.names = names
        self.isLive = isLive
        self.hasUdev = hasUdev
        self.isForced = isForced
    }

    /// - Returns: no steps if the same file is already there.
    package func install(_ options: RuleOptions) throws(UdevActionError) -> [UdevStep] {
        let text = RuleFile.text(options)
        var backUp: String?
        // Undo what an earlier rule of ours did to device files: the new rule may not reach them.
        var resets: [UdevStep] = []
        switch installed {
        case .absent: break
        case .ours(_, text): return []
        case .ours: resets = resetting()
        case .edited:
            resets = resetting()
            guard isForced else { throw Self.refusal("it was edited since Candela wrote it") }
            backUp = freeName(Self.editedSuffix)
        case .foreign(let what):
            guard isForced else { throw Self.refusal("there is \(what)") }
            backUp = freeName(Self.replacedSuffix)
        case .unreadable(let reason):
            throw UdevActionError("cannot install \(RuleFile.path): the present file cannot be read: \(reason).")
        }
        let write = UdevStep.write(text: text, backUp: backUp)
        guard isLive else { return [write] }
        guard hasUdev else { return [.record(newRecord(options)), write] + resets }
        return [.record(newRecord(options)), write, .reload] + resets + [.trigger(Self.subsystems(options))]
    }

    /// Makes udev reload its rules and run them for the devices that they reach.
    package func rerun(_ options: RuleOptions) -> [UdevStep] {
        isLive && hasUdev ? [.reload, .trigger(Self.subsystems(options))] : []
    }

    /// Keeps the records of an earlier installation. A file that the earlier rule reached is not recorded now, because it
    /// may have the permissions that our rule set.
    private func newRecord(_ options: RuleOptions) -> InstallRecord {
        var files: [FileState] = []
        if let record, record.bootID == bootID { files = record.files }
        var earlier = record?.options
        switch installed {
        case .ours(let options, _), .edited(let options): earlier = options
        case .absent, .foreign, .unreadable: break
        }
        for target in targets {
            let wasReached = earlier.map { target.isAttribute ? $0.torch : true } ?? false
            let isNoted = files.contains { $0.path == target.state.path }
            if !wasReached, !isNoted { files.append(target.state) }
        }
        return InstallRecord(bootID: bootID, options: options, files: files)
    }

    package func uninstall() throws(UdevActionError) -> [UdevStep] {
        var steps: [UdevStep] = []
        var options = record?.options
        switch installed {
        case .absent:
            guard record != nil else { return [] }
        case .ours(let found, _):
            options = found
            steps.append(.remove(backUp: nil))
        case .edited(let found):
            options = options ?? found
            guard isForced else {
                throw UdevActionError(
                    "cannot remove \(RuleFile.path): it was edited since Candela wrote it. Check what it "
                        + "does, then run candela udev uninstall --force, which keeps a copy.")
            }
            steps.append(.remove(backUp: freeName(Self.editedSuffix)))
        case .foreign(let what):
            guard record != nil else {
                throw UdevActionError(
                    "cannot remove \(RuleFile.path): it is \(what). Remove it manually if you do not need it.")
            }
        case .unreadable(let reason):
            throw UdevActionError("cannot remove \(RuleFile.path): it cannot be read: \(reason).")
        }
        if !steps.isEmpty, let backUp = lastReplaced { steps.append(.restore(backUp)) }
        guard isLive else { return steps }
        if hasUdev { steps.append(.reload) }
        // First restore what the kernel or the administrator set; then udev's remaining rules run.
        steps += resetting()
        let subsystems = options.map(Self.subsystems) ?? ["video4linux", "media"]
        if hasUdev { steps.append(.trigger(subsystems)) }
        if record != nil { steps.append(.forget) }
        return steps
    }

    /// Restores the state before our rule. Does so even if it is already so: udev may be about to run our rule for a camera
    /// that was just plugged in.
    private func resetting() -> [UdevStep] {
        targets.map { .reset(before($0)) }
    }

    /// The permissions of a file before our rule: the recorded ones, if it is still the same file.
    private func before(_ target: Target) -> FileState {
        if let record, record.bootID == bootID,
            var noted = record.files.first(where: { $0.path == target.state.path && $0.inode == target.state.inode })
        {
            // Never restore access for every user; if a rule grants it, that rule will set it again.
            if !target.isAttribute { noted.mode &= ~0o006 }
            return noted
        }
        return target.state.asMade(isAttribute: target.isAttribute)
    }

    package static func subsystems(_ options: RuleOptions) -> [String] {
        ["video4linux", "media"] + (options.torch ? ["leds"] : [])
    }

    private static func refusal(_ reason: String) -> UdevActionError {
        UdevActionError(
            "cannot install \(RuleFile.path): \(reason). Check the file, then run candela udev install --force, which "
                + "keeps a backup of it."
        )
    }

    // MARK: Names of backups

    /// The suffixes do not end in `.rules`, so that udev ignores the files.
    static let replacedSuffix = ".before-candela"
    static let editedSuffix = ".edited"
    private static let mostBackUps = 1000

    private func freeName(_ suffix: String) -> String {
        var number = 1
        while names.contains(Self.backUpName(suffix, number)), number < Self.mostBackUps { number += 1 }
        return Self.folder + Self.backUpName(suffix, number)
    }

    /// The file that we replaced last.
    private var lastReplaced: String? {
        let number = (1...Self.mostBackUps).last { names.contains(Self.backUpName(Self.replacedSuffix, $0)) }
        return number.map { Self.folder + Self.backUpName(Self.replacedSuffix, $0) }
    }

    private static func backUpName(_ suffix: String, _ number: Int) -> String {
        RuleFile.name + suffix + (number == 1 ? "" : ".\(number)")
    }

    static let folder = String(RuleFile.path.dropLast(RuleFile.name.count))
}
