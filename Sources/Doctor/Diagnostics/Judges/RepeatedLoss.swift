// SPDX-License-Identifier: Apache-2.0

/// A USB device that is there now, and has left its port several times within minutes: its link breaks, and nobody unplugs it.
struct RepeatedLoss {
    /// What the kernel said of it, oldest first.
    let lines: [String]
    /// How often it has left.
    let count: Int
    /// Whether the link had errors. Without them, it was back within seconds each time.
    let hasErrors: Bool
    private let isMovidius: Bool

    /// How long before the last line about the port its losses tell of the same trouble, in seconds.
    private static let window = 600.0

    /// `nil` if it has not, or the log has no times: then two that were replugged by hand look the same.
    ///
    /// - Parameters:
    ///   - port: the device's name in sysfs, `1-3`.
    ///   - identifier: its ids, `03e7:2485`.
    init?(at port: String, identifier: String, _ log: KernelLogFacts) {
        guard let own = USBPort(name: port) else { return nil }
        let identifier = identifier.lowercased()
        // A device of USB 3 can come up on either side of its socket.
        let socket = log.lines(atSocketOf: own)
        guard let end = socket.last.flatMap(KernelLogFacts.seconds) else { return nil }
        let recent = socket.filter { line in KernelLogFacts.seconds(line).map { (0...Self.window).contains(end - $0) } == true }
        let errors = recent.filter(Self.isError)
        let finds = recent.indices.filter { recent[$0].contains("New USB device found") && Self.isOf(identifier, recent[$0]) }
        let returns = max(0, finds.count - 1)
        let quick = Set(log.quickDisconnects(of: own.name)).filter { Self.isLoss($0, of: identifier, at: own, recent) }
        isMovidius = identifier.hasPrefix(Self.movidius)
        let losses: [String]
        if errors.count >= 2, returns >= 3 {
            // Boards that get their program over USB change their ids when it starts and when it ends: only errors tell that apart from a
            // program that somebody has started several times.
            losses = recent.filter { $0.contains("USB disconnect") }
            (count, hasErrors) = (returns, true)
        } else if quick.count >= 2 {
            losses = recent.filter(quick.contains)
            (count, hasErrors) = (quick.count, !errors.isEmpty)
        } else {
            return nil
        }
        let shown = Set(losses.suffix(3) + errors.suffix(2))
        lines = recent.filter(shown.contains)
    }

    /// The ids of Movidius, whose chip is in Luxonis' cameras.
    private static let movidius = "03e7:"

    /// Errors on the wire, and when a device is asked what it is. Source: drivers/usb/core/hub.c; -71 is EPROTO.
    private static func isError(_ line: String) -> Bool {
        ["error -71", "device descriptor read", "device not accepting address", "(EMI?)", "cable is bad"].contains(where: line.contains)
    }

    private static func isOf(_ identifier: String, _ line: String) -> Bool { KernelLogFacts.usbID(line)?.lowercased() == identifier }

    /// Whether this very device left in a line, and this very device was what came next.
    private static func isLoss(_ line: String, of identifier: String, at port: USBPort, _ lines: [String]) -> Bool {
        guard let place = lines.lastIndex(of: line) else { return false }
        let isFound = { (line: String) in line.contains("New USB device found") && USBPort(line: line) == port }
        // The line that found it first may be older than the window.
        let before = lines[..<place].last(where: isFound).map { isOf(identifier, $0) } ?? true
        return before && lines[place...].first(where: isFound).map { isOf(identifier, $0) } == true
    }

    func explain(_ finding: inout Finding) {
        finding.message +=
            "; it has left the USB bus \(count) times within minutes and come back, \(hasErrors ? "with errors on its link" : "each time within seconds"): a cable that is too long or bad, a plug without steady contact, or too little power, is the usual cause"
        finding.evidence.insert(contentsOf: lines.map { EvidenceLine("kernel log", $0) }, at: min(1, finding.evidence.count))
        finding.fixes.insert(contentsOf: fixes, at: 0)
    }

    private var fixes: [Fix] {
        [
            Fix("Plug it directly into another port of the machine with a short cable (1 m or less for USB 3), without an extension or hub"),
            Fix(
                "If it must be far away: use an active cable, or run it at the speed of USB 2, whose signals go further: with a cable for USB 2, or by an option of its library"
                    + (isMovidius ? " (DepthAI: usb2Mode=True, in newer versions maxUsbSpeed=dai.UsbSpeed.HIGH, when the program opens the device)" : "")
            ),
            Fix("If that does not help: give it more power, through a hub with its own power supply or the device's own supply"),
        ]
    }
}
