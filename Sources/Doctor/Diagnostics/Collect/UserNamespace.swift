// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The user namespace of another process: whether its numbers of users and groups are ours.
enum UserNamespace {
    /// `nil` if that cannot be read.
    static func isOther(_ process: Int, files: SystemFiles) -> Bool? {
        func map(_ process: String) -> [Substring]? { files.line("/proc/\(process)/uid_map")?.split(separator: " ") }
        guard let theirs = map(String(process)) else { return nil }
        // In a namespace itself, this program sees its own as a mapped one as well.
        if let ours = map("self") { return theirs != ours }
        return theirs.count > 1 && theirs[0] != theirs[1]
    }
}
