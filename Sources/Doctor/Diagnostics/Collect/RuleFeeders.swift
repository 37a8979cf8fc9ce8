// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UdevRules
internal import UserSession

/// Finds people's own rules of udev that start a program which writes to a virtual camera of this machine, itself or as a script.
struct RuleFeeders {
    let files: SystemFiles
    let ask: MachineCollector.Ask

    private static let journal = ["journalctl", "-b", "-q", "--no-pager", "-n", "200", "-u", "systemd-udevd.service"]

    func find() -> [RuleFeeder] {
        // Most machines have none, and need no look at their rules.
        let virtual = Set(files.virtualVideoNodes)
        guard !virtual.isEmpty else { return [] }
        var found = commands.compactMap { feeder($0.file, $0.command, virtual) }
        guard !found.isEmpty else { return [] }
        let said = (ask(Self.journal) ?? "").split(whereSeparator: \.isNewline)
        for index in found.indices {
            // `Spawned process '/usr/local/bin/feed' [4412] timed out after 2min 59s, killing`
            let line = said.last { $0.contains("timed out after") && $0.contains("killing") && $0.contains(found[index].program) }
            found[index].killed = line.map { String($0.prefix(300)) }
        }
        return found
    }

    /// What the rules of people run, and not those of packages.
    private var commands: [(file: String, command: String)] {
        ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d"].flatMap { folder in
            (files.names(folder) ?? []).filter { $0.hasSuffix(".rules") }.prefix(64).map { "\(folder)/\($0)" }
        }.flatMap { file -> [(file: String, command: String)] in
            guard let text = files.text(file), text.contains("RUN") else { return [] }
            return RuleParser.parse(text).flatMap(\.assignments)
                .filter { $0.key == "RUN" && ($0.attribute == nil || $0.attribute == "program") }.map { (file, $0.value) }
        }
    }

    private func feeder(_ file: String, _ command: String, _ virtual: Set<String>) -> RuleFeeder? {
        guard let program = command.split(separator: " ").first.map(String.init), program.hasPrefix("/") else { return nil }
        let script = files.text(program).flatMap { $0.hasPrefix("#!") ? $0 : nil } ?? ""
        let text = command + "\n" + script
        // Somebody else runs it then.
        guard !["systemd-run", "systemctl", "at now"].contains(where: text.contains) else { return nil }
        let nodes = text.split(whereSeparator: \.isNewline).flatMap { Self.fed(by: String($0)) }.filter(virtual.contains)
        guard !nodes.isEmpty else { return nil }
        var found = RuleFeeder(file: file, program: program, nodes: Array(Set(nodes)).sorted())
        if command.contains(" ") { found.hasArguments = true }
        return found
    }

    /// The nodes into which a line of a script writes: `gphoto2 --stdout … | ffmpeg … -f v4l2 /dev/video10`.
    static func fed(by line: String) -> [String] {
        guard line.first(where: { !$0.isWhitespace }) != "#" else { return [] }
        return line.split { "|;&".contains($0) }.flatMap { part -> [String] in
            let words = part.split { $0.isWhitespace || $0 == "'" || $0 == "\"" }.map(String.init)
                .drop { word in ["exec", "nohup", "setsid", "sudo", "/bin/sh", "/bin/bash", "sh", "bash", "-c"].contains(word) || word.contains("=") }
            return DevicesInCommand.find(in: String(part)).filter { FeederSigns.isFeeder(command: Array(words), of: $0) == true }
        }
    }
}
