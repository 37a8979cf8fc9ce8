// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The kernel's table of the machines of the local networks that it has asked for by their addresses.
package enum NeighbourTable {
    /// What that says of an IPv4 address; `nil` if it is not in a local network, was not asked for, or is a name.
    ///
    /// Source: proc_pid_net(5), `arp`; `ATF_COM`, an entry that was answered, is 2 (linux/if_arp.h).
    package static func neighbour(_ host: String, _ files: SystemFiles) -> NetworkRecord.Neighbour? {
        let lines = (files.text("/proc/net/arp") ?? "").split(separator: "\n").dropFirst()
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[0] == host, words[2].hasPrefix("0x"), let flags = Int(words[2].dropFirst(2), radix: 16)
            else { continue }
            let device = String(words[words.count - 1])
            return .init(
                device: device, answers: flags & 2 != 0,
                isVirtual: files.exists("/sys/class/net/\(device)/bridge") || device.hasPrefix("docker") || device.hasPrefix("podman"))
        }
        return nil
    }
}
