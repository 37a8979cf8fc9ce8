// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import Testing
import UserSession

@Suite("Services that run as somebody who gets cameras only at the screen")
struct SeatAccessTests {
    private static let denied = "ERROR: Can't open device: Permission denied"

    /// What the doctor says of a failed service that runs as the user ada, who is logged in at the screen.
    private static func report(_ words: [String], groups: [UInt32] = [1000], tags: [String] = ["uaccess"]) -> DoctorReport {
        Doctor.judge(
            .healthy { snapshot in
                var client = CameraClientRecord(.unit, name: "webcam.service")
                client.user = .ada(groups: groups)
                client.result = "exit-code"
                client.exitStatus = "1"
                client.lastWords = words
                snapshot.client = client
                snapshot.node.tags = tags
            })
    }

    @Test("a denial of the camera is that of the group, which the service lacks without the session")
    func denied() {
        let finding = Self.report([Self.denied]).headline
        #expect(finding?.id == .accessNotPermitted)
        #expect(finding?.message.contains("logged in at the screen") == true)
        #expect(finding?.fixes.contains { $0.commands.contains { $0.contains("SupplementaryGroups=video") } } == true)
    }

    @Test("a member of the group, a node without the tag, and another trouble are none of this")
    func others() {
        for report in [
            Self.report([Self.denied], groups: [1000, 44]), Self.report([Self.denied], tags: []),
            Self.report(["ModuleNotFoundError: No module named 'flask'"]), Self.report(["listen tcp :80: bind: permission denied"]),
            Self.report(["open /var/log/webcam.log: Permission denied"]),
        ] {
            #expect(report.headline?.message.contains("logged in at the screen") != true)
        }
    }

    @Test("the nodes that libcamera opens are looked at for the account that is asked about")
    func closedNodes() throws {
        let tree = try MachineTree(["/dev/media0": "", "/dev/v4l-subdev0": "", "/dev/dma_heap/linux,cma": "", "/dev/dma_heap/system": "", "/dev/mediator": ""])
        func closed(_ groups: [UInt32]) throws -> [String]? {
            let clients = ClientCollector(
                files: tree.files, account: { _ in UserRecord.ada(groups: groups) }, ask: { _ in nil },
                access: { path in
                    let isRoots = path == "/dev/dma_heap/system"
                    return NodeAccess(mode: isRoots ? 0o600 : 0o660, ownerID: 0, groupID: isRoots ? 0 : 44, mayOpen: false)
                })
            return try clients.collect(.user("ada"), path: nil).closedNodes?.map(\.path)
        }
        #expect(try closed([1000]) == ["/dev/media0", "/dev/v4l-subdev0", "/dev/dma_heap/linux,cma", "/dev/dma_heap/system"])
        // One of the memories is enough.
        #expect(try closed([1000, 44]) == nil)
        withExtendedLifetime(tree) {}
    }
}
