// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds the ids of groups and users by name.
package struct AccountLookup: Sendable {
    package var groupID: @Sendable (String) -> UInt32?
    package var userID: @Sendable (String) -> UInt32?

    package init(
        groupID: @escaping @Sendable (String) -> UInt32?, userID: @escaping @Sendable (String) -> UInt32?
    ) {
        self.groupID = groupID
        self.userID = userID
    }

    /// All accounts that the machine knows, including network directories.
    package static let system = AccountLookup(groupID: Accounts.groupID, userID: Accounts.userID)

    /// The accounts in `etc/group` and `etc/passwd` of a system in a directory.
    package static func files(below root: String) -> AccountLookup {
        let groups = numbers(root + "/etc/group")
        let users = numbers(root + "/etc/passwd")
        return AccountLookup(groupID: { groups[$0] }, userID: { users[$0] })
    }

    private static func numbers(_ path: String) -> [String: UInt32] {
        guard let text = SystemFiles().text(path, limit: 1 << 22) else { return [:] }
        var numbers: [String: UInt32] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 3, let number = UInt32(fields[2]) else { continue }
            numbers[String(fields[0])] = number
        }
        return numbers
    }
}
