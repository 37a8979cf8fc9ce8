// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Packets that the firewall has dropped, as its line in the kernel log tells, and whether they can be a camera's pictures: every network has
/// machines that call out to all others.
struct DroppedVideo {
    /// `[UFW BLOCK] IN=eth0 OUT= MAC=… SRC=192.168.1.9 DST=192.168.1.5 … PROTO=UDP SPT=40617 DPT=8554 LEN=1324`. Those to all machines have been
    /// left out: see `KernelLog.isPacketOfNobody`.
    let line: String

    init(_ line: String) { self.line = line }

    private var device: String { KernelLog.packetField("IN", of: line) ?? "" }

    /// Whether it can be a picture's.
    var isDatagram: Bool { KernelLog.packetField("PROTO", of: line) == "UDP" }

    /// Whether it came from a device on USB that is a network of its own, as action cameras are, or is one of many of the same kind.
    func isOfCamera(in lines: [String]) -> Bool {
        guard isDatagram else { return false }
        // udev's name for a network device on USB, and the kernel's.
        if device.hasPrefix("enx") || device.hasPrefix("usb") { return true }
        if lines.contains(where: { $0.contains(" \(device): register '") && $0.contains(" at usb-") }) { return true }
        // Answers of servers on the internet that come late are many, too.
        guard let sender = KernelLog.packetField("SRC", of: line), Self.isNear(sender) else { return false }
        return isOneOfMany(in: lines)
    }

    /// Whether at least two others of the same sender came to the same port: the firewall logs a few of many only.
    func isOneOfMany(in lines: [String]) -> Bool {
        let flow = Self.flow(line)
        return flow != nil && lines.count { Self.flow($0) == flow } >= 3
    }

    /// Whether it was sent to one machine, not to a group. See: RFC 5771, RFC 4291.
    var isToOne: Bool {
        guard let target = KernelLog.packetField("DST", of: line) else { return false }
        return IPv4Address(target).map { $0.number >> 28 != 14 } ?? !target.lowercased().hasPrefix("ff")
    }

    /// Whether an address is one of a private network. See: RFC 1918, RFC 4193, RFC 4291.
    private static func isNear(_ address: String) -> Bool {
        guard let address = IPv4Address(address) else { return ["fe8", "fc", "fd"].contains { address.lowercased().hasPrefix($0) } }
        return address.isPrivate || address.isLinkLocal
    }

    /// Sender, port and target.
    private static func flow(_ line: String) -> String? {
        guard line.contains(" SRC="), line.contains("PROTO=UDP") else { return nil }
        let parts = line.split(separator: " ").filter { part in ["SRC=", "DST=", "DPT="].contains { part.hasPrefix($0) } }
        return parts.count == 3 ? parts.joined(separator: " ") : nil
    }
}
