// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds out what has started a program: a supervisor other than systemd, or a service that runs the programs of many.
enum ProcessStarter {
    /// - Returns: `nil` for a program that a person has started in a session of logind, and for one whose unit is its own.
    static func find(_ process: Int, _ group: ControlGroup, files: SystemFiles) -> HoldersRecord.Starter? {
        let isService = group.unit != nil || group.service != nil
        for parent in ancestors(of: process, files) {
            if let starter = starter(parent, isService: isService, files) { return starter }
        }
        if let service = group.service { return HoldersRecord.Starter.shared(service.name ?? "") ?? service }
        return group.unit.flatMap(HoldersRecord.Starter.shared)
    }

    /// The nearest first.
    private static func ancestors(of process: Int, _ files: SystemFiles) -> [RunningProcess] {
        var found: [RunningProcess] = []
        var next = RunningProcess(process, files: files)?.parentID
        // Deeper than the processes of any service; a table that changes meanwhile can be a ring.
        while let id = next, id > 1, found.count < 16, let parent = RunningProcess(id, files: files) {
            found.append(parent)
            next = parent.parentID
        }
        return found
    }

    private static func starter(_ parent: RunningProcess, isService: Bool, _ files: SystemFiles) -> HoldersRecord.Starter? {
        switch parent.name {
        case "runsv": return supervised(.runit, parent, files)
        case "s6-supervise": return supervised(.s6, parent, files)
        // The kernel cuts names at 15 characters.
        case "supervise-daemo": return supervised(.openRC, parent, files)
        case "supervisord": return HoldersRecord.Starter(.supervisord)
        // In a session of logind the login is what counts, and its unit is no service.
        case "sshd", "sshd-session", "dropbear": return isService ? HoldersRecord.Starter(.ssh) : nil
        case "cron", "crond": return isService ? HoldersRecord.Starter(.cron) : nil
        case "atd": return isService ? HoldersRecord.Starter(.at) : nil
        case "login", "agetty": return isService ? HoldersRecord.Starter(.console) : nil
        default: return nil
        }
    }

    /// A supervisor that has the name of its service as the first word after its own.
    private static func supervised(
        _ kind: HoldersRecord.Starter.Kind, _ parent: RunningProcess, _ files: SystemFiles
    ) -> HoldersRecord.Starter? {
        let words = (files.text("/proc/\(parent.id)/cmdline") ?? "").split(separator: "\0")
        let name = words.dropFirst().first { !$0.hasPrefix("-") }.flatMap { $0.split(separator: "/").last }.map(String.init)
        return name.flatMap(HoldersRecord.Starter.shared) ?? HoldersRecord.Starter(kind, name: name)
    }
}
