// SPDX-License-Identifier: Apache-2.0

/// One entry of a POSIX ACL: a subject and its permissions.
package struct AccessControlEntry: Codable, Hashable, Sendable {
    package var subject: Subject
    /// As in a file mode: 4 read, 2 write, 1 execute.
    package var permissions: UInt16

    package enum Subject: Codable, Hashable, Sendable {
        case owner
        case user(UInt32)
        case owningGroup
        case group(UInt32)
        /// The maximum for named users and all groups.
        case mask
        case others
    }

    package init(_ subject: Subject, _ permissions: UInt16) {
        self.subject = subject
        self.permissions = permissions
    }
}

extension AccessControlList {
    /// The entries of the extended attribute; `nil` if the bytes are invalid. Source: `linux/posix_acl_xattr.h`.
    package static func entries(_ bytes: [UInt8]) -> [AccessControlEntry]? {
        guard bytes.count >= 4, bytes.count % 8 == 4, number(bytes[0..<4]) == 2 else { return nil }
        var entries: [AccessControlEntry] = []
        for start in stride(from: 4, to: bytes.count, by: 8) {
            let id = number(bytes[start + 4..<start + 8])
            let subject: AccessControlEntry.Subject
            switch number(bytes[start..<start + 2]) {
            case 0x01: subject = .owner
            case 0x02: subject = .user(id)
            case 0x04: subject = .owningGroup
            case 0x08: subject = .group(id)
            case 0x10: subject = .mask
            case 0x20: subject = .others
            default: return nil
            }
            entries.append(AccessControlEntry(subject, UInt16(number(bytes[start + 2..<start + 4]) & 7)))
        }
        return entries
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether a user with these groups may read and write a file, by its mode and ACL only. Root always may.
    /// Source: acl(5), "Access check algorithm".
    package static func allows(
        user: UInt32, groups: Set<UInt32>, mode: UInt32, owner: UInt32, group: UInt32, list: [UInt8]?
    ) -> Bool {
        if user == 0 { return true }
        let all = UInt16(6)
        guard let entries = list.flatMap(entries) else {
            if user == owner { return mode >> 6 & 6 == 6 }
            return groups.contains(group) ? mode >> 3 & 6 == 6 : mode & 6 == 6
        }
        func permissions(_ subject: AccessControlEntry.Subject) -> UInt16? {
            entries.first { $0.subject == subject }?.permissions
        }
        let mask = permissions(.mask) ?? 7
        if user == owner { return (permissions(.owner) ?? 0) & all == all }
        if let own = permissions(.user(user)) { return own & mask & all == all }
        let matching = entries.filter { entry in
            switch entry.subject {
            case .owningGroup: groups.contains(group)
            case .group(let id): groups.contains(id)
            default: false
            }
        }
        if !matching.isEmpty { return matching.contains { $0.permissions & mask & all == all } }
        return (permissions(.others) ?? 0) & all == all
    }
}
