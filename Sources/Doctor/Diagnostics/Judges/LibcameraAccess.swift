// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UserSession

/// Judges whether the user, service or program that somebody asks about may open what libcamera opens: without that it finds no camera,
/// however well it works for others.
enum LibcameraAccess {
    /// - Parameter node: that of the sensor's raw data.
    static func find(_ snapshot: Snapshot, _ node: NodeRecord) -> Finding? {
        guard let client = snapshot.client, [.user, .unit, .userUnit, .process].contains(client.kind) else { return nil }
        let place = Place(snapshot)
        guard var finding = ClientJudge.find(client, node, own: snapshot.user.value, place: place) ?? closed(client, node, place),
            // Why a service does not run has its own place among the checks.
            [.accessNotPermitted, .accessStaleGroup, .accessDeviceCgroup, .accessSecurityModule].contains(finding.id)
        else { return nil }
        finding.effect = "libcamera, which this camera needs, opens /dev/media*, /dev/v4l-subdev*, /dev/video* and /dev/dma_heap/*: \(client.title) finds no camera through it"
        finding.evidence += (client.complaints ?? []).suffix(2).map { EvidenceLine(client.ownLog, $0) }
        return finding
    }

    /// What a client wrote that it may not open, if that is so: programs that take their pictures in a way of their own use such nodes, too.
    static func complained(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding? {
        let refused = (client.complaints ?? []).filter { line in
            ["permission denied", "not permitted", "eacces"].contains(where: line.lowercased().contains)
        }
        var told = client
        told.closedNodes = client.closedNodes?.filter { closed in refused.contains { $0.contains(closed.path) } }
        guard told.closedNodes?.isEmpty == false, var finding = closed(told, node, place) else { return nil }
        finding.evidence += refused.suffix(2).map { EvidenceLine(client.ownLog, $0) }
        return finding
    }

    /// The video node is open to the client, and another node is not.
    private static func closed(_ client: CameraClientRecord, _ node: NodeRecord, _ place: Place) -> Finding? {
        for closed in client.closedNodes ?? [] {
            var other = node
            other.path = closed.path
            other.access = closed.access
            guard var finding = ClientJudge.denied(client, other, place) else { continue }
            // A rule for video devices does not reach these.
            if !closed.hasGroup, let user = client.user {
                let isMember = (user.accountGroups + (user.sessionGroups ?? [])).contains { $0.name == "video" }
                finding.fixes = [
                    rule(closed, place),
                    isMember
                        ? Fix("Then restart what runs as \(user.label), which is in the group video")
                        : place.join("video", user.label, "Then put the account \(user.label) into the group video, and restart what runs as it"),
                ]
            }
            return finding
        }
        return nil
    }

    private static func rule(_ closed: USBNodeRecord, _ place: Place) -> Fix {
        if closed.path.hasPrefix("/dev/dma_heap/") { return LibcameraJudge.givingToVideo("dma_heap", "SUBSYSTEM==\"dma_heap\"", place) }
        if closed.path == "/dev/udmabuf" { return LibcameraJudge.givingToVideo("misc", "KERNEL==\"udmabuf\", SUBSYSTEM==\"misc\"", place) }
        let isSubdevice = closed.path.hasPrefix("/dev/v4l-subdev")
        return Fix(
            "Let udev's rules set its group and permissions again",
            commands: ["sudo udevadm trigger --subsystem-match=\(isSubdevice ? "video4linux" : "media") --action=add --settle"], needsRoot: true)
    }
}

extension USBNodeRecord {
    /// Whether it belongs to a group whose members may open it, and which is not root's.
    fileprivate var hasGroup: Bool { access.groupID != 0 && access.isOpen(toUser: .max, groups: [access.groupID]) }
}
