// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
internal import UserSession

extension ClientCollector {
    /// Who may open a node of this machine; tests say it for theirs.
    package typealias Access = (String) -> NodeAccess?

    /// Adds the nodes that libcamera opens beside the video node and that are closed to the client, which mode and ACL of the video node do
    /// not tell: those of the media controller and the sensor, and those that it takes memory from, of which one is enough.
    func notingClosedNodes(_ record: CameraClientRecord) -> CameraClientRecord {
        guard let user = record.user, user.id != 0 else { return record }
        let names = files.names("/dev") ?? []
        guard names.contains(where: { $0.hasPrefix("media") }) else { return record }
        let devices = names.filter { name in
            ["media", "v4l-subdev"].contains { name.hasPrefix($0) && name.dropFirst($0.count).allSatisfy(\.isNumber) && name != $0 }
        }.map { "/dev/\($0)" }
        let memory = (files.names("/dev/dma_heap") ?? []).map { "/dev/dma_heap/\($0)" } + (names.contains("udmabuf") ? ["/dev/udmabuf"] : [])
        func closed(_ path: String) -> USBNodeRecord? {
            guard var access = access(path), !access.isOpen(toUser: user.id, groups: user.groups) else { return nil }
            // Numbers from here on are those of people.
            if access.ownerID >= 1000 { access.owner = nil }
            if access.groupID >= 1000 { access.group = nil }
            return USBNodeRecord(device: String(path.dropFirst("/dev/".utf8.count)), path: path, access: access)
        }
        let closedMemory = memory.compactMap(closed)
        let found = devices.compactMap(closed).prefix(6) + (closedMemory.count == memory.count ? closedMemory.prefix(3) : [])
        guard !found.isEmpty else { return record }
        var record = record
        record.closedNodes = Array(found)
        return record
    }
}
