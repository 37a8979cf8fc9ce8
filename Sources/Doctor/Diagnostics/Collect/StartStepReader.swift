// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds the step at which systemd failed before it ran a unit's program, in the unit's journal. Source: systemd's core/exec-invoke.c
/// (before version 255 core/execute.c).
struct StartStepReader {
    let unit: String
    /// What `systemctl show` prints of the unit.
    let values: [String: [String]]
    let files: SystemFiles
    /// What `systemctl cat` prints of it.
    let file: () -> String

    /// - Parameter journal: since the last start, oldest first.
    func find(in journal: ArraySlice<ClientCollector.JournalLine>) -> CameraClientRecord.StartStep? {
        guard endedBeforeProgram(journal), var found = written(in: journal) ?? (journal.isEmpty ? byStatus : nil) else { return nil }
        found.setting = setting(found)
        // In a root of its own, the program is not looked up here.
        if found.step == "EXEC", found.program.hasPrefix("/"), values["RootDirectory"] == nil, values["RootImage"] == nil {
            found.file = Self.look(at: found.program, files)
        }
        return found
    }

    /// Whether the unit failed at such a step, and not later: then a step of what is run after its end (ExecStopPost=) is not why.
    private func endedBeforeProgram(_ journal: ArraySlice<ClientCollector.JournalLine>) -> Bool {
        if let status = values["ExecMainStatus"]?.first.flatMap({ Int($0) }), (200...254).contains(status) { return true }
        guard let program = moment("ExecMainStart") else { return false }
        // Old versions keep the time of the start before. Between two starts, the unit's own time is that of the end.
        return program == 0
            || moment("InactiveExit").map { program < $0 } == true
                && !journal.contains { $0.isSystemd && $0.words.contains("ain process exited") }
    }

    private func moment(_ event: String) -> UInt64? { values["\(event)TimestampMonotonic"]?.first.flatMap { UInt64($0) } }

    /// `webcam.service: Failed at step CHDIR spawning /usr/bin/python3: No such file or directory`. It is written by systemd's child before
    /// that has become the program, whose name is `(python3)`, or `systemd` in old versions.
    private func written(in journal: ArraySlice<ClientCollector.JournalLine>) -> CameraClientRecord.StartStep? {
        let mark = "Failed at step "
        func isStep(_ line: ClientCollector.JournalLine) -> Bool {
            (line.sender.hasPrefix("(") || line.isSystemd) && line.words.contains(mark)
        }
        // What runs before and after the program can fail as well.
        let ofMain = ClientCollector.program(values).flatMap { path in journal.lastIndex { isStep($0) && $0.words.contains(" spawning \(path): ") } }
        guard let index = ofMain ?? journal.lastIndex(where: isStep), let start = journal[index].words.firstRange(of: mark)
        else { return nil }
        let rest = journal[index].words[start.upperBound...]
        guard let spawning = rest.firstRange(of: " spawning ") else { return nil }
        let step = rest[..<spawning.lowerBound]
        // A path can hold a colon, too.
        let words = rest[spawning.upperBound...].split(separator: ": ")
        guard words.count > 1, let reason = words.last, step.utf8.count <= 40, step.allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") })
        else { return nil }
        var found = CameraClientRecord.StartStep(
            step: String(step), program: words.dropLast().joined(separator: ": "), reason: String(reason))
        if let before = journal[..<index].last, before.sender == journal[index].sender {
            let own = "\(unit): "
            found.detail = before.words.hasPrefix(own) ? String(before.words.dropFirst(own.utf8.count)) : before.words
        }
        return found
    }

    /// Without the right to read the journal, the status tells of it.
    private var byStatus: CameraClientRecord.StartStep? {
        let steps = ["200": "CHDIR", "203": "EXEC", "209": "STDOUT", "216": "GROUP", "226": "NAMESPACE"]
        guard values["Result"]?.first == "exit-code", let step = values["ExecMainStatus"]?.first.flatMap({ steps[$0] }),
            let program = ClientCollector.program(values)
        else { return nil }
        return .init(step: step, program: program, reason: nil)
    }

    private func setting(_ found: CameraClientRecord.StartStep) -> String? {
        switch found.step {
        case "CHDIR":
            // `!` marks one that may be missing.
            let shown = values["WorkingDirectory"]?.first?.drop { $0 == "!" }
            return shown.map { String($0) } ?? inFile("WorkingDirectory").map { String($0.drop { $0 == "-" }) }
        case "GROUP":
            let isFurther = found.detail?.contains("supplementary") == true
            return isFurther ? values["SupplementaryGroups"]?.joined(separator: " ") : values["Group"]?.first
        case "NAMESPACE": return found.detail.flatMap(Self.path)
        default: return nil
        }
    }

    /// The value of a setting in the unit's own file; `nil` if it depends on more than that.
    private func inFile(_ name: String) -> String? {
        let line = file().split(separator: "\n").last { $0.hasPrefix("\(name)=") }
        guard let value = line?.dropFirst(name.utf8.count + 1), !value.isEmpty, !value.contains("%") else { return nil }
        return String(value)
    }

    /// `Failed to set up mount namespacing: /run/systemd/unit-root/var/lib/motion: No such file or directory`
    private static func path(in detail: String) -> String? {
        guard let word = detail.split(separator: ": ").dropFirst().first(where: { $0.hasPrefix("/") }) else { return nil }
        // Where systemd builds what the unit is to see.
        for root in ["/run/systemd/unit-root", "/run/systemd/mount-rootfs"] where word.hasPrefix(root + "/") {
            return String(word.dropFirst(root.utf8.count))
        }
        return String(word)
    }

    private static func look(at path: String, _ files: SystemFiles) -> CameraClientRecord.ProgramFile {
        if files.isMissing(path) { return .init(.missing) }
        let head = files.bytes(path, limit: 1 << 12)
        var found = CameraClientRecord.ProgramFile(head.map(kind) ?? (files.exists(path) ? .closed : .unknown))
        if files.lacksExecutePermission(path) == true { found.lacksPermission = true }
        guard let head else { return found }
        if found.kind == .binary, let loader = ProgramLoader(head) {
            found.interpreter = loader.path
            // One without a loader needs none.
            if loader.path == nil { found.lacksInterpreter = false }
        }
        if found.kind == .script {
            let line = head.dropFirst(2).prefix { $0 != 0x0a }
            if line.last == 0x0d { found.hasCarriageReturn = true }
            let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
            found.interpreter = words.first.map { String(decoding: $0, as: UTF8.self) }
        }
        if let interpreter = found.interpreter, interpreter.hasPrefix("/") {
            if files.isMissing(interpreter) { found.lacksInterpreter = true }
            if files.exists(interpreter) { found.lacksInterpreter = false }
        }
        return found
    }

    private static func kind(_ head: [UInt8]) -> CameraClientRecord.ProgramFile.Kind {
        if head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) { return .binary }
        return head.starts(with: [0x23, 0x21]) ? .script : .text
    }
}
