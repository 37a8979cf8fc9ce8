// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads the parent processes of this one.
enum ProcessAncestry {
    /// The groups of the nearest parent process that belongs to the user: the shell in which sudo was called.
    static func groups(ofUser id: UInt32, root: String) -> [UInt32]? {
        var process = "self"
        for _ in 0..<64 {
            guard let text = SystemFiles(root: root).text("/proc/\(process)/status") else { return nil }
            let status = Status(text)
            if status.realUser == id { return status.groups }
            guard let parent = status.parent, parent > 1 else { return nil }
            process = String(parent)
        }
        return nil
    }

    /// The fields of `/proc/PID/status` that we use. Source: proc(5).
    struct Status {
        var parent: Int?
        var name: String?
        var realUser: UInt32?
        var effectiveUser: UInt32?
        var groups: [UInt32] = []

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let numbers = line[line.index(after: colon)...].split { $0 == "\t" || $0 == " " }
                switch line[..<colon] {
                case "Name": name = line[line.index(after: colon)...].split(separator: "\t").first.map(String.init)
                case "PPid": parent = numbers.first.flatMap { Int($0) }
                // Real, effective, saved and file system id.
                case "Uid":
                    realUser = numbers.first.flatMap { UInt32($0) }
                    effectiveUser = numbers.dropFirst().first.flatMap { UInt32($0) }
                case "Gid": if numbers.count > 1, let group = UInt32(numbers[1]) { groups.append(group) }
                case "Groups": groups += numbers.compactMap { UInt32($0) }
                default: break
                }
            }
        }
    }
}

/// A running process: its program's name, and the user and groups with which the kernel checks its access.
package struct RunningProcess: Sendable {
    package var id: Int
    package var parentID: Int?
    /// The kernel's `comm`, raw.
    package var name: String
    package var userID: UInt32
    /// Sorted.
    package var groups: [UInt32]

    /// `nil` if there is no such process, or it ends now.
    package init?(_ id: Int, files: SystemFiles) {
        guard let text = files.text("/proc/\(id)/status") else { return nil }
        let status = ProcessAncestry.Status(text)
        guard let user = status.effectiveUser, let name = status.name else { return nil }
        self.id = id
        self.name = name
        parentID = status.parent
        userID = user
        groups = Set(status.groups).sorted()
    }
}
