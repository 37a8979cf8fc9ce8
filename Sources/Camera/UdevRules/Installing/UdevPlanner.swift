// SPDX-License-Identifier: Apache-2.0

/// Decides what to do, and does nothing.
public struct UdevPlanner: Sendable {
    /// What lies in the place of our file.
    public var installed: InstalledFile
    /// What was kept by the installation before, if there was one.
    public var record: InstallRecord?
    /// The device files that the rule reaches, and those that the one before it did, as they are now.
    public var targets: [Target]
    public var bootID: String
    /// Names in the folder of rules, to choose names for backups.
    public var names: Set<String>
    /// Whether the machine itself is meant, not a folder for a package: only there udev is told and rights are changed.
    public var isLive: Bool
    /// Whether a udevd runs that can be told.
    public var hasUdev: Bool
    /// Whether foreign and edited files may be replaced.
    public var isForced: Bool

    /// A device node, or the brightness file of a light.
    public struct Target: Hashable, Sendable {
        public var state: FileState
        public var isAttribute: Bool

        public init(_ state: FileState, isAttribute: Bool = false) {
            self.state = state
            self.isAttribute = isAttribute
        }
    }

    public init(
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

    /// - Returns: nothing when the very file is there already.
    public func install(_ options: RuleOptions) throws(UdevActionError) -> [UdevStep] {
        let text = RuleFile.text(options)
        var backUp: String?
        // What another rule of ours made of device files is undone first: the new one may not reach them.
        var resets: [UdevStep] = []
        switch installed {
        case .absent: break
        case .ours(_, text): return []
        case .ours: resets = resetting()
        case .edited:
            resets = resetting()
            guard isForced else { throw Self.refusal("somebody edited it since Candela wrote it") }
            backUp = freeName(Self.editedSuffix)
        case .foreign(let what):
            guard isForced else { throw Self.refusal("it is \(what)") }
            backUp = freeName(Self.replacedSuffix)
        case .unreadable(let reason):
            throw UdevActionError("cannot install \(RuleFile.path): what is there cannot be read: \(reason).")
        }
        let write = UdevStep.write(text: text, backUp: backUp)
        guard isLive else { return [write] }
        guard hasUdev else { return [.record(newRecord(options)), write] + resets }
        return [.record(newRecord(options)), write, .reload] + resets + [.trigger(Self.subsystems(options))]
    }

    /// Has udev read its rules anew and run them for what they reach.
    public func rerun(_ options: RuleOptions) -> [UdevStep] {
        isLive && hasUdev ? [.reload, .trigger(Self.subsystems(options))] : []
    }

    /// What an installation before has noted stays; a file that its rule reached is not noted now, as it may have the
    /// rights our rule gave it.
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

    public func uninstall() throws(UdevActionError) -> [UdevStep] {
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
                    "cannot take away \(RuleFile.path): somebody edited it since Candela wrote it. See what it "
                        + "does, then run candela udev uninstall --force, which keeps a copy.")
            }
            steps.append(.remove(backUp: freeName(Self.editedSuffix)))
        case .foreign(let what):
            guard record != nil else {
                throw UdevActionError(
                    "cannot take away \(RuleFile.path): it is \(what). Remove it by hand if it is not wanted.")
            }
        case .unreadable(let reason):
            throw UdevActionError("cannot take away \(RuleFile.path): it cannot be read: \(reason).")
        }
        if !steps.isEmpty, let backUp = lastReplaced { steps.append(.restore(backUp)) }
        guard isLive else { return steps }
        if hasUdev { steps.append(.reload) }
        // What the kernel or the administrator gave, first; then udev's remaining rules run over it.
        steps += resetting()
        let subsystems = options.map(Self.subsystems) ?? ["video4linux", "media"]
        if hasUdev { steps.append(.trigger(subsystems)) }
        if record != nil { steps.append(.forget) }
        return steps
    }

    /// Gives back what was before our rule. Also where it is so now: udev may be about to run our rule for a camera that
    /// was just plugged in.
    private func resetting() -> [UdevStep] {
        targets.map { .reset(before($0)) }
    }

    /// The rights a file had before our rule: those noted, if it is still the same file.
    private func before(_ target: Target) -> FileState {
        if let record, record.bootID == bootID,
            var noted = record.files.first(where: { $0.path == target.state.path && $0.inode == target.state.inode })
        {
            // A camera that everybody may use is put back by whatever made it so, never by us.
            if !target.isAttribute { noted.mode &= ~0o006 }
            return noted
        }
        return target.state.asMade(isAttribute: target.isAttribute)
    }

    public static func subsystems(_ options: RuleOptions) -> [String] {
        ["video4linux", "media"] + (options.torch ? ["leds"] : [])
    }

    private static func refusal(_ reason: String) -> UdevActionError {
        UdevActionError(
            "cannot install \(RuleFile.path): \(reason). Read it, then run candela udev install --force, which keeps "
                + "it beside ours."
        )
    }

    // MARK: Names of backups

    /// Not ending in `.rules`, so that udev passes them over.
    static let replacedSuffix = ".before-candela"
    static let editedSuffix = ".edited"
    private static let mostBackUps = 1000

    private func freeName(_ suffix: String) -> String {
        var number = 1
        while names.contains(Self.backUpName(suffix, number)), number < Self.mostBackUps { number += 1 }
        return Self.folder + Self.backUpName(suffix, number)
    }

    /// The file we replaced last.
    private var lastReplaced: String? {
        let number = (1...Self.mostBackUps).last { names.contains(Self.backUpName(Self.replacedSuffix, $0)) }
        return number.map { Self.folder + Self.backUpName(Self.replacedSuffix, $0) }
    }

    private static func backUpName(_ suffix: String, _ number: Int) -> String {
        RuleFile.name + suffix + (number == 1 ? "" : ".\(number)")
    }

    static let folder = String(RuleFile.path.dropLast(RuleFile.name.count))
}
