// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UserSession

/// Judges a service that runs as somebody who may open cameras only while logged in at the screen: logind gives that user the nodes by an
/// ACL (`uaccess`) and takes them back at the end of the session. A service that starts with the machine is denied.
enum SeatAccess {
    /// - Parameter isOpenToUs: whether the kernel lets this process, which is the same user's, open the node, although mode and groups would
    ///   not.
    static func find(_ client: CameraClientRecord, _ node: NodeRecord, isOpenToUs: Bool, _ place: Place) -> Finding? {
        guard runsWithoutSession(client), node.tags.contains("uaccess"), let user = client.user, user.id != 0, let access = node.access,
            isOpenToUs || access.isOpen(toUser: user.id, groups: user.groups), !isOpenByGroup(access, user),
            // Only a group that may open it helps.
            access.groupID != 0, access.isOpen(toUser: .max, groups: [access.groupID]), let denial = denial(of: client)
        else { return nil }
        let group = access.group ?? String(access.groupID)
        return Finding(
            .accessNotPermitted, .fail,
            "\(ClientJudge.who(client, user)) may open \(node.place) only while \(user.label) is logged in at the screen: the service was denied, because it started without that session, and \(user.label) is not in the group \(group)",
            confidence: .likely,
            evidence: [
                EvidenceLine("mode of \(node.place)", access.description),
                EvidenceLine("udev's tag of \(node.place)", "uaccess: the user at the screen may open it"),
                EvidenceLine("account", "user \(user.label), groups \(user.groups.sorted().map(String.init).joined(separator: " "))"),
                EvidenceLine(client.ownLog, denial),
            ],
            effect: ClientJudge.effect(client) + ", unless it is started after the login",
            fixes: ClientJudge.remedies(client, node, user, group, access, place))
    }

    /// A unit of the system, or of a user whose units start with the machine.
    private static func runsWithoutSession(_ client: CameraClientRecord) -> Bool {
        client.kind == .unit || client.kind == .userUnit && client.isLingering == true
    }

    /// Whether mode, owner and groups are enough, whatever the ACL gives this user by name.
    private static func isOpenByGroup(_ access: NodeAccess, _ user: UserRecord) -> Bool {
        var plain = access
        plain.accessControlList = nil
        return plain.isOpen(toUser: user.id, groups: user.groups)
    }

    /// The line in which the service says that it was denied the camera. Of one that runs it is the last complaint: what came later would
    /// show that it has got over it.
    private static func denial(of client: CameraClientRecord) -> String? {
        if client.processID != nil { return client.complaints?.last.flatMap { isDenial($0) ? $0 : nil } }
        guard !FailedService.hasOwnCause(client) else { return nil }
        return ((client.complaints ?? []) + (client.lastWords ?? [])).last(where: isDenial)
    }

    /// `-- ERROR [4.102 stream] -- Can't open device: Permission denied`, `open /dev/video0: permission denied`.
    static func isDenial(_ line: String) -> Bool {
        let small = line.lowercased()
        guard small.contains("permission denied") || small.contains("eacces"), SpokenLine.ownPath(in: line) == nil else { return false }
        if ["/dev/video", "/dev/v4l", "/dev/media"].contains(where: small.contains) { return true }
        guard !["/dev/", "audio", "alsa", "serial", "socket", "bind", "listen"].contains(where: small.contains) else { return false }
        return ["device", "camera", "video", "v4l", "webcam"].contains(where: small.contains)
    }
}
