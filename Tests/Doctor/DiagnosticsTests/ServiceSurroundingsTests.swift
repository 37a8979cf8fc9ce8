// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import Testing
import UserSession

/// What surrounds a camera's program: its container, its network, the programs that it starts, the kernel below it.
@Suite("What surrounds a camera's program")
struct ServiceSurroundingsTests {
    private static func headline(_ client: CameraClientRecord, _ change: (inout Snapshot) -> Void = { _ in }) -> Finding? {
        Doctor.judge(
            .healthy {
                $0.client = client
                change(&$0)
            }
        ).headline
    }

    /// A container as Docker's `inspect` shows it.
    private static func container(_ host: String, node: Bool = true) throws -> CameraClientRecord {
        var files = ["/proc/77/status": "Name:\twatch\nUid:\t0\t0\t0\t0\nGroups:\t0\n", "/proc/77/comm": "watch\n", "/proc/77/root/dev/null": "", "/dev/video0": ""]
        if node { files["/proc/77/root/dev/video0"] = "" }
        let tree = try MachineTree(files)
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { words in
                guard words.first == "docker" else { return nil }
                return words.contains("--format") ? "77" : words.contains("inspect") ? "[{\"HostConfig\": {\(host)}, \"State\": {\"StartedAt\": \"2026-11-28T10:00:00Z\"}}]" : ""
            })
        return try clients.collect(.container("camera"), path: "/dev/video0")
    }

    @Test("Docker's device filter refuses what the container was not started with")
    func deviceFilter() throws {
        func id(_ host: String) throws -> FindingID? { try Self.headline(Self.container(host))?.id }
        let plain = "\"Runtime\": \"runc\", \"Privileged\": false"
        #expect(try id(plain + ", \"Devices\": []") == .accessDeviceCgroup)
        #expect(try id(plain + ", \"Devices\": [], \"DeviceCgroupRules\": [\"c 189:* rmw\"]") == .accessDeviceCgroup)
        for allowed in [
            "\"Devices\": [{\"PathOnHost\": \"/dev/video0\", \"PathInContainer\": \"/dev/video0\"}]",
            "\"Devices\": [{\"PathOnHost\": \"/dev\", \"PathInContainer\": \"/dev\"}]", "\"DeviceCgroupRules\": [\"c 81:* rmw\"]",
            "\"DeviceCgroupRules\": [\"a *:* rwm\"]",
        ] {
            #expect(try id("\(plain), \(allowed)") == nil, "\(allowed)")
        }
        #expect(try id("\"Runtime\": \"runc\", \"Privileged\": true") == nil)
        // Other runtimes add devices of their own.
        #expect(try id("\"Runtime\": \"nvidia\", \"Privileged\": false, \"Devices\": []") == nil)
    }

    @Test("a container that may use the camera, and has no node, was started too early")
    func lateCamera() throws {
        let late = try Self.headline(Self.container("\"Runtime\": \"runc\", \"Privileged\": true", node: false))
        #expect(late?.id == .accessNodeMissing)
        #expect(late?.fixes.first?.commands == ["docker restart camera"])
        // Under another name it has the camera.
        let renamed = "\"Runtime\": \"runc\", \"Privileged\": false, \"Devices\": [{\"PathOnHost\": \"/dev/video0\", \"PathInContainer\": \"/dev/camera\"}]"
        #expect(try Self.headline(Self.container(renamed, node: false)) == nil)
        let without = try Self.headline(Self.container("\"Runtime\": \"runc\", \"Privileged\": false, \"Devices\": []", node: false))
        #expect(without?.fixes.flatMap(\.commands).contains { $0.hasPrefix("docker run --device /dev/video0 ") } == true)
    }

    @Test(
        "a program that a service starts and that does not run says why",
        arguments: [
            ("bind: Address already in use", "network port"),
            ("fork/exec /dev/shm/watch-1/grab: permission denied", "/dev/shm is mounted with noexec"),
            ("sh: 1: exec: /opt/cam/grab: Permission denied", "/opt/cam is mounted with noexec"),
            ("Error: spawn ffmpeg ENOENT", "the program ffmpeg"), ("sh: 1: ffmpeg: not found", "the program ffmpeg"),
            ("grab: error while loading shared libraries: libcamera.so.0.0.4: cannot open shared object file", "a library"),
        ])
    func children(line: String, words: String) {
        var client = CameraClientRecord(.unit, name: "watch.service")
        client.childTrouble = line
        let finding = Self.headline(client)
        #expect(finding?.id == .accessServiceBroken)
        #expect(finding?.message.contains(words) == true, "\(finding?.message ?? "nothing")")
        // If the service has the camera, that program works.
        let works = Self.headline(client) {
            var own = HoldersRecord.Holder(processID: 77, name: "grab", user: "root", isOurs: false)
            own.unit = "watch.service"
            $0.holders = .seen(HoldersRecord(holders: [own], limitation: nil))
        }
        #expect(works == nil)
    }

    @Test(
        "a bus error is laid to the shared memory only of a container whose own is small",
        arguments: [
            (CameraClientRecord.Kind.container, 64 << 20 as Int?, true), (.container, nil, false), (.container, 8 << 30, false),
            (.unit, 64 << 20, false),
        ])
    func busError(kind: CameraClientRecord.Kind, bytes: Int?, isNamed: Bool) {
        var client = CameraClientRecord(kind, name: "nvr")
        client.childTrouble = "Fatal Python error: Bus error"
        client.setup = ContainerSetup()
        client.setup?.sharedMemory = bytes
        let finding = Self.headline(client)
        #expect((finding?.message.contains("/dev/shm") == true) == isNamed, "\(finding?.message ?? "nothing")")
    }

    @Test("a program that hangs in a video driver is told if it still does, and has the camera")
    func hung() throws {
        let log = [
            "[51827.4] INFO: task grab:911 blocked for more than 120 seconds.", "[51827.5] Call trace:",
            "[51827.6]  v4l2_m2m_fop_poll+0x38/0x80 [v4l2_mem2mem]",
        ]
        func task(_ log: [String], _ status: String) throws -> HungTaskRecord? {
            // The files are there as long as the tree.
            let tree = try MachineTree(["/proc/911/status": status])
            return withExtendedLifetime(tree) { HungTaskRecord.find(log.joined(separator: "\n"), tree.files) }
        }
        let hangs = "Name:\tgrab\nState:\tD (disk sleep)\nTgid:\t900\n"
        // The kernel names the thread.
        let found = try #require(try task(log, hangs))
        #expect(found.processID == 900)
        #expect(try task(log, hangs.replacing("D (disk sleep)", with: "S (sleeping)")) == nil)
        #expect(try task(log, hangs.replacing("grab", with: "other")) == nil)
        // Elsewhere in the kernel, and a line that a driver wrote later.
        #expect(try task([log[0], log[1], "[51827.6]  nfs_wait_on_request+0x38/0x80 [nfs]", "[60000.1] v4l2_poll: late"], hangs) == nil)
        func id(holder: Int) -> FindingID? {
            Doctor.judge(
                .healthy {
                    $0.host.value?.hungTask = found
                    $0.holders = .seen(
                        HoldersRecord(
                            holders: [.init(processID: holder, name: "grab", user: "pi", isOurs: false)], limitation: nil))
                }
            ).headline?.id
        }
        #expect(id(holder: 900) == .deviceDriverHangs)
        #expect(id(holder: 912) != .deviceDriverHangs)
    }

    @Test("a camera without a driver whose USB node is closed to the user")
    func closedUSBNode() {
        func finding(mode: UInt32, group: UInt32) -> Finding? {
            Doctor.judge(
                .healthy {
                    $0.nodes = .seen([])
                    $0.selection = .seen(SelectionRecord(sysname: nil))
                    $0.subject.isNamed = false
                    $0.host.value?.mediaDevices = 0
                    $0.host.value?.usbCameras = []
                    $0.host.value?.videoNames = []
                    $0.host.value?.kernelLog = .seen([])
                    var machine = MachineRecord(platform: Platform())
                    machine.unclaimed = [.init(name: "1-3", title: "Omni Camera", vendorID: "285e", productID: "3efd", isConfigured: true)]
                    $0.host.value?.machine = machine
                    $0.host.value?.usbNodes = [
                        .init(
                            device: "1-3", path: "/dev/bus/usb/001/004",
                            access: NodeAccess(mode: mode, ownerID: 0, groupID: group, owner: "root", group: "cameras", mayOpen: false))
                    ]
                }
            ).headline
        }
        #expect(finding(mode: 0o664, group: 0)?.message.contains("no permission to open /dev/bus/usb/001/004") == true, "\(finding(mode: 0o664, group: 0)?.message ?? "")")
        #expect(finding(mode: 0o660, group: 4711)?.fixes.first?.commands.first?.contains("usermod -aG cameras") == true)
        #expect(finding(mode: 0o666, group: 0)?.message.contains("no permission") == false)
    }
}
