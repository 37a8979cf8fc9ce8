// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A group.
package struct GroupRecord: Codable, Hashable, Sendable {
    package var id: UInt32
    /// `nil` if the id has no name on this machine, as in a container made elsewhere.
    package var name: String?

    package init(id: UInt32, name: String?) {
        self.id = id
        self.name = name
    }

    /// The name, else the number.
    package var label: String { name ?? String(id) }
}

/// A user with the groups of the account and those of the running session, which can differ.
package struct UserRecord: Codable, Hashable, Sendable {
    package var id: UInt32
    package var name: String?
    /// The groups that a new login would have.
    package var accountGroups: [GroupRecord]
    /// The groups of the session's processes; `nil` if they are not known.
    package var sessionGroups: [GroupRecord]?
    /// The numbers of the groups that count now: those of the session, or of the account if they are not known.
    package var groups: Set<UInt32> { Set((sessionGroups ?? accountGroups).map(\.id)) }
    /// Whether the user runs this process as root, through sudo or similar.
    package var isBehindRoot: Bool

    package init(
        id: UInt32, name: String?, accountGroups: [GroupRecord], sessionGroups: [GroupRecord]?,
        isBehindRoot: Bool = false
    ) {
        self.id = id
        self.name = name
        self.accountGroups = accountGroups
        self.sessionGroups = sessionGroups
        self.isBehindRoot = isBehindRoot
    }

    /// Groups added to the account after the session started: a new login has them.
    package var staleGroups: [GroupRecord] {
        guard let sessionGroups else { return [] }
        return accountGroups.filter { group in !sessionGroups.contains { $0.id == group.id } }
    }

    /// The name, else the number.
    package var label: String { name ?? String(id) }

    /// The user of this process, by effective id.
    package static func current() -> UserRecord {
        let id = geteuid()
        let name = Accounts.userName(id)
        return UserRecord(
            id: id, name: name, accountGroups: Accounts.groups(ofUser: id),
            sessionGroups: Accounts.records(Accounts.processGroups()))
    }

    /// A user by name, without session groups unless it is the user of this process; `nil` if there is no such account.
    package static func named(_ name: String) -> UserRecord? {
        guard let id = Accounts.userID(name) else { return nil }
        if id == geteuid() { return current() }
        return UserRecord(id: id, name: name, accountGroups: Accounts.groups(ofUser: id), sessionGroups: nil)
    }

    /// The user of a running process, with the groups that it really has.
    package static func running(_ process: RunningProcess) -> UserRecord {
        UserRecord(
            id: process.userID, name: Accounts.userName(process.userID),
            accountGroups: Accounts.groups(ofUser: process.userID), sessionGroups: Accounts.records(process.groups))
    }

    /// Whether it is the user of this process, whose access the kernel can check directly.
    package var isOfThisProcess: Bool { id == geteuid() }

    /// The user who called sudo, doas or pkexec, else the user of this process.
    package static func invoking(environment: (String) -> String? = environmentVariable, root: String = "") -> UserRecord
    {
        guard geteuid() == 0 else { return current() }
        var number: UInt32?
        for name in ["SUDO_UID", "PKEXEC_UID"] where number == nil { number = environment(name).flatMap { UInt32($0) } }
        if number == nil { number = environment("DOAS_USER").flatMap(Accounts.userID) }
        guard let id = number, id != 0 else { return current() }
        return UserRecord(
            id: id, name: Accounts.userName(id), accountGroups: Accounts.groups(ofUser: id),
            sessionGroups: ProcessAncestry.groups(ofUser: id, root: root).map(Accounts.records), isBehindRoot: true)
    }
}

/// The value of an environment variable; `nil` if it is not set.
package func environmentVariable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
