// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The kernel's table of the machines of the local networks that it has asked for by their addresses.
package enum NeighbourTable {
    /// What that says of an IPv4 address; `nil` if it is not in a local network, was not asked for, or is a name.
    ///
    /// Source: proc_pid_net(5), `arp`; of the flags in linux/if_arp.h, `ATF_COM` (2) is an entry that was answered, and `ATF_PERM` (4) one
    /// that somebody wrote.
    package static func neighbour(_ host: String, _ files: SystemFiles) -> NetworkRecord.Neighbour? {
        let lines = (files.text("/proc/net/arp") ?? "").split(separator: "\n").dropFirst()
        let found = lines.compactMap { line -> NetworkRecord.Neighbour? in
            let words = line.split(separator: " ")
            guard words.count >= 6, words[0] == host, words[2].hasPrefix("0x"), let flags = Int(words[2].dropFirst(2), radix: 16),
                flags & 4 == 0
            else { return nil }
            let device = String(words[words.count - 1])
            return .init(device: device, answers: flags & 2 != 0, isVirtual: isVirtual(device, files))
        }
        // Of a laptop with cable and radio in one network, the one that answers counts.
        return found.first(where: \.answers) ?? found.first
    }

    /// Whether it is a bridge without a cable or radio of this machine, as those of containers and virtual machines are.
    private static func isVirtual(_ device: String, _ files: SystemFiles) -> Bool {
        let folder = "/sys/class/net/\(device)"
        return files.exists(folder + "/bridge")
            && !(files.names(folder + "/brif") ?? []).contains { files.exists("/sys/class/net/\($0)/device") }
    }
}
