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
        var realUser: UInt32?
        var groups: [UInt32] = []

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let numbers = line[line.index(after: colon)...].split { $0 == "\t" || $0 == " " }
                switch line[..<colon] {
                case "PPid": parent = numbers.first.flatMap { Int($0) }
                // Real, effective, saved and file system id.
                case "Uid": realUser = numbers.first.flatMap { UInt32($0) }
                case "Gid": if numbers.count > 1, let group = UInt32(numbers[1]) { groups.append(group) }
                case "Groups": groups += numbers.compactMap { UInt32($0) }
                default: break
                }
            }
        }
    }
}
