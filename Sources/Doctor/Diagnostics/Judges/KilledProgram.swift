// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A program for cameras that the kernel has ended, for lack of memory or because it crashed: the camera works, and that program shows no picture.
enum KilledProgram {
    /// A program for cameras that has crashed: the camera works, and that program cannot be used.
    static func crash(_ snapshot: Snapshot) -> Finding? {
        guard let host = snapshot.host.value else { return nil }
        let crashes = KernelLogFacts(host).lines.compactMap { line in CameraNames.crashed(in: line).map { (name: $0, line: line) } }
        // Our own have other remedies.
        guard let last = crashes.last(where: { !$0.name.hasPrefix("candela") }) else { return nil }
        return Finding(
            .accessServiceReports, .note,
            "the program \(last.name) has crashed since this machine was started (segmentation fault): that is a fault of its own or of a library that it uses, and most likely not of the camera",
            confidence: .likely, evidence: [EvidenceLine("kernel log", last.line)],
            effect: "while it does not run, it shows no pictures",
            fixes: [
                Fix("Update \(last.name) and its libraries, or use another program until it is repaired; its settings file may also be damaged: move that away and try again"),
            ] + (snapshot.chosen.map { node in
                [Fix("See whether the camera works without it", commands: ["candela scan \(Words.shell(node.place)) --timeout 10s"], isRunnable: false)]
            } ?? []))
    }

    /// - Returns: a note: the program may run again since.
    static func note(_ snapshot: Snapshot) -> Finding? {
        guard let host = snapshot.host.value else { return nil }
        let lines = KernelLogFacts(host).lines
        guard let line = lines.last(where: { name(in: $0).map(CameraNames.names.contains) == true }), let name = name(in: line) else { return nil }
        let isLimit = line.contains("Memory cgroup")
        return Finding(
            .accessServiceReports, .note,
            "the kernel has ended \(name), a program that reads cameras, because \(isLimit ? "the limit of memory of its unit or container was reached" : "there was not enough memory") (OOM)", confidence: .likely,
            evidence: [EvidenceLine("kernel log", line)],
            effect: "while it does not run, nobody gets its pictures; the camera is not at fault",
            fixes: [
                Fix("Let it use a smaller picture, a lower rate and fewer buffers, and start it again"),
                isLimit
                    ? Fix("Or raise that limit: MemoryMax= of the unit, --memory of Docker, mem_limit in a compose file")
                    : Fix("See what uses the memory, and end other programs, or add swap or zram", commands: ["free -h"], isRunnable: false),
            ] + (host.machine?.platform.isRaspberryPi == true && !isLimit
                ? [Fix("On a Raspberry Pi whose memory is shared with the graphics processor, give that less: gpu_mem=128 in config.txt is enough for a camera")] : []))
    }

    /// `Out of memory: Killed process 625 (motion) total-vm:88468kB, …`; `Killed process 625 (motion)` in a line of its own before 5.0.
    private static func name(in line: String) -> String? {
        guard let start = line.firstRange(of: "Killed process ") else { return nil }
        let rest = line[start.upperBound...]
        guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else { return nil }
        return String(rest[rest.index(after: open)..<close])
    }
}
