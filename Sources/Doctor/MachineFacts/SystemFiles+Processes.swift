// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The running processes, as /proc shows them. Source: proc(5).
extension SystemFiles {
    /// Their numbers, in order.
    package var processes: [Int] { (names("/proc") ?? []).compactMap { Int($0) }.sorted() }

    /// Those of a control group, in order, looked up as they are asked for.
    ///
    /// - Parameter group: all that `/proc/PID/cgroup` says of one of them.
    package func processes(inGroup group: String) -> some Sequence<Int> { processes.lazy.filter { text("/proc/\($0)/cgroup") == group } }

    /// A running program by its name, the kernel's `comm` (at most 15 bytes): the number of its process.
    package func process(named name: String) -> String? {
        (names("/proc") ?? []).first { process in process.first?.isNumber == true && line("/proc/\(process)/comm") == name }
    }

    /// The words of a process's command line; empty for a thread of the kernel, and if it cannot be read.
    package func command(of process: Int, limit: Int = 1 << 16) -> [String] { words("/proc/\(process)/cmdline", limit: limit) }

    /// The variables of a process's environment at its start, `NAME=value`; empty for processes of other users.
    package func environment(of process: Int, limit: Int = 1 << 16) -> [String] { words("/proc/\(process)/environ", limit: limit) }

    /// The variables of this process's own environment at its start; empty if they cannot be read.
    package var ownEnvironment: [String] { words("/proc/self/environ", limit: 1 << 16) }

    /// What the open files of a process are: paths, and names such as `socket:[4242]`, of at most 4096; empty for processes of other users.
    package func openFiles(of process: Int) -> [String] {
        let folder = "/proc/\(process)/fd"
        return (names(folder) ?? []).prefix(4096).compactMap { link("\(folder)/\($0)") }
    }

    private func words(_ path: String, limit: Int) -> [String] {
        (text(path, limit: limit) ?? "").split(separator: "\0").map(String.init)
    }
}
