// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Finds the numbers of groups and users by name.
public struct AccountLookup: Sendable {
    public var groupID: @Sendable (String) -> UInt32?
    public var userID: @Sendable (String) -> UInt32?

    public init(
        groupID: @escaping @Sendable (String) -> UInt32?, userID: @escaping @Sendable (String) -> UInt32?
    ) {
        self.groupID = groupID
        self.userID = userID
    }

    /// The first number that is not a system's: what is below belongs to the machine, not to people. Source:
    /// `SYSTEM_GID_MAX` of Debian's and systemd's default.
    public static let systemLimit: UInt32 = 1000

    /// All that the machine knows, network directories too.
    public static let system = AccountLookup(
        groupID: { name in
            unsafe withNameBuffer { buffer in
                var entry = unsafe Glibc.group()
                var found: UnsafeMutablePointer<Glibc.group>?
                guard unsafe getgrnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0,
                    unsafe found != nil
                else { return nil }
                return unsafe entry.gr_gid
            }
        },
        userID: { name in
            unsafe withNameBuffer { buffer in
                var entry = unsafe passwd()
                var found: UnsafeMutablePointer<passwd>?
                guard unsafe getpwnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0,
                    unsafe found != nil
                else { return nil }
                return unsafe entry.pw_uid
            }
        })

    /// `etc/group` and `etc/passwd` of a system that lies in a folder.
    public static func files(below root: String) -> AccountLookup {
        let groups = numbers(root + "/etc/group")
        let users = numbers(root + "/etc/passwd")
        return AccountLookup(groupID: { groups[$0] }, userID: { users[$0] })
    }

    private static func numbers(_ path: String) -> [String: UInt32] {
        guard case .success(let bytes) = FileBytes.read(path: path, limit: 1 << 22) else { return [:] }
        var numbers: [String: UInt32] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 3, let number = UInt32(fields[2]) else { continue }
            numbers[String(fields[0])] = number
        }
        return numbers
    }
}

/// Room for what the `_r` functions of the account database point to: a group may have very many members.
private func withNameBuffer(_ body: (UnsafeMutableBufferPointer<CChar>) -> UInt32?) -> UInt32? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 18) { buffer in unsafe body(buffer) }
}
