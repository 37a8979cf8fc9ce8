// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
import FoundationEssentials
internal import MachineFacts
internal import Programs
package import UserSession

/// Finds what decides whether somebody else can open a camera: accounts, units, processes, containers, sandboxes.
package struct ClientCollector {
    /// Why a client cannot be examined, as a full sentence.
    package struct Unknown: Error, Hashable {
        package var message: String
    }

    let files: SystemFiles
    private let account: (String) -> UserRecord?
    private let owner: (RunningProcess) -> UserRecord
    let ask: DesktopCollector.Ask
    let access: Access

    package init(
        files: SystemFiles, account: @escaping (String) -> UserRecord? = UserRecord.named,
        owner: @escaping (RunningProcess) -> UserRecord = UserRecord.running,
        // What a container wrote, its engine prints to where the container wrote it: mostly to the errors.
        ask: @escaping DesktopCollector.Ask = {
            SystemProgram.ask($0[0], Array($0.dropFirst()), errors: $0.dropFirst().first == "logs")
        }, access: Access? = nil
    ) {
        self.files = files
        self.account = account
        self.owner = owner
        self.ask = ask
        // The nodes of another machine's files are files.
        let isThisMachine = files.root.isEmpty
        self.access = access ?? { isThisMachine ? SystemDeviceFiles().access(toNodeAt: $0) : nil }
    }

    /// - Parameter path: the node in question, such as `/dev/video0`; `nil` without a camera.
    package func collect(_ client: CameraClient, path: String?) throws(Unknown) -> CameraClientRecord {
        switch client {
        case .user(let name): return notingClosedNodes(try user(name))
        case .unit(let name): return notingClosedNodes(denied(try unit(name, path)))
        case .process(let id):
            if let record = application(of: id) { return record }
            return notingClosedNodes(denied(try process(id, path)))
        case .container(let name): return denied(try container(name, path))
        case .application(let name): return try application(name)
        }
    }

    /// Adds what SELinux denied: the denied program itself sees only "permission denied". With auditd the kernel's own log and the
    /// journal have none of it, and its file is root's.
    private func denied(_ record: CameraClientRecord) -> CameraClientRecord {
        var record = record
        var lines = denials(in: ask(["journalctl", "-b", "-q", "--no-pager", "-n", "2000", "_TRANSPORT=audit"]) ?? "")
        if lines.isEmpty, let log = files.end("/var/log/audit/audit.log", limit: 1 << 20) {
            let start = files.startOfMachine
            lines = denials(in: log).filter { line in
                // `msg=audit(1737562211.408:412)`
                guard let start, let stamp = line.firstRange(of: "msg=audit(") else { return true }
                return Double(line[stamp.upperBound...].prefix(while: \.isNumber)).map { $0 >= start } ?? true
            }
        }
        if !lines.isEmpty { record.denials = lines.suffix(3).map(String.init) }
        return record
    }

    private func denials(in log: String) -> [Substring] {
        log.split(separator: "\n").filter { line in
            line.contains("avc:") && line.contains("denied") && (line.contains("v4l_device_t") || line.contains("/dev/video"))
        }
    }

    private func user(_ name: String) throws(Unknown) -> CameraClientRecord {
        guard var user = account(name) else {
            throw Unknown(message: "cannot examine the user \(name): there is no such account")
        }
        // What a new session of that user has.
        user.sessionGroups = user.sessionGroups ?? user.accountGroups
        var record = CameraClientRecord(.user, name: name)
        record.user = user
        return record
    }

    // MARK: Units

    private static let properties = [
        "Id", "LoadState", "User", "Group", "SupplementaryGroups", "DynamicUser", "PrivateDevices", "DevicePolicy",
        "DeviceAllow", "MainPID", "ExecMainStatus", "ExecStart",
        "Type", "ActiveExitTimestampMonotonic", "ExecMainExitTimestampMonotonic", "InactiveEnterTimestampMonotonic",
        "Restart", "Result", "RootDirectory", "RootImage", "ActiveState",
        "ConditionResult", "ExecMainStartTimestampMonotonic", "TasksCurrent", "ControlGroup",
        "PIDFile", "EnvironmentFiles", "ExecStartPre", "ActiveEnterTimestampMonotonic",
        "WorkingDirectory", "UnitFileState", "TriggeredBy", "InactiveExitTimestampMonotonic",
    ]

    func unit(_ name: String, _ path: String?) throws(Unknown) -> CameraClientRecord {
        for scope in [[], ["--user"]] {
            let words = ["systemctl"] + scope + ["show", "--property=\(Self.properties.joined(separator: ","))", name]
            guard let text = ask(words) else { continue }
            let values = Self.values(text)
            guard values["LoadState"]?.first != "not-found", !values.isEmpty else { continue }
            return try unit(values, isUser: !scope.isEmpty, name, path)
        }
        throw Unknown(
            message: "cannot examine the unit \(name): systemd knows no such unit, of the system or of this user")
    }

    /// The properties of a unit that have a value, as `systemctl show` prints them; some stand in several lines.
    static func values(_ shown: String) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for line in shown.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, !parts[1].isEmpty { values[parts[0], default: []].append(parts[1]) }
        }
        return values
    }

    /// When a unit ended that systemd does not start again, in seconds since the start of the machine.
    ///
    /// Not one that somebody stopped, or whose program systemd could not run (status 200 to 254).
    private func ended(_ values: [String: [String]]) -> Double? {
        guard let status = values["ExecMainStatus"]?.first.flatMap({ Int($0) }),
            let ended = Self.moment("InactiveEnter", values) ?? Self.moment("ExecMainExit", values)
        else { return nil }
        guard !Self.wasStopped(values) else { return nil }
        let result = values["Result"]?.first
        let isOwn = (1..<200).contains(status) || status == 255
        // Whatever Restart= says, systemd does not start again what it counts as failed.
        if values["ActiveState"]?.first == "failed" {
            if Self.isLimit(result) { return isOwn || status == 0 ? ended : nil }
            return result == "exit-code" && isOwn ? ended : nil
        }
        // One that has done its work as it thinks is started again only by `always`; that of `oneshot` is done.
        return switch (values["Restart"]?.first ?? "no", result) {
        case ("no", "exit-code"): isOwn ? ended : nil
        case ("no", "success"), ("on-failure", "success"):
            status == 0 && values["Type"]?.first != "oneshot" ? ended : nil
        default: nil
        }
    }

    private func unit(
        _ values: [String: [String]], isUser: Bool, _ name: String, _ path: String?
    ) throws(Unknown) -> CameraClientRecord {
        var record = CameraClientRecord(isUser ? .userUnit : .unit, name: values["Id"]?.first ?? name)
        let running = values["MainPID"]?.first.flatMap { Int($0) }.flatMap {
            $0 > 0 ? RunningProcess($0, files: files) : nil
        }
        if let running {
            record.processID = running.id
            record.user = owner(running)
            look(running.id, path, &record)
            noteCommand(of: running.id, &record)
        } else if isUser {
            record.user = .current()
        } else {
            record.missingAccount = missingAccount(values)
            record.exitStatus = values["ExecMainStatus"]?.first
            record.endedAt = ended(values)
            var user =
                values["User"]?.first.flatMap(account)
                ?? UserRecord(id: 0, name: "root", accountGroups: [], sessionGroups: [])
            let extra = (values["SupplementaryGroups"] ?? []).flatMap { $0.split(separator: " ") }
                .compactMap { Accounts.groupID(String($0)) }
            user.sessionGroups = user.accountGroups + extra.map { GroupRecord(id: $0, name: Accounts.groupName($0)) }
            record.user = user
        }
        // See: man 1 loginctl, enable-linger.
        if isUser, let name = record.user?.name, files.exists("/var/lib/systemd/linger/\(name)") { record.isLingering = true }
        let journal = journal(record.name, isUser: isUser)
        let spoken = Self.sinceStart(journal)
        if running != nil, record.pagePolicy?.log == nil, let found = PagePolicy.violation(in: spoken.map { $0[...] }) {
            var policy = record.pagePolicy ?? PagePolicyRecord(opened: nil, isOnlyPage: true)
            (policy.log, policy.source) = (record.journalctl, found.source)
            record.pagePolicy = policy
        }
        noteBuses(in: spoken, &record)
        noteMissing(in: spoken, &record, hasOwnRoot: ["RootDirectory", "RootImage"].contains { values[$0] != nil })
        if values["ActiveState"]?.first == "active" { record.childTrouble = FailedChild.line(in: spoken) }
        if values["ActiveState"]?.first != "inactive", !Self.wasStopped(values) {
            record.complaints = CameraComplaints.find(in: spoken)
            if record.complaints == nil, let log = ownLog(record.name, values, isUser: isUser),
                let complaints = CameraComplaints.find(in: log.lines)
            {
                record.complaints = complaints
                record.logFile = log.path
            }
        }
        if running == nil {
            record.lastWords = Self.lastWords(values, journal)
            noteFailure(values, journal, isUser: isUser, &record)
            if Self.neverForks(values, journal) { record.neverForks = true }
            if Self.isEndedScript(values) { record.isEndedScript = true }
            if values["ConditionResult"]?.first == "no", values["ActiveState"]?.first == "inactive" {
                record.unmetConditions = conditions(of: record.name, isUser: isUser)
            }
            if record.unmetConditions == nil { record.unstarted = Self.unstarted(values) }
            if Self.endedAtOnce(values) { record.endedAtOnce = true }
            if values["LoadState"]?.first == "masked" { record.isMasked = true }
            // EXIT_EXEC of systemd: the program could not be executed. In a root of its own, it is not looked up here.
            if values["ExecMainStatus"]?.first == "203", values["RootDirectory"] == nil, values["RootImage"] == nil,
                let path = Self.program(values), files.isMissing(path)
            {
                record.missingProgram = path
            }
            if values["Result"]?.first == "resources" { record.missingSettings = missingSettings(values) }
        }
        // Of a service of another user its root may not be seen; without settings of its own it is this machine's.
        let isElsewhere = ["RootDirectory", "RootImage"].contains { values[$0] != nil } || values["PrivateDevices"]?.first == "yes"
        if running == nil || !isElsewhere && running.map({ !files.exists("/proc/\($0.id)/root/dev") }) == true,
            let command = Self.part(
                of: values["ExecStart"]?.first ?? "", after: "argv[]=", before: " ; ignore_errors=")
        {
            record.note(command: command, files: files)
        }
        if let running, !isElsewhere { noteMotionDevices(of: running.id, &record) }
        if let running, record.namedDevices == nil, !isElsewhere { noteChildren(of: running.id, &record) }
        if let command = Self.part(of: values["ExecStart"]?.first ?? "", after: "argv[]=", before: " ; ignore_errors=") {
            let signs = PipedVideoSigns(command: command, process: running?.id, folder: values["WorkingDirectory"]?.first, files: files)
            // Only its judge asks for them, and only on that board.
            if signs.isPi5 { record.pipedVideo = signs.find() }
        }
        let devices = UnitDevices(values)
        record.deviceSettings = devices.settings
        record.isFiltered = devices.forbids { $0 == "char-video4linux" || $0.hasPrefix("/dev/v4l/") || $0 == path.map { $0[...] } }
        record.filter = record.deviceSettings.joined(separator: ", ")
        return record
    }

    /// Notes how a unit failed, or fails at each start.
    private func noteFailure(
        _ values: [String: [String]], _ journal: [JournalLine], isUser: Bool, _ record: inout CameraClientRecord
    ) {
        let result = values["Result"]?.first ?? "success"
        guard ["failed", "activating"].contains(values["ActiveState"]?.first), result != "success", !Self.wasStopped(values) else { return }
        record.result = result
        if Self.isLimit(result) || journal.contains(where: { $0.isSystemd && $0.words.contains("repeated too quickly") }) {
            record.hasGivenUp = values["ActiveState"]?.first == "failed" ? true : nil
        }
        let name = record.name
        let reader = StartStepReader(unit: name, values: values, files: files) {
            ask(["systemctl"] + (isUser ? ["--user"] : []) + ["cat", name]) ?? ""
        }
        record.failedStep = reader.find(in: Self.lastStart(journal))
        // systemd looks the account up before all but these steps: it has found it, although it may not be found here.
        if let step = record.failedStep?.step, !["USER", "FDS", "SETSID", "SIGNAL_MASK", "CONFIRM"].contains(step) {
            record.missingAccount = nil
        }
    }

    /// Whether a result of systemd's says that a unit was started too often. Before version 232 it had the shorter name.
    private static func isLimit(_ result: String?) -> Bool { result == "start-limit-hit" || result == "start-limit" }

    /// The state of the file of a unit that was not started since the start of the machine, and should have been: not one that a timer, a
    /// socket, a program (D-Bus) or another unit starts when it is needed.
    private static func unstarted(_ values: [String: [String]]) -> String? {
        guard values["ActiveState"]?.first == "inactive", values["LoadState"]?.first == "loaded",
            values["ExecMainStartTimestampMonotonic"]?.first == "0", ["simple", "exec", "notify", "forking"].contains(values["Type"]?.first),
            values["TriggeredBy"] == nil, let state = values["UnitFileState"]?.first, ["disabled", "enabled"].contains(state)
        else { return nil }
        return state
    }

    /// Whether somebody stopped it: it left the state of a running unit before its program ended.
    private static func wasStopped(_ values: [String: [String]]) -> Bool {
        guard let stopped = moment("ActiveExit", values), let exit = moment("ExecMainExit", values),
            // systemd itself stops a unit so, for these reasons.
            !["watchdog", "timeout", "oom-kill"].contains(values["Result"]?.first)
        else { return false }
        // What ran until then may have been an earlier program.
        return stopped < exit && moment("ExecMainStart", values).map { $0 <= stopped } != false
    }

    /// When something last happened to a unit, in seconds since the start of the machine; `nil` if it never did.
    private static func moment(_ event: String, _ values: [String: [String]]) -> Double? {
        // Microseconds; 0 if it never happened.
        values["\(event)TimestampMonotonic"]?.first.flatMap { Double($0) }.flatMap { $0 > 0 ? $0 / 1e6 : nil }
    }

    /// The first file of a unit's environment that is not there: `/etc/default/motion (ignore_errors=no)`. systemd does not even try to
    /// run a program without it.
    private func missingSettings(_ values: [String: [String]]) -> String? {
        let must = " (ignore_errors=no)"
        return (values["EnvironmentFiles"] ?? []).filter { $0.hasSuffix(must) }.map { String($0.dropLast(must.utf8.count)) }
            .first { !$0.contains("*") && files.isMissing($0) }
    }

    /// The lines `ConditionPathExists=…` of its files. A unit that was never started has no condition that is not met.
    private func conditions(of unit: String, isUser: Bool) -> [String]? {
        let scope = isUser ? ["--user"] : []
        let skipped = (ask(["journalctl", "-b", "-q", "--no-pager", "-n", "20", isUser ? "--user-unit" : "-u", unit]) ?? "")
            .split(separator: "\n").contains { $0.contains("ondition check") || $0.contains("unmet condition") }
        guard skipped, let text = ask(["systemctl"] + scope + ["cat", unit]) else { return nil }
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("Condition") }.map { String($0.prefix(200)) }
        return lines.isEmpty ? nil : lines
    }

    private static func endedAtOnce(_ values: [String: [String]]) -> Bool {
        guard ["simple", "exec", nil].contains(values["Type"]?.first), values["Result"]?.first == "success",
            values["ActiveState"]?.first == "inactive", values["ExecMainStatus"]?.first == "0", !wasStopped(values),
            let start = values["ExecStart"]?.first, start.contains("code=exited")
        else { return false }
        if let from = moment("ExecMainStart", values), let to = moment("ExecMainExit", values) {
            return to - from < 10
        }
        // `start_time=[Tue 2024-01-09 10:42:16 CET] ; stop_time=[Tue 2024-01-09 10:42:16 CET]`
        let from = part(of: start, after: "start_time=[", before: "]")
        return from != nil && from == part(of: start, after: "stop_time=[", before: "]")
    }

    /// What a unit wrote since it was started last, without what systemd says of it.
    private static func sinceStart(_ journal: [JournalLine]) -> [String] {
        lastStart(journal).filter { !$0.isSystemd }.map(\.words)
    }

    /// The lines from the last start on.
    private static func lastStart(_ journal: [JournalLine]) -> ArraySlice<JournalLine> {
        func start(_ word: String) -> Int? { journal.lastIndex { $0.isSystemd && $0.words.hasPrefix(word) } }
        return journal[(start("Starting ") ?? start("Started ") ?? 0)...]
    }

    /// Whether systemd waits for a program to put itself into the background (Type=forking), and has ended it for not doing so.
    private static func neverForks(_ values: [String: [String]], _ journal: [JournalLine]) -> Bool {
        // One whose file with its number never came may have forked.
        guard values["Type"]?.first == "forking", values["PIDFile"] == nil,
            values["Result"]?.first == "timeout" || values["ActiveState"]?.first == "activating"
        else { return false }
        // A time limit of the start, and not of the stop of one that ran, nor of what comes before the program.
        if values["Result"]?.first == "timeout", moment("ActiveEnter", values) == nil, values["ExecStartPre"] == nil { return true }
        return journal.contains { $0.isSystemd && $0.words.contains("start operation timed out") }
    }

    /// What a unit that has failed, or is to be started again after a failure, said before it ended.
    private static func lastWords(_ values: [String: [String]], _ journal: [JournalLine]) -> [String]? {
        // What a program says before a signal or a timeout ends it need not be why. Of signals, only SIGABRT (6) is a program's own.
        let isTelling =
            switch values["Result"]?.first {
            case "exit-code", "start-limit-hit": true
            case "core-dump", "signal": values["ExecMainStatus"]?.first == "6"
            default: false
            }
        let hasFailed = isTelling && ["failed", "activating", "inactive"].contains(values["ActiveState"]?.first)
        guard hasFailed || isEndedScript(values), !wasStopped(values) else { return nil }
        // `(motion)` is systemd's own child, before it has become the program.
        let lines = journal.filter { !$0.isSystemd && !$0.sender.hasPrefix("(") && !$0.words.isEmpty }.map(\.words)
        return lines.isEmpty ? nil : Array(lines.suffix(20))
    }

    /// Whether a unit is a script of the old kind (init.d), which counts as active after it has ended, and nothing that it started
    /// runs any more.
    private static func isEndedScript(_ values: [String: [String]]) -> Bool {
        values["ActiveState"]?.first == "active" && values["ExecStart"]?.first?.contains("path=/etc/init.d/") == true
            && (values["TasksCurrent"]?.first == "0"
                // Without accounting there is no number, and a unit of which nothing is left has no control group.
                || values["TasksCurrent"]?.first == "[not set]" && values["ControlGroup"] == nil)
    }

    /// A line of the journal.
    struct JournalLine {
        var sender: String
        var words: String

        /// Whether systemd says it of the unit, and not the unit itself.
        var isSystemd: Bool { sender.hasPrefix("systemd[") }
    }

    /// The last lines of a unit's journal since the start of the machine, oldest first.
    private func journal(_ unit: String, isUser: Bool) -> [JournalLine] {
        let text = ask([
            "journalctl", "-b", "-q", "--no-pager", "-n", "60", "-o", "short", isUser ? "--user-unit" : "-u", unit,
        ])
        // `Aug 03 14:33:52 rpi motion[5427]: words`
        return (text ?? "").split(separator: "\n").compactMap { line in
            guard let mark = line.firstRange(of: "]: ") ?? line.firstRange(of: ": ") else { return nil }
            let sender = line[..<mark.lowerBound].split(separator: " ").last ?? ""
            return JournalLine(sender: String(sender), words: Self.spoken(line[mark.upperBound...], limit: 500))
        }
    }

    /// The last lines of the file into which a unit writes in place of the journal, if this user may read it and it was written to since
    /// the unit was started: `StandardError=append:/var/log/webcamd.log`. See: man 5 systemd.exec.
    private func ownLog(_ unit: String, _ values: [String: [String]], isUser: Bool) -> (path: String, lines: [String])? {
        let text = ask(["systemctl"] + (isUser ? ["--user"] : []) + ["cat", unit]) ?? ""
        var targets: [String: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { targets[parts[0].filter { $0 != " " }] = parts[1].drop { $0 == " " } }
        }
        // Errors go where all goes, unless told otherwise.
        let written = [targets["StandardError"], targets["StandardOutput"]].compactMap { target -> String? in
            guard let target, !target.contains("%"),
                let kind = ["append:/", "file:/", "truncate:/"].first(where: target.hasPrefix)
            else { return nil }
            return String(target.dropFirst(kind.utf8.count - 1))
        }
        let start = Self.moment("ExecMainStart", values).flatMap { start in files.startOfMachine.map { $0 + start } }
        // The file goes on from one start to the next, so only its very end is of this one.
        guard let path = written.first, let end = files.end(path, limit: 1 << 13, since: start) else { return nil }
        return (path, end.split(separator: "\n").suffix(12).map { Self.spoken($0, limit: 500) })
    }

    /// A line that a program wrote, as it is kept and shown.
    private static func spoken(_ line: Substring, limit: Int) -> String { String(AddressSecrets.removed(from: line).prefix(limit)) }

    /// The program that a unit runs, out of `{ path=/usr/bin/motion ; argv[]=/usr/bin/motion -n ; ignore_errors=no ; … }`.
    static func program(_ values: [String: [String]]) -> String? {
        values["ExecStart"]?.first.flatMap { part(of: $0, after: "path=", before: " ; argv[]=") }
    }

    private static func part(of text: String, after start: String, before end: String) -> String? {
        guard let found = text.firstRange(of: start) else { return nil }
        let rest = text[found.upperBound...]
        return String(rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)])
    }

    /// The name in `User=` that no account has. A dynamic user has one only while the unit runs, and a number needs none.
    private func missingAccount(_ values: [String: [String]]) -> String? {
        guard let name = values["User"]?.first, values["DynamicUser"]?.first != "yes", account(name) == nil,
            !name.allSatisfy(\.isNumber)
        else { return nil }
        return name
    }

    // MARK: Processes and containers

    private func process(_ id: Int, _ path: String?) throws(Unknown) -> CameraClientRecord {
        guard let process = RunningProcess(id, files: files) else {
            throw Unknown(message: "cannot examine process \(id): there is no such process")
        }
        var record = record(process, path)
        noteMissing(in: words(of: id), &record)
        return record
    }

    private func record(_ process: RunningProcess, _ path: String?) -> CameraClientRecord {
        var record = CameraClientRecord(.process, name: process.name)
        record.processID = process.id
        record.user = owner(process)
        look(process.id, path, &record)
        let open = Set(files.openFiles(of: process.id).filter { $0.hasPrefix("/dev/") && Self.isVideoNode($0) })
        record.openNodes = open.isEmpty ? nil : open.sorted()
        noteCommand(of: process.id, &record)
        if isJailed(process.id) {
            record.isJailed = true
            // Without a /dev of its own, firejail puts an empty file in the place of each node.
            if let path, record.hasNode == true, files.device(path) != nil, files.device("/proc/\(process.id)/root\(path)") == nil {
                record.hasNode = false
            }
        }
        let group = ControlGroup(of: process.id, files: files)
        // What is told of this unit is told of the system's.
        record.unit = group.isUserUnit ? nil : group.unit
        return record
    }

    /// Whether firejail started it, which stays above its programs.
    private func isJailed(_ id: Int) -> Bool {
        var id = id
        // A tree of processes is not that deep, and a broken one has an end here.
        for _ in 0..<16 {
            guard let line = (files.text("/proc/\(id)/status") ?? "").split(separator: "\n").first(where: { $0.hasPrefix("PPid:") }),
                let parent = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }), parent > 1
            else { return false }
            if files.line("/proc/\(parent)/comm") == "firejail" { return true }
            id = parent
        }
        return false
    }

    /// Finds out whether the node exists in the process's own root, and is the same device. Without the right to look, the
    /// link itself cannot be read.
    private func look(_ id: Int, _ path: String?, _ record: inout CameraClientRecord) {
        guard let path, files.exists("/proc/\(id)/root/dev") else { return }
        let own = "/proc/\(id)/root\(path)"
        record.hasNode = files.exists(own)
        if record.hasNode == false {
            // Under another name it may have this very camera, or another one: the numbers tell.
            let present = Set(
                (files.names("/dev") ?? []).filter(Self.isVideoNode).compactMap { files.device("/dev/\($0)")?.number })
            record.goneNode = files.names("/proc/\(id)/root/dev")?.first { name in
                guard Self.isVideoNode(name), files.isMissing("/dev/\(name)") else { return false }
                return files.device("/proc/\(id)/root/dev/\(name)").map { !present.contains($0.number) } ?? true
            }.map { "/dev/\($0)" }
        }
        if let here = files.device(path), let there = files.device(own) {
            if here.number != there.number {
                record.leftover = .otherDevice
            } else if there.permissions == 0, here.permissions != 0, record.user?.id != 0 {
                // Root needs no permission.
                record.leftover = .closed
            }
        }
    }

    /// Notes the devices that a running program was started with, as it sees them. Without the right to look into its root,
    /// nothing is noted.
    private func noteCommand(of id: Int, _ record: inout CameraClientRecord) {
        record.usbLibrary = USBLibrary.find(of: id, files)
        guard let words = files.text("/proc/\(id)/cmdline") else { return }
        let parts = words.split(separator: "\0").map(String.init)
        record.insecurePage = InsecurePage.find(in: parts)
        let (home, application) = (home(of: record.user), flatpakInfo(id)?.name)
        record.questionOption = CameraQuestion.option(in: parts, files)
        // The answers of the profile hold in a kiosk, and not in a private window.
        if record.questionOption?.hasSuffix("kiosk") == true, RefusedPages.isOpenedAllowed(in: parts, home: home, application: application, files) {
            record.questionOption = nil
        }
        record.refusedPages = RefusedPages.find(in: parts, home: home, application: application, files)
        record.pagePolicy = PagePolicy(words: parts, home: home, application: application, files: files, ask: ask).find()
        record.firefox = FirefoxPreferences(process: id, words: parts, home: home, application: application, files: files).find()
        record.encoding = EncodingInCommand.find(in: parts)
        let command = words.split(separator: "\0").joined(separator: " ")
        guard files.exists("/proc/\(id)/root/dev") else {
            // Which camera it has, its open files can tell as well.
            record.wantedFormat = FormatInCommand.find(in: command)
            return
        }
        record.note(command: command, files: files, root: "/proc/\(id)/root")
    }

    func home(of user: UserRecord?) -> String? { user?.name.flatMap(files.home) }

    /// The first program of many services is a script, and those that it starts name the device. They have the machine's own /dev,
    /// which need not be looked up through another user's process.
    private func noteChildren(of id: Int, _ record: inout CameraClientRecord) {
        guard let group = files.text("/proc/\(id)/cgroup"), group.contains(record.name) else { return }
        var devices: [CameraClientRecord.NamedDevice] = []
        for other in files.processes(inGroup: group) where other != id {
            guard devices.count < 8 else { break }
            guard let words = files.text("/proc/\(other)/cmdline") else { continue }
            // Each has formats of its own, and none of them is the service's.
            var child = record
            child.note(command: words.split(separator: "\0").joined(separator: " "), files: files)
            devices += child.namedDevices ?? []
        }
        if !devices.isEmpty { record.namedDevices = devices }
    }

    /// Where programs reach NVIDIA's camera daemon.
    private static let argusSocket = "/tmp/argus_socket"

    /// - Parameter name: of a file in /dev, with or without that.
    static func isVideoNode(_ name: String) -> Bool {
        let name = name.hasPrefix("/dev/") ? name.dropFirst("/dev/".utf8.count) : name[...]
        return name.hasPrefix("video") && name.utf8.count > 5 && name.dropFirst(5).allSatisfy(\.isNumber)
    }

    private func container(_ name: String, _ path: String?) throws(Unknown) -> CameraClientRecord {
        for program in ["docker", "podman"] {
            guard let text = ask([program, "inspect", "--format", "{{.State.Pid}}", name]),
                let id = Int(text.filter { !$0.isWhitespace }), let process = RunningProcess(id, files: files)
            else { continue }
            var record = record(process, path)
            record.kind = .container
            record.name = name
            record.workers = workers(beside: process, record.user?.id)
            let inspected = ask([program, "inspect", name]) ?? ""
            note(inspected, name, program, path, &record)
            record.misplacedStreams = FrigateSettings.misplacedStreams(process: id, files) { ContainerSetup.outside($0, inspected: inspected) }
            record.mapsUsers = UserNamespace.isOther(id, files: files)
            // Without root an engine cannot set a device filter.
            if record.mapsUsers == true { record.setup?.forbidsCamera = nil }
            if files.exists("/proc/\(id)/root/dev"), files.exists("/run/udev/data"), files.isMissing("/proc/\(id)/root/run/udev") {
                record.setup = record.setup ?? ContainerSetup()
                record.setup?.lacksUdev = true
            }
            if let lacked = nodesLacked(by: id) {
                record.setup = record.setup ?? ContainerSetup()
                record.setup?.lackedNodes = lacked
            }
            if record.setup?.hasOwnNetwork == true { record.setup?.closedBridge = ContainerWay.closedBridge(of: id, files) }
            if files.exists(Self.argusSocket), files.isMissing("/proc/\(id)/root\(Self.argusSocket)") {
                record.lacksArgus = true
            }
            return record
        }
        for program in ["docker", "podman"] {
            guard let inspected = ask([program, "inspect", name]), let stopped = Self.stopped(inspected) else { continue }
            var record = CameraClientRecord(.container, name: name)
            record.stopped = stopped
            note(inspected, name, program, path, &record)
            return record
        }
        throw Unknown(
            message:
                "cannot examine the container \(name): neither docker nor podman lists it as running for this user; with Docker, run the doctor as root"
        )
    }

    /// Notes what a container was created with, and what it wrote of trouble with a camera since it was started last.
    ///
    /// - Parameter inspected: what its engine prints of it.
    private func note(
        _ inspected: String, _ name: String, _ engine: String, _ path: String?, _ record: inout CameraClientRecord
    ) {
        record.engine = engine
        record.setup = ContainerSetup(inspected: inspected, camera: path, files)
        let since = ContainerSetup.startedAt(inspected).map { ["--since", $0] } ?? []
        let words = ask([engine, "logs", "--tail", "100"] + since + [name]) ?? ""
        let lines = words.split(separator: "\n").map { Self.spoken($0, limit: 300) }
        record.complaints = CameraComplaints.find(in: lines)
        if record.stopped == nil { record.childTrouble = FailedChild.line(in: lines, hasOwnMemory: record.setup?.sharedMemory != nil) }
        noteMissing(in: lines, &record)
        noteBuses(in: lines, &record)
    }

    /// Accounts with which other programs of the same container run.
    private func workers(beside first: RunningProcess, _ own: UInt32?) -> [UserRecord]? {
        // Where it is the group of the whole machine, its processes are not the container's.
        guard let group = files.text("/proc/\(first.id)/cgroup"),
            group.split(separator: "\n").contains(where: { ($0.split(separator: "/").last?.utf8.count ?? 0) >= 12 && $0.contains("/") })
        else { return nil }
        var seen = Set([own].compactMap(\.self))
        var found: [UserRecord] = []
        for id in files.processes(inGroup: group) where id != first.id {
            guard found.count < 4 else { break }
            guard let process = RunningProcess(id, files: files), seen.insert(process.userID).inserted else { continue }
            found.append(owner(process))
        }
        return found.isEmpty ? nil : found
    }

    /// Why a container that exists does not run.
    private static func stopped(_ inspected: String) -> String? {
        struct Container: Decodable {
            struct State: Decodable {
                var status: String?
                var error: String?
                enum CodingKeys: String, CodingKey {
                    case status = "Status"
                    case error = "Error"
                }
            }
            var state: State
            enum CodingKeys: String, CodingKey { case state = "State" }
        }
        guard let state = try? JSONDecoder().decode([Container].self, from: Data(inspected.utf8)).first?.state,
            let status = state.status, status != "running"
        else { return nil }
        return status + (state.error.flatMap { $0.isEmpty ? nil : ": \($0.prefix(300))" } ?? "")
    }

    // MARK: Applications in a sandbox

    private func application(_ name: String) throws(Unknown) -> CameraClientRecord {
        if let text = ask(["flatpak", "info", "--show-permissions", name]) {
            var record = flatpak(name, text)
            record.isUnasked = isUnasked
            return record
        }
        if let record = snap(name) { return record }
        throw Unknown(message: "cannot examine the application \(name): neither flatpak nor snap lists it")
    }

    /// The application in a sandbox that a process belongs to, if that keeps cameras from it; `nil` for others.
    private func application(of id: Int) -> CameraClientRecord? {
        guard let name = flatpakInfo(id)?.name ?? confinedSnap(id), let record = try? application(name), record.isFiltered == true
        else { return nil }
        return record
    }

    /// The snap whose profile binds a process. Snaps of classic confinement, and what is started in their terminals, have only a control
    /// group of that name.
    private func confinedSnap(_ id: Int) -> String? {
        guard let label = files.line("/proc/\(id)/attr/current"), label.hasSuffix("(enforce)") else { return nil }
        return snapName(label)
    }

    /// Whether the desktop's portal could not ask the user something lately; `nil` unless it says so.
    private var isUnasked: Bool? {
        let words = ask(["journalctl", "--user", "-b", "-q", "--no-pager", "-n", "30", "-o", "cat", "-u", "xdg-desktop-portal.service"])
        return words?.contains(PortalPermission.unaskedWords) == true ? true : nil
    }

    private func flatpak(_ name: String, _ permissions: String) -> CameraClientRecord {
        var record = CameraClientRecord(.flatpak, name: name)
        let devices = permissions.split(separator: "\n").first { $0.hasPrefix("devices=") } ?? "devices="
        let list = devices.dropFirst(8).split(separator: ";")
        record.isFiltered = !list.contains("all")
        record.filter = String(devices)
        return record
    }

    private func snap(_ name: String) -> CameraClientRecord? {
        var record = CameraClientRecord(.snap, name: name)
        let row: [Substring]?
        if let text = ask(["snap", "connections", name]), !text.hasPrefix("error:") {
            // Interface, plug, slot, notes; a slot of "-" is not connected.
            row = text.split(separator: "\n").map { $0.split(separator: " ") }.first { $0.first == "camera" }
        } else if let text = ask(["snap", "interfaces", name]), text.hasPrefix("Slot") {
            // An old snapd has no `connections`. Here each line is a slot, and the plugs in it with commas; "-" for plugs without one.
            func plugs(_ slot: String) -> [Substring] {
                text.split(separator: "\n").map { $0.split { " ,".contains($0) } }.filter { $0.first == slot[...] }.flatMap { $0.dropFirst() }
            }
            let isConnected = plugs(":camera").contains { $0.split(separator: ":").first == name[...] }
            let isOpen = plugs("-").contains("\(name):camera")
            row = isConnected || isOpen ? ["camera", "\(name):camera", isConnected ? ":camera" : "-", "-"] : nil
        } else {
            return nil
        }
        record.isFiltered = row.map { $0.count < 3 || $0[2] == "-" } ?? true
        record.filter = row?.joined(separator: " ") ?? CameraClientRecord.noPlug
        if record.isFiltered == false, let profile = prompting(name) {
            record.isFiltered = true
            record.filter = "\(profile): \(CameraClientRecord.prompt)"
        }
        return record
    }

    /// The user's running programs whose sandbox keeps cameras from them, as far as they seem to want one: snaps that have a plug
    /// for cameras, and Flatpaks that have network and sound, as programs for calls do.
    package func sandboxes(of user: UInt32) -> [CameraClientRecord] {
        var seen: Set<String> = []
        var found: [CameraClientRecord] = []
        for id in files.processes where found.count < 4 && seen.count < 12 {
            guard let group = files.text("/proc/\(id)/cgroup"), group.contains("flatpak") || group.contains("snap."),
                let process = RunningProcess(id, files: files), process.userID == user
            else { continue }
            if let record = sandbox(of: id, group, owner(process), &seen), record.isFiltered == true { found.append(record) }
        }
        return found
    }

    private func sandbox(of id: Int, _ group: String, _ user: UserRecord, _ seen: inout Set<String>) -> CameraClientRecord? {
        if let info = flatpakInfo(id) {
            guard let name = info.name, seen.insert(name).inserted, info.list("shared").contains("network"),
                info.list("sockets").contains("pulseaudio")
            else { return nil }
            return isPlayer(name, of: user) ? nil : flatpak(name, info.text)
        }
        guard let name = snapName(group), seen.insert(name).inserted, let record = snap(name), record.filter != CameraClientRecord.noPlug
        else { return nil }
        return record
    }

    /// Whether the desktop entry of a Flatpak says that it plays music, videos or games, and nothing of calls or recording.
    private func isPlayer(_ name: String, of user: UserRecord) -> Bool {
        let homes = [home(of: user).map { $0 + "/.local/share/flatpak" }, "/var/lib/flatpak"].compactMap(\.self)
        let entry = homes.lazy.compactMap { files.text("\($0)/exports/share/applications/\(name).desktop") }.first ?? ""
        let line = entry.split(separator: "\n").first { $0.hasPrefix("Categories=") } ?? ""
        let categories = Set(line.dropFirst("Categories=".utf8.count).split(separator: ";"))
        return !categories.isDisjoint(with: ["Player", "Music", "Audio", "Game"])
            && categories.isDisjoint(with: ["Recorder", "InstantMessaging", "Chat", "VideoConference", "Telephony", "WebBrowser"])
    }

    /// What Flatpak writes of an application for its processes.
    private struct FlatpakInfo {
        let text: String

        /// It becomes a part of paths, and a process can have a root of its own making.
        var name: String? { list("name").first.flatMap { $0.contains("/") ? nil : String($0) } }

        func list(_ key: String) -> [Substring] {
            text.split(separator: "\n").first { $0.hasPrefix(key + "=") }?.dropFirst(key.utf8.count + 1).split(separator: ";") ?? []
        }
    }

    private func flatpakInfo(_ id: Int) -> FlatpakInfo? { files.text("/proc/\(id)/root/.flatpak-info").map(FlatpakInfo.init) }

    /// The snap in the name of a process's control group, `snap.NAME.APP.UUID.scope`, or of its profile, `snap.NAME.APP (enforce)`.
    private func snapName(_ text: String) -> String? {
        let parts = text.split { "/\n".contains($0) }.first { $0.hasPrefix("snap.") }?.split(separator: ".") ?? []
        return parts.count > 2 ? String(parts[1]) : nil
    }

    /// The AppArmor profile in which snapd has made the rule for cameras one that asks the user first (prompting). See: snapd's
    /// documentation, "AppArmor prompting".
    private func prompting(_ name: String) -> String? {
        let folder = "/var/lib/snapd/apparmor/profiles"
        return (files.names(folder) ?? []).filter { $0.hasPrefix("snap.\(name).") }.map { "\(folder)/\($0)" }.first {
            (files.text($0, limit: 1 << 20) ?? "").split(separator: "\n").contains { line in
                line.drop { $0 == " " }.hasPrefix(CameraClientRecord.prompt)
            }
        }
    }

    // MARK: Known services

    /// Programs that serve or record cameras, by the kernel's name of their processes (15 bytes).
    private static let programs: Set = [
        "zmc", "motion", "ustreamer", "mjpg_streamer", "v4l2rtspserver", "camera-streamer", "webcamd", "fswebcam",
        "zbarcam",
    ]
    /// Programs that work with network cameras or files as well, and count only if their command line names a device.
    private static let sometimes: Set = ["ffmpeg", "go2rtc", "mediamtx", "gst-launch-1.0", "vlc", "python3"]

    private func usesDevice(_ id: Int, _ name: String) -> Bool {
        guard Self.sometimes.contains(name), let command = files.text("/proc/\(id)/cmdline") else { return false }
        return ["/dev/video", "/dev/v4l", "v4l2"].contains { command.contains($0) }
    }

    /// Running programs of other accounts that are known to use cameras; root and our own are left out, as nothing but the
    /// account decides about the others.
    package func services(path: String?, except own: UInt32) -> [CameraClientRecord] {
        var seen: Set<String> = []
        var found: [CameraClientRecord] = []
        for id in files.processes where found.count < 8 {
            guard let name = files.line("/proc/\(id)/comm"), Self.programs.contains(name) || usesDevice(id, name),
                let process = RunningProcess(id, files: files), process.userID != 0, process.userID != own,
                seen.insert("\(name) \(process.userID)").inserted
            else { continue }
            found.append(record(process, path))
        }
        return found
    }
}
