// SPDX-License-Identifier: Apache-2.0

/// What has become of the USB ports: devices that do not identify themselves, cameras that have left, controllers that have died.
extension KernelLogFacts {
    /// The last failure of a device to identify itself that has not been followed by success, with its port.
    var failedEnumeration: (port: String, line: String)? {
        let found = lines.indices.filter { lines[$0].contains("New USB device found") }
            .compactMap { place in USBPort(line: lines[place]).map { (place: place, port: $0) } }
        let owners = controllers
        var recovered: Set<USBPort> = []
        for place in lines.indices.reversed() {
            let line = lines[place]
            guard Self.enumerationFailures.contains(where: { line.contains($0) }), let port = USBPort(line: line), !recovered.contains(port)
            else { continue }
            // It may have worked at another attempt, or on the slower wires of the same socket.
            if found.contains(where: { $0.place > place && isSameSocket($0.port, port, owners) }) {
                recovered.insert(port)
                continue
            }
            // Once may be the moment at which it was plugged in.
            if Self.isLooseContact(line), lines.count(where: { Self.isLooseContact($0) && USBPort(line: $0) == port }) < 2 { continue }
            return (port.name, line)
        }
        return nil
    }

    private static let enumerationFailures = [
        "device descriptor read", "device not accepting address", "unable to enumerate", "USB cable is bad", looseContact,
    ]
    private static let looseContact = "connect-debounce failed"

    /// Whether a connection was not steady long enough for the kernel to ask the device anything. Source: `hub_port_debounce` in
    /// drivers/usb/core/hub.c.
    static func isLooseContact(_ line: String) -> Bool { line.contains(looseContact) }

    /// Whether the device that a line is about was disconnected after it, or a camera at another port.
    func isBeforeDisconnect(_ line: String) -> Bool {
        guard let place = lines.lastIndex(of: line) else { return false }
        let rest = lines.indices.suffix(from: place)
        if cameras.contains(where: { camera in camera.port != nil && departure(of: camera).map { rest.contains($0) } == true }) { return true }
        let port = USBPort(line: line)
        return rest.contains { index in
            guard lines[index].contains("USB disconnect") else { return false }
            guard let port, let gone = USBPort(line: lines[index]) else { return true }
            return port.isAtOrBelow(gone)
        }
    }

    /// The camera that was disconnected last, unless the one that was found last is still there: the lines, oldest first.
    var vanishedCamera: [String]? {
        let all = cameras
        guard let newest = all.last, departure(of: newest) != nil else { return nil }
        var (found, left) = (newest.place, newest.place)
        for camera in all {
            guard let gone = departure(of: camera), gone >= left else { continue }
            (found, left) = (camera.place, gone)
        }
        let sleep = lines.last(where: MachineSleep.isOf)
        return [lines[found], sleep, lines[left]].compactMap(\.self)
    }

    /// A camera or grabber that a driver has found.
    private struct FoundCamera {
        /// The index of the line that says so.
        var place: Int
        /// `nil` if the log does not say.
        var port: USBPort?
    }

    /// They all, oldest first.
    private var cameras: [FoundCamera] {
        lines.indices.compactMap { place in
            let line = lines[place]
            // `gspca_main: ov534-2.14.0 probing 1415:2000` names no port, and neither do the lines of uvcvideo before Linux 5.12.
            let isProbe = line.contains("gspca") && line.contains(" probing ")
            guard isProbe || line.contains("Found UVC") || Self.isOfGrabber(line) else { return nil }
            if let port = USBPort(line: line) { return FoundCamera(place: place, port: port) }
            let id = isProbe ? line.firstRange(of: " probing ").map { String(line[$0.upperBound...].prefix { $0 != " " }) } : Self.lastIdentifier(line)
            let found = lines[..<place].last { $0.contains("New USB device found") && id != nil && Self.usbID($0) == id }
            return FoundCamera(place: place, port: found.flatMap { USBPort(line: $0) })
        }
    }

    /// `usbtv 1-5:1.0: Fushicai USBTV007 Audio-Video Grabber`, `stk1160 1-1.2:1.0: V4L2 device registered as video0`.
    private static func isOfGrabber(_ line: String) -> Bool {
        line.contains("usbtv ") && line.contains("Grabber")
            || ["em28xx ", "stk1160 "].contains { line.contains($0) } && line.contains(" registered as video")
    }

    /// `046d:082d` in `… device HD Pro Webcam C920 (046d:082d)`.
    static func lastIdentifier(_ line: String) -> String? {
        guard let open = line.lastIndex(of: "("), let close = line.lastIndex(of: ")"), open < close else { return nil }
        return String(line[line.index(after: open)..<close])
    }

    /// The index of the line in which it was disconnected, or else a hub above it.
    private func departure(of camera: FoundCamera) -> Int? {
        let gone = lines.indices.suffix(from: camera.place).filter { lines[$0].contains("USB disconnect") }
        guard let port = camera.port else {
            // Of a device that the log does not know as another one.
            return gone.last { place in USBPort(line: lines[place]).map { identifier(at: $0) == nil } ?? true }
        }
        return gone.first { USBPort(line: lines[$0]) == port }
            ?? gone.first { place in USBPort(line: lines[place]).map(port.isAtOrBelow) == true }
    }

    /// The ids of the device that was found last at a port: `8087:0024`.
    func identifier(at port: USBPort) -> String? {
        lines.last { $0.contains("New USB device found") && USBPort(line: $0) == port }.flatMap(Self.usbID)
    }

    /// The controller of each bus: `1` is that of `0000:00:14.0`, or was.
    private var controllers: [String: String] {
        lines.reduce(into: [:]) { owners, line in
            if let bus = Self.bus(in: line) { owners[bus.number] = bus.controller }
        }
    }

    /// The numbers that a controller's buses have had.
    func buses(of controller: String) -> Set<String> {
        Set(lines.compactMap(Self.bus).filter { $0.controller == controller }.map(\.number))
    }

    /// `xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1`, `xhci_hcd 0000:00:14.0: USB bus 1 deregistered`. Source: the
    /// kernel's drivers/usb/core/hcd.c.
    private static func bus(in line: String) -> (number: String, controller: String)? {
        for words in [": new USB bus registered, assigned bus number ", ": USB bus "] {
            guard let mark = line.firstRange(of: words), let owner = line[..<mark.lowerBound].split(separator: " ").last else { continue }
            return (String(line[mark.upperBound...].prefix(while: \.isNumber)), String(owner))
        }
        return nil
    }

    /// The lines about a port and the other side of its socket.
    func lines(atSocketOf port: USBPort) -> [String] {
        let owners = controllers
        return lines.filter { line in USBPort(line: line).map { isSameSocket($0, port, owners) } == true }
    }

    /// Whether two ports are the two sides of one socket: one of USB 3 is a port of both buses that its controller has.
    private func isSameSocket(_ port: USBPort, _ other: USBPort, _ owners: [String: String]) -> Bool {
        if port == other { return true }
        guard port.bus != other.bus, socket(port) == socket(other) else { return false }
        if let owner = owners[port.bus], let another = owners[other.bus] { return owner == another }
        // A controller gets its two numbers one after the other.
        guard let number = Int(port.bus), let next = Int(other.bus) else { return false }
        return abs(number - next) == 1
    }

    /// The way to a socket. The VL805 has a hub before its ports of USB 2, and none before those of USB 3.
    private func socket(_ port: USBPort) -> [String] {
        guard let hub = port.hubs.first, identifier(at: hub) == "2109:3431" else { return port.path }
        return Array(port.path.dropFirst())
    }

    /// The lines about too much current at a port, at the other side of its socket or at a hub above it, within half a minute of a
    /// line about the device there.
    func overCurrent(at port: String, near line: String) -> [String] {
        guard let port = USBPort(name: port) else { return [] }
        let time = Self.seconds(line)
        let owners = controllers
        return lines.filter { other in
            guard other.contains("over-current"), let own = USBPort(line: other), port.isAtOrBelow(own) || isSameSocket(port, own, owners)
            else { return false }
            guard let time, let then = Self.seconds(other) else { return true }
            return abs(time - then) < 30
        }
    }

    /// Whether it happened more than a minute after the start, and so to something that was plugged in or used then.
    func isAfterStart(_ line: String) -> Bool { (Self.seconds(line) ?? 0) > 60 }

    /// A USB controller that the kernel gave up.
    struct DeadController {
        /// The line that says so.
        var line: String
        /// `0000:00:14.0`.
        var name: String?
        /// Whether all cameras that the log knows were on other ones.
        var isAside: Bool
    }

    /// The one that has not come back since: that of a camera if several have died.
    var deadController: DeadController? {
        let owners = controllers
        let all = cameras
        let buses = Set(all.compactMap { $0.port?.bus })
        let hadCamera = Set(owners.filter { buses.contains($0.key) }.values)
        let dead = lines.indices.compactMap { place -> DeadController? in
            guard lines[place].contains("HC died"), !isOver(place, owners) else { return nil }
            guard let name = Self.deadName(lines[place]) else { return DeadController(line: lines[place], name: nil, isAside: false) }
            if hadCamera.contains(name) { return DeadController(line: lines[place], name: name, isAside: false) }
            if Self.isOfGraphicsCard(name) { return nil }
            return DeadController(
                line: lines[place], name: name, isAside: owners.values.contains(name) && !all.contains { $0.port == nil })
        }
        return dead.last { $0.name.map(hadCamera.contains) == true } ?? dead.last
    }

    /// The controller of the bus that a port is on; `nil` if the log does not say.
    func controller(ofPort port: String) -> String? { USBPort(name: port).flatMap { controllers[$0.bus] } }

    /// Whether a PCI device is the USB controller of a graphics card, which hardly anybody uses: those of NVIDIA and AMD are function 2 of
    /// the card. Controllers inside AMD's processors are functions 3 and 4.
    static func isOfGraphicsCard(_ device: String) -> Bool {
        device.contains(":") && device.hasSuffix(".2") && !device.hasPrefix("0000:00:")
    }

    /// `0000:00:14.0` in `xhci_hcd 0000:00:14.0: HC died; cleaning up`.
    private static func deadName(_ line: String) -> String? {
        line.firstRange(of: ": HC died").flatMap { line[..<$0.lowerBound].split(separator: " ").last }.map(String.init)
    }

    /// Whether the controller that died in this line has started since, or has been taken away, as with a dock: then its buses are
    /// deregistered.
    private func isOver(_ place: Int, _ owners: [String: String]) -> Bool {
        let name = Self.deadName(lines[place])
        return lines.indices.suffix(from: place).contains { index in
            let line = lines[index]
            if line.contains("new USB bus registered") || line.contains("deregistered") {
                // One that is not on PCI can have another name when it starts again.
                guard let name, name.contains(":") else { return true }
                return line.contains(" \(name):")
            }
            guard line.contains("New USB device found") || line.contains("Found UVC") else { return false }
            guard let name, let bus = USBPort(line: line)?.bus, let owner = owners[bus] else { return true }
            return owner == name
        }
    }
}
