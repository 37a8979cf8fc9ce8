// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The machine's account database.
package enum Accounts {
    /// The first id of ordinary users; lower ones belong to the system. Source: `SYSTEM_GID_MAX` of Debian and systemd.
    package static let systemLimit: UInt32 = 1000

    package static func userName(_ id: UInt32) -> String? {
        unsafe withRoom { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard unsafe getpwuid_r(id, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.pw_name
            else { return nil }
            return unsafe String(cString: name)
        }
    }

    /// The home folder of this process's user in the account database; `nil` if it has none.
    package static func homeFolder() -> String? {
        let id = geteuid()
        return unsafe withRoom { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard unsafe getpwuid_r(id, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil,
                let folder = unsafe entry.pw_dir
            else { return nil }
            return unsafe String(cString: folder)
        }
    }

    package static func userID(_ name: String) -> UInt32? {
        unsafe withRoom { buffer in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard unsafe getpwnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil
            else { return nil }
            return unsafe entry.pw_uid
        }
    }

    package static func groupName(_ id: UInt32) -> String? {
        unsafe withRoom { buffer in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            guard unsafe getgrgid_r(id, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil,
                let name = unsafe entry.gr_name
            else { return nil }
            return unsafe String(cString: name)
        }
    }

    package static func groupID(_ name: String) -> UInt32? {
        unsafe withRoom { buffer in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            guard unsafe getgrnam_r(name, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil
            else { return nil }
            return unsafe entry.gr_gid
        }
    }

    /// The groups that a new login of the user would have, sorted by id; empty if the user does not exist.
    package static func groups(ofUser id: UInt32) -> [GroupRecord] {
        guard let name = userName(id) else { return [] }
        let primary = unsafe withRoom { buffer -> UInt32? in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard unsafe getpwuid_r(id, &entry, buffer.baseAddress!, buffer.count, &found) == 0, unsafe found != nil
            else { return nil }
            return unsafe entry.pw_gid
        }
        guard let primary else { return [] }
        // The kernel accepts at most NGROUPS_MAX.
        var groups = [gid_t](repeating: 0, count: 65536)
        var count = CInt(groups.count)
        guard unsafe getgrouplist(name, primary, &groups, &count) >= 0 else { return records([primary]) }
        return records(Array(groups.prefix(Int(count))))
    }

    /// The groups of this process: the effective group and the supplementary ones.
    static func processGroups() -> [UInt32] {
        var groups = [gid_t](repeating: 0, count: 65536)
        let count = unsafe getgroups(CInt(groups.count), &groups)
        return [getegid()] + groups.prefix(max(0, Int(count)))
    }

    /// The groups with names, sorted by id, without duplicates.
    static func records(_ ids: [UInt32]) -> [GroupRecord] {
        Set(ids).sorted().map { GroupRecord(id: $0, name: groupName($0)) }
    }

    /// A buffer for the `_r` functions; it is large because a group may have many members.
    private static func withRoom<R>(_ body: (UnsafeMutableBufferPointer<CChar>) -> R?) -> R? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 18) { buffer in unsafe body(buffer) }
    }
}
