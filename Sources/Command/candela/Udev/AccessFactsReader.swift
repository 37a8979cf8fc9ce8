// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Terminal
internal import Udev
internal import UdevRules
internal import UserSession

/// Reads `AccessFacts` from this machine. Opens no camera.
struct AccessFactsReader {
    /// The facts, and their nodes.
    static func read(user: UserRecord) throws(CommandFailure) -> (facts: AccessFacts, nodes: [VideoNode]) {
        let finder = try failing { () throws(DiscoveryError) in try CameraFinder(probe: nil) }
        let all = try failing { () throws(DiscoveryError) in try finder.nodes() }
        let cameras = all.filter(isCamera)
        let facts = AccessFacts(
            user: user, sessions: .read(), containers: .read(), hasUdev: UdevContext.isServiceRunning,
            survey: .read(vendorIDs: Set(all.compactMap(\.vendorID))), nodes: cameras.map { Self.node($0, user) })
        return (facts, cameras)
    }

    /// Whether a node can deliver pictures. This includes loopback devices without a producer.
    private static func isCamera(_ node: VideoNode) -> Bool {
        switch node.nodeClass {
        case .capture, .infrared, .loopback, .needsLibcamera: true
        default: node.classification.yieldsPictures
        }
    }

    private static func node(_ node: VideoNode, _ user: UserRecord) -> NodeFacts {
        let session = Set((user.sessionGroups ?? user.accountGroups).map(\.id))
        let account = Set(user.accountGroups.map(\.id))
        let access = node.access
        let isOurs = !user.isBehindRoot && user.isOfThisProcess
        let entries = access?.accessControlList.flatMap(AccessControlList.entries) ?? []
        return NodeFacts(
            place: node.place, title: node.title, rights: access?.description, mode: access?.mode ?? 0,
            group: GroupRecord(id: access?.groupID ?? 0, name: access?.group), isTagged: node.tags.contains("uaccess"),
            isOpen: isOurs ? access?.mayOpen ?? false : access?.isOpen(toUser: user.id, groups: session) ?? false,
            isOpenAfterLogin: access?.isOpen(toUser: user.id, groups: account) ?? false,
            hasACLForUser: entries.contains { $0.subject == .user(user.id) && $0.permissions & 6 == 6 })
    }
}
