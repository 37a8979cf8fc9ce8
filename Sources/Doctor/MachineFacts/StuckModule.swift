// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A driver whose own start does not return: the kernel has its code, and waits for it. It makes no video node, and what asked for
/// it waits as well.
package struct StuckModule: Codable, Hashable, Sendable {
    /// With underscores.
    package var name: String
    /// The programs that wait for it, such as `modprobe (process 1502)`; empty if none does, as after a crash.
    package var tasks: [String]

    package init(name: String, tasks: [String]) {
        self.name = name
        self.tasks = tasks
    }

    /// The programs that load modules, as the kernel names them, with 15 bytes.
    private static let loaders: Set = ["modprobe", "insmod", "kmod", "(udev-worker)", "systemd-udevd", "udevd", "systemd-modules"]

    /// The first of these modules that the kernel has not finished to load, and the programs that wait for it and cannot be interrupted: a
    /// start that goes well is over in a moment. Source: the kernel's kernel/module/sysfs.c, `show_initstate`.
    static func find(_ names: [String], _ files: SystemFiles) -> StuckModule? {
        guard let name = names.first(where: { files.line("/sys/module/\($0)/initstate") == "coming" }) else { return nil }
        let processes = (files.names("/proc") ?? []).filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
        let tasks = processes.compactMap { process -> String? in
            guard let program = files.line("/proc/\(process)/comm"), loaders.contains(program), isWaiting(process, files) else { return nil }
            return "\(program) (process \(process))"
        }
        return StuckModule(name: name, tasks: Array(tasks.prefix(4)))
    }

    private static func isWaiting(_ process: String, _ files: SystemFiles) -> Bool {
        let lines = (files.text("/proc/\(process)/status") ?? "").split(separator: "\n")
        guard let state = lines.first(where: { $0.hasPrefix("State:") }) else { return false }
        return state.dropFirst("State:".utf8.count).drop(while: \.isWhitespace).hasPrefix("D")
    }
}
