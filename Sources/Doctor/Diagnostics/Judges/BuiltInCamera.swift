// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Whether a camera is the laptop's own, which its lid covers and its keys switch off, and not one that somebody has plugged in.
enum BuiltInCamera {
    static func isOne(_ subject: StreamSubject, _ host: HostRecord) -> Bool {
        guard let node = subject.node else { return subject.isLaptop }
        guard node.bus == "usb" else {
            // A sensor, a camera on PCIe; and a relay's virtual one, as its user sees it.
            return node.isFed ? subject.isRelayed : ["pci", "platform"].contains(node.bus) && !isCard(node)
        }
        if node.usbRemovable == "removable" { return false }
        let port = node.cameraKey.split(separator: "/").last.flatMap { USBPort(name: $0) }
        // A monitor has its own camera fixed, too, at a hub of its own.
        let log = KernelLogFacts(host)
        let isBehindHub = port?.hubs.contains { SolderedHub($0, log, host.machine?.platform) == nil } == true
        if node.usbRemovable == "fixed" { return !isBehindHub || isNamed(node.title) }
        // Firmware need not say it.
        let maker = subject.usbID.map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
        return isNamed(node.title) || !isBehindHub && makers.contains(maker)
    }

    /// Parts of the names that makers give to the cameras of laptops.
    private static func isNamed(_ title: String) -> Bool {
        let title = title.lowercased()
        return names.contains(where: title.contains)
    }

    private static let names = ["integrated", "built-in", "internal", "easycamera", "user facing", "facetime", "truevision", "laptop"]

    /// Makers whose cameras are all inside of laptops: Chicony, Quanta, Bison, IMC, Lite-On, Foxlink, Luxvisions, Suyin, Syntek, Shinetech.
    /// Others make some that are plugged in. Source: usb.ids.
    private static let makers: Set = ["04f2", "0408", "5986", "13d3", "04ca", "05c8", "30c9", "064e", "174f", "3277"]

    private static func isCard(_ node: NodeRecord) -> Bool {
        node.bus == "pci" && node.driver != "facetimehd" && node.driver != "isys" && node.nodeClass == "capture"
    }
}
