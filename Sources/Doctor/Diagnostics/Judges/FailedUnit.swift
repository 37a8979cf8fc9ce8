// SPDX-License-Identifier: Apache-2.0

/// Judges a service that has failed, by what systemd says of its end: a crash, too little memory, a time limit.
enum FailedUnit {
    /// A failure with a cause of its own, whatever the program wrote before it. See: systemd.exec(5), "$SERVICE_RESULT"; signal(7).
    static func find(_ client: CameraClientRecord) -> Finding? {
        guard isFailed(client), let result = client.result else { return nil }
        switch result {
        case "oom-kill": return memory(client)
        case "watchdog": return watchdog(client)
        case "timeout": return timeout(client)
        case "core-dump", "signal": return client.exitStatus.flatMap { Int($0) }.flatMap { signal($0, client) }
        // A shell ends so after a program that a signal ended.
        case "exit-code": return client.exitStatus.flatMap { Int($0) }.flatMap { (129...192).contains($0) ? signal($0 - 128, client) : nil }
        default: return nil
        }
    }

    /// A failure of which nothing else is known.
    static func unexplained(_ client: CameraClientRecord) -> Finding? {
        guard isFailed(client), let result = client.result else { return nil }
        let said = client.lastWords ?? []
        return finding(
            client,
            result == "exit-code" && client.exitStatus != nil
                ? "its program ended with the status \(client.exitStatus ?? ""), and nothing that was found here explains it"
                : "systemd reports the result \(result), and nothing that was found here explains it",
            fixes: [
                Fix(
                    said.isEmpty ? "Read what it wrote, for which root's rights may be needed" : "Read the rest of what it wrote",
                    commands: ["\(client.kind == .userUnit ? "" : "sudo ")\(client.lastJournal)"], needsRoot: client.kind != .userUnit, isRunnable: false),
                client.again("Then start it again"),
            ])
    }

    private static func isFailed(_ client: CameraClientRecord) -> Bool {
        (client.kind == .unit || client.kind == .userUnit) && client.processID == nil && client.result != nil
    }

    private static func finding(
        _ client: CameraClientRecord, _ why: String, confidence: Finding.Confidence = .certain, fixes: [Fix]
    ) -> Finding {
        Finding(
            .accessServiceBroken, .fail, "\(client.title) has failed: \(why)", confidence: confidence,
            evidence: [
                EvidenceLine(
                    "systemctl show \(client.name)",
                    "Result=\(client.result ?? "unknown")" + (client.exitStatus.map { ", ExecMainStatus=\($0)" } ?? ""))
            ] + (client.lastWords ?? client.complaints ?? []).suffix(4).map { EvidenceLine(client.journalctl, $0) },
            effect: "it does not run; for this user the camera is in order", fixes: fixes)
    }

    // MARK: Limits

    private static func memory(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "the kernel, or systemd-oomd, ended it because there was not enough memory (OOM)",
            fixes: [
                client.again("Ask for a smaller picture, a lower rate or fewer buffers in its settings, and start it again"),
                Fix(
                    "See whether the machine or a limit of the unit was out of memory, and what used it",
                    commands: ["free -h", "systemctl show -p MemoryMax \(Words.shell(client.name))", "sudo journalctl -k -b -g 'oom|out of memory'"],
                    needsRoot: true, isRunnable: false),
                Fix("If it was the machine: end other programs, or add swap or zram. If the memory of this program grows until it is ended, update it"),
            ])
    }

    private static func watchdog(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "it gave no sign of life within the time that its unit allows (WatchdogSec=), so systemd ended it",
            fixes: [
                Fix("Look what it waited for", commands: [client.lastJournal], isRunnable: false),
                client.again("Update it, and start it again; if it needs longer on this machine, give WatchdogSec= a larger value"),
            ])
    }

    private static func timeout(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "its start or its stop took longer than its unit allows, so systemd ended it: a program of Type=notify or Type=forking did not say in time that it was ready, or a command before it did not end",
            confidence: .likely,
            fixes: [
                Fix("Look what it waited for", commands: [client.lastJournal, "systemctl show -p Type,TimeoutStartUSec,ExecStartPre \(Words.shell(client.name))"], isRunnable: false),
                client.again("If its program stays in the foreground and tells systemd nothing, its unit must have Type=simple; if it needs longer, give TimeoutStartSec= a larger value"),
            ])
    }

    // MARK: Signals

    private static let crashes = [5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 11: "SIGSEGV"]

    private static func signal(_ number: Int, _ client: CameraClientRecord) -> Finding? {
        if let name = crashes[number] { return crash("\(name), signal \(number)", client) }
        switch number {
        case 4: return foreign(client)
        case 9: return killed(client)
        case 31: return filtered(client)
        default: return nil
        }
    }

    private static func crash(_ name: String, _ client: CameraClientRecord) -> Finding {
        finding(
            client, "its program crashed (\(name)), which is a fault of that version of the program or of a library that it uses", confidence: .likely,
            fixes: [
                client.again("Update the program and its libraries; one that was built here, build again against the libraries that are here now (make clean, make). Then start it"),
                Fix("If this began with an update, go back to the version before it"),
                Fix(
                    "If it goes on, report it to its developers, with what systemd-coredump has of it",
                    commands: ["coredumpctl info"], isRunnable: false),
            ])
    }

    private static func foreign(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "its program executed an instruction that this processor does not have (SIGILL): it, or a library of it, was built for another or a newer processor",
            confidence: .likely,
            fixes: [
                client.again("Build it on this machine, or install the build for this processor; of Python's packages, one that the system or piwheels has for it. Then start it"),
                Fix("Compare the processor with what the program says that it needs", commands: ["uname -m", "lscpu"], isRunnable: false),
            ])
    }

    private static func killed(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "something ended it by force (SIGKILL): mostly the kernel, where there was not enough memory, or somebody's kill -9", confidence: .likely,
            fixes: [
                Fix("See whether the kernel did it", commands: ["sudo journalctl -k -b -g 'oom|out of memory'"], needsRoot: true, isRunnable: false),
                client.again("If so, ask for a smaller picture in its settings, or give the machine more memory or swap. Then start it"),
            ])
    }

    private static func filtered(_ client: CameraClientRecord) -> Finding {
        finding(
            client, "the kernel ended it for a call that its unit forbids (SIGSYS, SystemCallFilter=)", confidence: .likely,
            fixes: [
                client.again("Take SystemCallFilter= out of the unit, or add the group of calls that it needs; the kernel's log has the number of the call"),
                Fix("Show it", commands: ["sudo journalctl -k -b -g 'type=1326'"], needsRoot: true, isRunnable: false),
            ])
    }
}
