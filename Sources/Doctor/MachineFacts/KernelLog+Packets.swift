// SPDX-License-Identifier: Apache-2.0

/// What a firewall writes of the packets that it drops.
extension KernelLog {
    /// Whether it is a packet that one of this network's devices sends to all others, or on a port of services that search for each
    /// other all the time. Every firewall drops such, and no camera needs them.
    package static func isPacketOfNobody(_ line: some StringProtocol) -> Bool {
        func value(_ key: String) -> String? { packetField(key, of: line)?.lowercased() }
        guard line.contains(" SRC="), line.contains(" DST=") else { return false }
        let target = value("DST") ?? ""
        // Cameras may send to a group of their own, such as 239.1.1.5: these are those of the network's services. Cameras search for others at
        // SSDP's group on ports of their makers, too (Hikvision's SADP: 37020).
        let isToAll = target.hasPrefix("224.0.0.") || target == "239.255.255.250" || target.hasPrefix("ff02") || target.hasSuffix(".255")
            || value("MAC")?.hasPrefix("ff:ff:ff:ff:ff:ff") == true
        return isToAll || value("DPT").map(searching.contains) == true
    }

    /// The value of a field such as `SRC`, without the key.
    package static func packetField(_ key: String, of line: some StringProtocol) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.utf8.count + 1)) }
    }

    /// DHCP, NetBIOS, SSDP, WS-Discovery, mDNS, LLMNR, Dropbox, Spotify.
    private static let searching: Set = ["67", "68", "137", "138", "1900", "3702", "5353", "5355", "17500", "57621"]
}
