// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The running processes, as /proc shows them. Source: proc(5).
extension SystemFiles {
    /// Their numbers, in order.
    package var processes: [Int] { (names("/proc") ?? []).compactMap { Int($0) }.sorted() }

    /// A running program by its name, the kernel's `comm` (at most 15 bytes): the number of its process.
    package func process(named name: String) -> String? {
        (names("/proc") ?? []).first { process in process.first?.isNumber == true && line("/proc/\(process)/comm") == name }
    }

    /// The words of a process's command line; empty for a thread of the kernel, and if it cannot be read.
    package func command(of process: Int, limit: Int = 1 << 16) -> [String] { words("/proc/\(process)/cmdline", limit: limit) }

    /// The variables of a process's environment at its start, `NAME=value`; empty for processes of other users.
    package func environment(of process: Int, limit: Int = 1 << 16) -> [String] { words("/proc/\(process)/environ", limit: limit) }

    /// What the open files of a process are: paths, and names such as `socket:[4242]`, of at most 4096; empty for processes of other users.
    package func openFiles(of process: Int) -> [String] {
        let folder = "/proc/\(process)/fd"
        return (names(folder) ?? []).prefix(4096).compactMap { link("\(folder)/\($0)") }
    }

    private func words(_ path: String, limit: Int) -> [String] {
        (text(path, limit: limit) ?? "").split(separator: "\0").map(String.init)
    }
}
