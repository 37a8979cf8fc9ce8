// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A group by number.
public struct GroupRecord: Codable, Hashable, Sendable {
    public var id: UInt32
    /// `nil` when the machine knows no name for the number, as in a container made elsewhere.
    public var name: String?

    public init(id: UInt32, name: String?) {
        self.id = id
        self.name = name
    }

    /// The name, else the number.
    public var label: String { name ?? String(id) }
}

/// A user, with the groups of the account and those of the running session, which are not always the same.
public struct UserRecord: Codable, Hashable, Sendable {
    public var id: UInt32
    public var name: String?
    /// What a new login would get.
    public var accountGroups: [GroupRecord]
    /// What the processes of the session have; `nil` when that could not be found out.
    public var sessionGroups: [GroupRecord]?
    /// Whether the user runs this process through sudo or the like.
    public var isBehindRoot: Bool

    public init(
        id: UInt32, name: String?, accountGroups: [GroupRecord], sessionGroups: [GroupRecord]?,
        isBehindRoot: Bool = false
    ) {
        self.id = id
        self.name = name
        self.accountGroups = accountGroups
        self.sessionGroups = sessionGroups
        self.isBehindRoot = isBehindRoot
    }

    /// Groups the account was given after the session began: a new login brings them.
    public var staleGroups: [GroupRecord] {
        guard let sessionGroups else { return [] }
        return accountGroups.filter { group in !sessionGroups.contains { $0.id == group.id } }
    }

    /// The name, else the number.
    public var label: String { name ?? String(id) }

    /// The user of this process, by its effective number.
    public static func current() -> UserRecord {
        let id = geteuid()
        let name = Accounts.userName(id)
        return UserRecord(
            id: id, name: name, accountGroups: Accounts.groups(ofUser: id),
            sessionGroups: Accounts.records(Accounts.processGroups()))
    }

    /// A user by name, of whose sessions nothing is asked; `nil` when there is no such account.
    public static func named(_ name: String) -> UserRecord? {
        guard let id = Accounts.userID(name) else { return nil }
        if id == geteuid() { return current() }
        return UserRecord(id: id, name: name, accountGroups: Accounts.groups(ofUser: id), sessionGroups: nil)
    }

    /// Whether it is the user of this process, for whom the kernel itself can be asked.
    public var isOfThisProcess: Bool { id == geteuid() }

    /// The person this process works for: whoever called sudo, doas or pkexec, else the user of the process.
    public static func invoking(environment: (String) -> String? = environmentVariable, root: String = "") -> UserRecord
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

/// A variable of the environment.
public func environmentVariable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
