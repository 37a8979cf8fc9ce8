// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Frames
import Synchronization
import Udev

/// A made-up machine, described as udev, sysfs and drivers would: devices by path, attributes, answers to probing.
struct FakeMachine: DeviceDatabase, NodeProbe, DeviceFiles {
    var tree: [String: UdevDevice] = [:]
    var attributes: [String: [String: String]] = [:]
    var answers: [String: Result<NodeCapabilities, NodeOpenFailure>] = [:]
    var files: [String: FileKind] = [:]
    var accesses: [String: NodeAccess] = [:]
    let probed = Probed()

    /// What was opened, in order.
    final class Probed: Sendable {
        private let paths = Mutex<[String]>([])
        func add(_ path: String) { paths.withLock { $0.append(path) } }
        var all: [String] { paths.withLock { $0 } }
    }

    func devices(subsystem: String) throws(UdevError) -> [UdevDevice] {
        tree.values.filter { $0.subsystem == subsystem }.sorted { $0.syspath < $1.syspath }
    }

    func device(syspath: String) -> UdevDevice? { tree[syspath] }

    func device(number: DeviceNumber) -> UdevDevice? { tree.values.first { $0.deviceNumber == number } }

    /// As in sysfs, a parent is a folder further up that is a device.
    func parent(of device: UdevDevice, subsystem: String?, devtype: String?) -> UdevDevice? {
        var path = device.syspath[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            guard let candidate = tree[String(path)] else { continue }
            if subsystem == nil { return candidate }
            if candidate.subsystem == subsystem, devtype == nil || candidate.devtype == devtype { return candidate }
        }
        return nil
    }

    func attribute(_ name: String, of device: UdevDevice) -> String? { attributes[device.syspath]?[name] }

    func probe(_ path: String) -> Result<NodeCapabilities, NodeOpenFailure> {
        probed.add(path)
        return answers[path] ?? .failure(NodeOpenFailure(openErrno: 2))
    }

    func kind(ofFileAt path: String) -> FileKind { files[path] ?? .missing }

    func access(toNodeAt path: String) -> NodeAccess? { accesses[path] }

    var finder: CameraFinder { CameraFinder(database: self, probe: self, files: self) }
}

extension FakeMachine {
    /// Plugs a USB device in at a port such as `1-2`.
    mutating func addUSB(
        _ port: String, vendor: String, product: String, name: String, serial: String? = nil, speed: String = "480",
        version: String = "2.00", removable: String = "removable", manufacturer: String? = nil
    ) {
        let path = "/sys/devices/pci0000:00/0000:00:14.0/usb1/\(port)"
        tree[path] = UdevDevice(syspath: path, subsystem: "usb", devtype: "usb_device", driver: "usb")
        attributes[path] = [
            "idVendor": vendor, "idProduct": product, "product": name, "speed": speed, "version": version,
            "removable": removable,
        ]
        attributes[path]?["serial"] = serial
        attributes[path]?["manufacturer"] = manufacturer
    }

    /// A node of uvcvideo on interface 0 or another of the device at `port`.
    @discardableResult
    mutating func addUVC(
        _ port: String, interface: Int = 0, number: Int, index: Int, name: String, caps: String?,
        properties: [String: String] = [:], answer: Result<NodeCapabilities, NodeOpenFailure>
    ) -> String {
        let parent = "/sys/devices/pci0000:00/0000:00:14.0/usb1/\(port)/\(port):1.\(interface)"
        tree[parent] = UdevDevice(
            syspath: parent, subsystem: "usb", devtype: "usb_interface", driver: "uvcvideo")
        attributes[parent] = ["bInterfaceNumber": interface < 10 ? "0\(interface)" : "\(interface)"]
        return addNode(
            under: parent, sysname: "video\(number)", minor: number, name: name, index: index, caps: caps,
            properties: properties, answer: answer)
    }

    /// A node of any driver below `parent`, whose device is added if `driver` is given.
    @discardableResult
    mutating func addNode(
        under parent: String, subsystem: String = "platform", driver: String? = nil, sysname: String, minor: Int,
        name: String, index: Int? = 0, caps: String? = nil, properties: [String: String] = [:],
        answer: Result<NodeCapabilities, NodeOpenFailure>? = nil
    ) -> String {
        if let driver { tree[parent] = UdevDevice(syspath: parent, subsystem: subsystem, driver: driver) }
        let path = "\(parent)/video4linux/\(sysname)"
        let node = "/dev/\(sysname)"
        let number = DeviceNumber(major: 81, minor: UInt32(minor))
        var all = properties
        all["ID_V4L_CAPABILITIES"] = caps
        var links: [String] = []
        if let bus = all["ID_BUS"], let serial = all["ID_SERIAL"], let index {
            links.append("/dev/v4l/by-id/\(bus)-\(serial)-video-index\(index)")
        }
        if let idPath = all["ID_PATH"], let index { links.append("/dev/v4l/by-path/\(idPath)-video-index\(index)") }
        tree[path] = UdevDevice(
            syspath: path, subsystem: "video4linux", devnode: node, deviceNumber: number, properties: all,
            tags: ["uaccess", "seat"], currentTags: ["uaccess"], links: links)
        attributes[path] = ["name": name]
        if let index { attributes[path]?["index"] = String(index) }
        answers[node] = answer
        files[node] = .characterDevice(number)
        for link in links { files[link] = .characterDevice(number) }
        accesses[node] = NodeAccess(mode: 0o660, groupID: 44, owner: "root", group: "video", mayOpen: true)
        return path
    }
}

/// What a driver would answer.
func answer(
    _ driver: String, card: String = "", bus: String = "", _ deviceCaps: UInt32, _ formats: String = "",
    capabilities: UInt32? = nil
) -> Result<NodeCapabilities, NodeOpenFailure> {
    .success(
        NodeCapabilities(
            driver: driver, card: card, busInfo: bus, capabilities: capabilities ?? (deviceCaps | 0x8000_0000),
            deviceCaps: deviceCaps, formats: formats.split(separator: " ").compactMap { FourCC($0) }))
}

let denied: Result<NodeCapabilities, NodeOpenFailure> = .failure(NodeOpenFailure(openErrno: 13))
let forbidden: Result<NodeCapabilities, NodeOpenFailure> = .failure(NodeOpenFailure(openErrno: 1))
