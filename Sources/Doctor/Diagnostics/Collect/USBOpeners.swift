// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
package import UserSession

/// Finds the programs that have a USB device open by its node, as libraries do that speak to it themselves: only the open files of each
/// process tell it. Misses those of other users unless this is root.
package struct USBOpeners {
    private let files: SystemFiles

    package init(_ files: SystemFiles) { self.files = files }

    /// The nodes with the programs that have them open.
    package func added(to nodes: [USBNodeRecord]) -> [USBNodeRecord] {
        guard !nodes.isEmpty else { return nodes }
        let holders = holders(of: Set(nodes.map(\.path)))
        return nodes.map { node in
            var node = node
            node.openers = holders[node.path]
            return node
        }
    }

    private func holders(of paths: Set<String>) -> [String: [HoldersRecord.Holder]] {
        let own = files.linkName("/proc/self").flatMap { Int($0) }
        var found: [String: [HoldersRecord.Holder]] = [:]
        for process in files.processes where process != own {
            let opened = paths.intersection(files.openFiles(of: process))
            guard !opened.isEmpty, let holder = holder(process) else { continue }
            for path in opened { found[path, default: []].append(holder) }
        }
        return found
    }

    private func holder(_ process: Int) -> HoldersRecord.Holder? {
        guard let running = RunningProcess(process, files: files) else { return nil }
        let holder = HoldersRecord.Holder(
            processID: process, name: running.name, user: userName(running.userID), isOurs: running.name == "candela")
        return HoldersCollector.inUnit(holder, files: files)
    }

    /// By the machine's own file first, which need not be that of the machine on which this runs.
    private func userName(_ id: UInt32) -> String {
        let line = (files.text("/etc/passwd", limit: 1 << 18) ?? "").split(separator: "\n").first { line in
            line.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first == Substring(String(id))
        }
        return line.map { String($0.prefix { $0 != ":" }) } ?? Accounts.userName(id) ?? String(id)
    }
}
