// SPDX-License-Identifier: Apache-2.0

/// A USB device whose descriptors break the rules of USB, by the kernel's words. If that stops it, its firmware is at fault, and not its
/// port or cable.
struct BrokenDescriptors {
    /// What the kernel said of them since the device was plugged in, oldest first.
    let complaints: [String]
    /// The lines in which attempts to use it ended with a reset.
    let resets: [String]

    /// `nil` if the kernel log has no such complaint.
    ///
    /// - Parameter port: the device's name in sysfs, `1-1.2`.
    init?(at port: String, _ log: KernelLogFacts) {
        guard let port = USBPort(name: port) else { return nil }
        let own = log.lines.filter { USBPort(line: $0) == port }
        // What was there before may have been another device.
        let since = own.lastIndex { $0.contains("USB disconnect") }.map { own.index(after: $0) } ?? own.startIndex
        let lines = own[since...]
        complaints = lines.filter(Self.isComplaint)
        resets = lines.filter { $0.contains("reset high-speed") || $0.contains("reset SuperSpeed") || $0.contains("(EMI?)") }
        if complaints.isEmpty { return nil }
    }

    /// Source: drivers/usb/core/config.c.
    ///
    /// Not the interval that the kernel corrects, nor the number of an interface: many devices that work have these wrong. Packets of
    /// other kinds of endpoints are also too large, and set to what fits, if a device has come up at 12 Mb/s: then its firmware is right.
    static func isComplaint(_ line: String) -> Bool {
        isOfPackets(line)
            || ["has an invalid endpoint", "has an invalid descriptor", "has a duplicate endpoint", "invalid descriptor for config"]
                .contains(where: line.contains)
    }

    private static func isOfPackets(_ line: String) -> Bool {
        line.contains(" bulk endpoint ") && line.contains("has invalid maxpacket") && !line.contains("setting to")
    }

    private var isOfPackets: Bool { complaints.contains(where: Self.isOfPackets) }
    private var endsWithResets: Bool { resets.count >= 2 }

    /// Devices that work have some of these wrong, too, such as two endpoints with one address: only with resets do those tell of a fault.
    /// Most controllers cannot use packets of a wrong size at all.
    var isAtFault: Bool { isOfPackets || endsWithResets }

    /// Adds the lines, and what they mean if that is certain.
    func explain(_ finding: inout Finding) {
        let lines = (complaints.suffix(2) + resets.suffix(2)).map { EvidenceLine("kernel log", $0) }
        let known = finding.evidence
        finding.evidence.insert(contentsOf: lines.filter { !known.contains($0) }, at: min(1, known.count))
        guard isAtFault else { return }
        finding.message +=
            "; its descriptors break the rules of USB\(isOfPackets ? " (the size of an endpoint's packets)" : ""), so its firmware is at fault"
            + (endsWithResets ? ": attempts to use it end with a reset" : "")
        finding.fixes.insert(contentsOf: fixes, at: 0)
    }

    private var fixes: [Fix] {
        [
            Fix(
                "Install newer firmware of the device's maker, if it is the camera: makers offer it for such cases, some as \"compatible\" firmware. The program that installs it often runs on Windows only"
            ),
            isOfPackets
                ? Fix("Until then, try it on a port of another USB controller or on another computer: some controllers accept packets of that size, and others reset the device")
                : nil,
        ].compactMap(\.self)
    }
}
