// SPDX-License-Identifier: Apache-2.0

import Udev

extension CameraFinder {
    /// Reads what udev and sysfs report about a node, without opening it.
    func draft(_ device: UdevDevice) -> NodeDraft {
        var node = VideoNode(sysname: device.sysname, syspath: device.syspath)
        let properties = device.properties
        node.name = database.attribute("name", of: device) ?? properties["ID_V4L_PRODUCT"] ?? ""
        node.index = database.attribute("index", of: device).flatMap { Int($0) }
        node.deviceNumber = device.deviceNumber
        node.path = device.devnode.flatMap { present($0, device.deviceNumber) }
        node.byID = device.links.filter { $0.hasPrefix("/dev/v4l/by-id/") }
        node.byPath = device.links.filter { $0.hasPrefix("/dev/v4l/by-path/") }
        node.otherLinks = device.links.filter { !$0.hasPrefix("/dev/v4l/by-") }
        node.tags = device.currentTags
        node.udevCapabilities = properties["ID_V4L_CAPABILITIES"]
        node.access = node.path.flatMap(files.access)

        let parent = database.parent(of: device)
        node.driver = parent?.driver
        let usb = database.parent(of: device, subsystem: "usb", devtype: "usb_device")
        if let usb {
            readUSB(usb, interface: database.parent(of: device, subsystem: "usb", devtype: "usb_interface"), &node)
        } else {
            readOther(parent, device, &node)
        }
        node.cameraKey = node.parent
        node.vendorID = node.vendorID ?? properties["ID_VENDOR_ID"]
        node.productID = node.productID ?? properties["ID_MODEL_ID"]
        node.vendor = node.vendor ?? properties["ID_VENDOR_FROM_DATABASE"] ?? properties["ID_VENDOR"]
        node.product = node.product ?? properties["ID_V4L_PRODUCT"]
        node.serial = node.serial ?? properties["ID_SERIAL_SHORT"]
        node.identity = CameraIdentity.derive(
            properties: properties, byID: node.byID, usb: usb.map(strings), bus: node.bus,
            name: node.name.isEmpty ? node.sysname : node.name)

        let evidence = NodeEvidence(
            sysname: node.sysname, name: node.name, index: node.index, sysfsDriver: parent?.driver,
            udevCapabilities: node.udevCapabilities, isMarkedInfrared: properties["ID_INFRARED_CAMERA"] == "1",
            hasLoopbackAttributes: node.bus == .virtual && database.attribute("max_openers", of: device) != nil)
        return NodeDraft(node: node, evidence: evidence)
    }

    /// The path, if it is this very device: a container may lack the node, or have another device under that name.
    private func present(_ path: String, _ number: DeviceNumber?) -> String? {
        switch files.kind(ofFileAt: path) {
        case .characterDevice(let found): number == nil || found == number ? path : nil
        // The directory is not searchable: the node may exist, and opening it will tell.
        case .unreachable: path
        default: nil
        }
    }

    private func readUSB(_ usb: UdevDevice, interface: UdevDevice?, _ node: inout VideoNode) {
        node.bus = .usb
        node.parent = usb.syspath
        let text = strings(usb)
        node.vendorID = text.vendorID
        node.productID = text.productID
        node.vendor = text.manufacturer
        node.product = text.product
        node.serial = text.serial
        node.usb = USBLink(
            speed: database.attribute("speed", of: usb).flatMap(Double.init),
            bcdUSB: database.attribute("version", of: usb).flatMap(Self.binaryCodedDecimal),
            removable: database.attribute("removable", of: usb).flatMap(USBLink.Removability.init) ?? .unknown,
            interface: interface.flatMap { database.attribute("bInterfaceNumber", of: $0) }.flatMap {
                Int($0, radix: 16)
            })
    }

    private func readOther(_ parent: UdevDevice?, _ device: UdevDevice, _ node: inout VideoNode) {
        guard let parent, !device.syspath.hasPrefix("/sys/devices/virtual/") else {
            node.bus = .virtual
            return
        }
        node.parent = parent.syspath
        switch parent.subsystem {
        case "pci":
            node.bus = .pci
            node.vendorID = database.attribute("vendor", of: parent).map(Self.withoutPrefix)
            node.productID = database.attribute("device", of: parent).map(Self.withoutPrefix)
        case "platform": node.bus = .platform
        case let name?: node.bus = .other(name)
        case nil: node.bus = .platform
        }
    }

    private func strings(_ usb: UdevDevice) -> CameraIdentity.USBStrings {
        func text(_ name: String) -> String? {
            database.attribute(name, of: usb).flatMap { $0.isEmpty ? nil : $0 }
        }
        return CameraIdentity.USBStrings(
            manufacturer: text("manufacturer"), product: text("product"), serial: text("serial"),
            vendorID: text("idVendor"), productID: text("idProduct"))
    }

    /// Turns `0x8086` into `8086`.
    private static func withoutPrefix(_ number: String) -> String {
        number.hasPrefix("0x") ? String(number.dropFirst(2)) : number
    }

    /// Parses sysfs's ` 2.10` as 0x0210: the digits as written, not a decimal fraction.
    static func binaryCodedDecimal(_ version: String) -> UInt16? {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
            let major = UInt16(parts[0], radix: 16), let minor = UInt16(parts[1], radix: 16)
        else { return nil }
        return major << 8 | minor
    }
}
