// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
internal import UserSession

extension ClientCollector {
    /// Who may open a node of this machine; tests say it for theirs.
    package typealias Access = (String) -> NodeAccess?

    /// The kinds of nodes that libcamera opens, that this machine has, and that a container's own /dev does not have; `nil` without such,
    /// and without the right to look.
    ///
    /// - Parameter id: the first process of the container.
    func nodesLacked(by id: Int) -> [String]? {
        let root = "/proc/\(id)/root/dev"
        guard let here = files.names("/dev"), let there = files.names(root) else { return nil }
        func has(_ names: [String], _ kind: String) -> Bool {
            names.contains { $0.hasPrefix(kind) && $0.utf8.count > kind.utf8.count && $0.dropFirst(kind.utf8.count).allSatisfy(\.isNumber) }
        }
        var lacked = ["media", "v4l-subdev", "video"].filter { has(here, $0) && !has(there, $0) }.map { "/dev/\($0)*" }
        // Of these, one is enough.
        let heaps = files.names("/dev/dma_heap") ?? []
        if !heaps.isEmpty, !there.contains("udmabuf"), files.names(root + "/dma_heap")?.isEmpty != false { lacked.append("/dev/dma_heap/*") }
        return lacked.isEmpty ? nil : lacked
    }

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
