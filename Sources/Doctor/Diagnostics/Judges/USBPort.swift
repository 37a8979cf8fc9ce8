// SPDX-License-Identifier: Apache-2.0

/// A port of USB as the kernel names it, and the device that is plugged in there: `1-1.3` is port 3 of the hub at port 1 of bus 1,
/// `usb1` the root hub of that bus.
struct USBPort: Hashable {
    let bus: String
    /// The numbers of the ports from the root hub on; empty for the root hub itself.
    let path: [String]

    private init(_ bus: String, _ path: [String]) {
        self.bus = bus
        self.path = path
    }

    /// As sysfs and the kernel log name the device.
    var name: String { path.isEmpty ? "usb\(bus)" : "\(bus)-\(path.joined(separator: "."))" }

    /// The hubs between the root hub and this port, the outermost first.
    var hubs: [USBPort] { path.indices.dropFirst().map { USBPort(bus, Array(path[..<$0])) } }

    /// Whether it is this one, or what is plugged in there hangs from it.
    func isAtOrBelow(_ other: USBPort) -> Bool { bus == other.bus && path.starts(with: other.path) }

    /// - Parameter name: `1-1.3`, `usb1`, an interface (`1-1.3:1.0`), or a hub's port (`usb1-port4`, `1-1-port3`).
    init?(name: some StringProtocol) {
        let name = String(name)
        if let mark = name.firstRange(of: "-port") {
            let number = String(name[mark.upperBound...])
            guard Self.isNumber(number), let hub = USBPort(name: name[..<mark.lowerBound]) else { return nil }
            self.init(hub.bus, hub.path + [number])
            return
        }
        let device = String(name.prefix { $0 != ":" })
        if device.hasPrefix("usb") {
            let bus = String(device.dropFirst(3))
            guard Self.isNumber(bus) else { return nil }
            self.init(bus, [])
            return
        }
        let parts = device.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, Self.isNumber(parts[0]) else { return nil }
        // `1-0:1.0` is the interface of a root hub.
        let path = parts[1] == "0" ? [] : parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.allSatisfy(Self.isNumber) else { return nil }
        self.init(parts[0], path)
    }

    /// The port that a line of the kernel log is about: `usb 1-2: …`, `usb usb1-port2: …`, `uvcvideo 1-2:1.1: …`, and before
    /// Linux 3.15 `hub 1-0:1.0: unable to enumerate USB device on port 2`.
    init?(line: String) {
        let words = line.split(separator: " ")
        for (index, word) in words.enumerated() where word.hasSuffix(":") {
            guard let port = USBPort(name: word.dropLast()) else { continue }
            let isOfHub = index > 0 && words[index - 1] == "hub"
            if isOfHub, let mark = line.firstRange(of: " port ") {
                let number = String(line[mark.upperBound...].prefix(while: \.isNumber))
                guard Self.isNumber(number) else { return nil }
                self.init(port.bus, port.path + [number])
            } else {
                self.init(port.bus, port.path)
            }
            return
        }
        return nil
    }

    /// Devices on I²C have names with more digits: `10-0036`.
    private static func isNumber(_ text: String) -> Bool {
        (1...3).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isNumber } && !text.hasPrefix("0")
    }
}
