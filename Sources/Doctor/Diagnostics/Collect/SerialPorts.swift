// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// Finds the serial ports of cameras and of a hand-held scanner, and who may open them.
struct SerialPorts {
    let files: SystemFiles
    /// Who may open a node.
    let access: (String) -> NodeAccess?

    /// - Parameters:
    ///   - cameras: the names of devices in sysfs: `1-9`.
    ///   - scanner: the port of a hand-held scanner: `/dev/ttyACM0`.
    func find(cameras: [String], scanner: String?) -> [SerialPortRecord] {
        var interfaces = Set(cameras).sorted().flatMap { device in (files.names(Self.folder) ?? []).filter { $0.hasPrefix(device + ":") } }
        // The port of another driver than cdc_acm lies between its interface and its name.
        let place = scanner?.split(separator: "/").last.flatMap { files.resolved("/sys/class/tty/\($0)/device") }
        if let interface = place?.split(separator: "/").last(where: { $0.contains(":") }) { interfaces.append(String(interface)) }
        var seen = Set<String>()
        return interfaces.filter { seen.insert($0).inserted }.prefix(16).compactMap(port)
    }

    private static let folder = "/sys/bus/usb/devices"

    /// A port of the driver cdc_acm has a folder `tty`, one of another driver is in the interface's own.
    private func port(_ interface: String) -> SerialPortRecord? {
        let device = String(interface.prefix { $0 != ":" })
        let path = "\(Self.folder)/\(interface)"
        let names = (files.names(path + "/tty") ?? []).filter { $0.hasPrefix("ttyACM") } + (files.names(path) ?? []).filter { $0.hasPrefix("ttyUSB") }
        let ids = ["idVendor", "idProduct"].compactMap { files.line("\(Self.folder)/\(device)/\($0)")?.lowercased() }
        guard let name = names.first, name.dropFirst(6).allSatisfy(\.isNumber), let access = access("/dev/\(name)"), ids.count == 2,
            ids.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) })
        else { return nil }
        return SerialPortRecord(
            node: USBNodeRecord(device: device, path: "/dev/\(name)", access: access), vendor: ids[0], product: ids[1],
            modemManager: isLikeModem(path, name, device) ? files.process(named: "ModemManager").flatMap { Int($0) } : nil)
    }

    /// Whether ModemManager speaks to it as to a modem: an interface of the class for that which says that it knows modem commands.
    ///
    /// Source: ModemManager's filter policy, "strict"; the class CDC of USB, protocol 1 (ITU-T V.250).
    private func isLikeModem(_ interface: String, _ name: String, _ device: String) -> Bool {
        guard name.hasPrefix("ttyACM"), files.line(interface + "/bInterfaceClass") == "02", files.line(interface + "/bInterfaceProtocol") == "01",
            let known = properties("/sys/class/tty/\(name)/dev") ?? properties("\(interface)/tty/\(name)/dev")
        else { return false }
        let ofDevice = properties("\(Self.folder)/\(device)/dev") ?? []
        return known.contains("E:ID_MM_CANDIDATE=1")
            && !(known + ofDevice).contains { $0 == "E:ID_MM_DEVICE_IGNORE=1" || $0 == "E:ID_MM_PORT_IGNORE=1" }
    }

    /// What udev has noted of a character device, by the file that has its number.
    private func properties(_ path: String) -> [Substring]? {
        files.line(path).flatMap { files.text("/run/udev/data/c\($0)") }?.split(separator: "\n")
    }
}
