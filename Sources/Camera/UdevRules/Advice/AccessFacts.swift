// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The facts that decide whether a rule would give a user access to cameras.
package struct AccessFacts: Hashable, Sendable {
    package var user: UserRecord
    package var sessions: SessionSurvey
    package var containers: ContainerSigns
    /// Whether udevd runs.
    package var hasUdev: Bool
    package var survey: RuleSurvey
    /// The nodes that can capture.
    package var nodes: [NodeFacts]

    package init(
        user: UserRecord, sessions: SessionSurvey, containers: ContainerSigns, hasUdev: Bool, survey: RuleSurvey,
        nodes: [NodeFacts]
    ) {
        self.user = user
        self.sessions = sessions
        self.containers = containers
        self.hasUdev = hasUdev
        self.survey = survey
        self.nodes = nodes
    }

    var closed: [NodeFacts] { nodes.filter { !$0.isOpen } }
    var seat: SeatSession? { sessions.seatHeld(by: user.id) }
}

/// A camera's node and the user's access to it.
package struct NodeFacts: Hashable, Sendable {
    /// `/dev/video0`; the kernel's name if there is no device node.
    package var place: String
    /// The camera's name, raw from the device.
    package var title: String
    /// In the format of `ls -l`, `crw-rw----+ root:video`; `nil` if there is no device node.
    package var rights: String?
    package var mode: UInt32
    package var group: GroupRecord
    /// Whether the last run of udev's rules tagged it `uaccess`.
    package var isTagged: Bool
    package var isOpen: Bool
    /// Whether the user would have access after a new login, by the groups of the account.
    package var isOpenAfterLogin: Bool
    /// Whether its ACL contains the user; logind adds the user at the seat.
    package var hasACLForUser: Bool

    package init(
        place: String, title: String, rights: String?, mode: UInt32, group: GroupRecord, isTagged: Bool, isOpen: Bool,
        isOpenAfterLogin: Bool, hasACLForUser: Bool
    ) {
        self.place = place
        self.title = title
        self.rights = rights
        self.mode = mode
        self.group = group
        self.isTagged = isTagged
        self.isOpen = isOpen
        self.isOpenAfterLogin = isOpenAfterLogin
        self.hasACLForUser = hasACLForUser
    }

    /// Whether members of its group may read and write it; false for root's group.
    package var isOpenToGroup: Bool { group.id != 0 && mode & 0o060 == 0o060 }
    package var isOpenToAll: Bool { mode & 0o006 == 0o006 }
}
