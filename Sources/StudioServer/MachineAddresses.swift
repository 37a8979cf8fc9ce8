// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// The addresses of this machine's networks.
public enum MachineAddresses {
    /// Without brackets; those that others reach first. Those of one link alone (fe80::, 169.254) are left out: no browser
    /// can ask for the former.
    public static func all(ipv6: Bool) -> [String] {
        let devices = (try? System.enumerateDevices()) ?? []
        let addresses = devices.compactMap { $0.address }
            .filter { $0.protocol == .inet || (ipv6 && $0.protocol == .inet6) }
        let found = addresses.compactMap { $0.ipAddress }
            .filter { !$0.hasPrefix("fe80:") && !$0.hasPrefix("169.254.") && !$0.contains("%") }
        func rank(_ address: String) -> Int {
            if address == "::1" || address.hasPrefix("127.") { return 2 }
            return address.contains(":") ? 1 : 0
        }
        var seen: Set<String> = []
        let unique = found.filter { seen.insert($0).inserted }
        return (0...2).flatMap { wanted in unique.filter { rank($0) == wanted } }
    }
}
