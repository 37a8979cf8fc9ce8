// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import NetworkCameras
import Testing
import UserSession

/// Cameras that a program or a driver has for itself, and video that a firewall keeps out.
@Suite("Claimed cameras and dropped video")
struct ClaimedCameraTests {
    // MARK: Open over USB

    private static let open = NodeAccess(mode: 0o666, owner: "root", group: "root", mayOpen: true)

    @Test("the programs that have a USB node open are found by their open files")
    func openers() throws {
        let tree = try MachineTree(
            [
                "/etc/passwd": "root:x:0:0::/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\n",
                "/proc/4102/status": "Name:\tXnSensorServer\nPPid:\t1\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\nGroups:\t1000\n",
                "/proc/4103/status": "Name:\tcat\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t\n",
            ],
            links: ["/proc/4102/fd/12": "/dev/bus/usb/001/005", "/proc/4102/fd/3": "socket:[7]", "/proc/4103/fd/1": "/dev/null"])
        let nodes = withExtendedLifetime(tree) {
            USBOpeners(tree.files).added(to: [
                USBNodeRecord(device: "1-3", path: "/dev/bus/usb/001/005", access: Self.open),
                USBNodeRecord(device: "1-4", path: "/dev/bus/usb/001/006", access: Self.open),
            ])
        }
        #expect(nodes.first?.openers?.map(\.name) == ["XnSensorServer"] && nodes.first?.openers?.map(\.user) == ["ada"])
        #expect(nodes.last?.openers == nil)
    }

    private static func headline(_ product: String, _ title: String, speed: Double, holder: HoldersRecord.Holder?) -> Finding? {
        var machine = MachineRecord(platform: Platform())
        var device = UnclaimedDevice(name: "1-3", title: title, vendorID: "1d27", productID: product, isConfigured: true)
        device.speed = speed
        machine.unclaimed = [device]
        var snapshot = Snapshot.withoutCamera([], machine)
        var node = USBNodeRecord(device: "1-3", path: "/dev/bus/usb/001/005", access: open)
        node.openers = holder.map { [$0] }
        snapshot.host.value?.usbNodes = [node]
        return Doctor.judge(snapshot).findings.first
    }

    @Test("a depth camera that a program has open: who has it, and how to end it; nothing of USB 3 where it is made for USB 2")
    func depthCamera() {
        let holder = HoldersRecord.Holder(processID: 4102, name: "XnSensorServer", user: "ada", isOurs: false)
        let held = Self.headline("0600", "PrimeSense Device", speed: 480, holder: holder)
        #expect(held?.message.contains("XnSensorServer (process 4102, user ada) has it open over USB") == true, "\(held?.message ?? "")")
        #expect(held?.fixes.contains { $0.commands == ["kill 4102"] } == true)
        #expect(held?.message.contains("USB 2") == false && held?.fixes.contains { $0.title.contains("USB 3") } == false)
        let free = Self.headline("0600", "PrimeSense Device", speed: 480, holder: nil)
        #expect(free?.message.contains("process") == false && free?.fixes.contains { $0.commands.contains { $0.contains("kill") } } == false)
        #expect(Self.headline("0600", "RealSense R200", speed: 480, holder: nil)?.message.contains("speed of USB 2") == true)
    }

    @Test("another user's program is ended as root, and a service by its manager")
    func others() {
        var holder = HoldersRecord.Holder(processID: 4102, name: "viewer", user: "bob", isOurs: false)
        let ending = Self.headline("0600", "PrimeSense Device", speed: 480, holder: holder)?.fixes ?? []
        #expect(ending.contains { $0.commands == ["sudo kill 4102"] })
        holder.unit = "depth.service"
        let fixes = Self.headline("0600", "PrimeSense Device", speed: 480, holder: holder)?.fixes ?? []
        #expect(fixes.contains { $0.commands == ["sudo systemctl stop depth.service"] })
        #expect(!fixes.contains { $0.commands.contains { $0.contains("kill") } })
    }

    // MARK: Claimed by the kernel's driver

    @Test("a Kinect of the kernel's driver is noted, and is a warning where a library for it is loaded")
    func kinect() {
        func report(_ library: String?) -> DoctorReport {
            Doctor.judge(
                .healthy {
                    $0.node.title = "Xbox NUI Camera"
                    $0.node.driver = "kinect"
                    guard let library else { return }
                    var client = CameraClientRecord(.process, name: "viewer")
                    client.user = UserRecord.ada(groups: [1000, 44])
                    client.usbLibrary = library
                    $0.client = client
                })
        }
        let note = report(nil).notes.first { $0.message.contains("gspca_kinect") }
        #expect(note?.fixes.first?.commands == ["sudo modprobe -r gspca_kinect"])
        #expect(report("libOpenNI.so").findings.contains { $0.severity == .warn && $0.message.contains("has loaded libOpenNI.so") })
        #expect(!report("libusb-1.0.so").findings.contains { $0.message.contains("gspca_kinect") })
    }

    // MARK: Datagrams

    private static func judged(_ host: String, drops: [String], _ change: (inout NetworkRecord) -> Void = { _ in }) -> Finding? {
        var snapshot = Snapshot(
            program: "0.0.0", time: "2026-11-21T03:00:00.000Z", subject: .init(kind: .network, name: "rtsp://\(host)/live", isNamed: true))
        var machine = HostRecord(kernelRelease: "6.1.0-56-amd64", hasModulesFolder: true, uvcDriver: .loaded, hasUdev: true)
        machine.kernelLog = .seen(drops)
        snapshot.host = .seen(machine)
        var network = NetworkRecord(address: "rtsp://\(host)/live", host: host, place: host, isEncrypted: false, hasUser: false)
        network.video = .init(codec: "H.264", kilobitsPerSecond: 0, keyDistanceMs: nil, isDatagrams: true, isPasswordReadable: false)
        change(&network)
        snapshot.network = .seen(network)
        var stream = StreamRecord()
        stream.ending = .init(kind: .noFrame, message: "no frame arrived within 10 seconds")
        snapshot.stream = .seen(stream)
        return Doctor.judge(snapshot).findings.first
    }

    private static func drop(_ sender: String, _ port: Int) -> String {
        "[81.2] [UFW BLOCK] IN=eno1 OUT= MAC=94:c6 SRC=\(sender) DST=192.168.2.20 LEN=1440 TTL=64 PROTO=UDP SPT=24200 DPT=\(port) LEN=1420"
    }

    @Test("datagrams that the firewall drops are let in; another machine's drops are no sign")
    func datagrams() {
        let dropped = Self.judged("192.168.2.120", drops: [Self.drop("192.168.2.120", 13204)])
        #expect(dropped?.message.contains("the firewall of this machine drops them") == true, "\(dropped?.message ?? "")")
        #expect(dropped?.fixes.first?.commands == ["sudo ufw allow proto udp from 192.168.2.120"])
        let other = Self.judged("192.168.2.120", drops: [Self.drop("192.168.2.9", 13204)])
        #expect(other?.message.contains("drops them, or the camera sends them elsewhere") == true, "\(other?.message ?? "")")
        #expect(other?.fixes.first?.title.contains("RTSP over TCP") == true)
        let known = Self.judged("192.168.2.120", drops: []) { $0.firewall = "ufw" }
        #expect(known?.fixes.contains { $0.commands == ["sudo ufw allow proto udp from 192.168.2.120"] } == true)
    }

    @Test("what arrives, or comes over the connection, is not blamed on a firewall")
    func arriving() {
        let drops = [Self.drop("192.168.2.120", 13204)]
        #expect(Self.judged("192.168.2.120", drops: drops) { $0.video?.isDatagrams = false }?.message.contains("UDP") == false)
        #expect(Self.judged("192.168.2.120", drops: drops) { $0.video?.kilobitsPerSecond = 900 }?.message.contains("UDP") == false)
    }
}
