// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// The kernel's table of the ways to other networks.
package enum RouteTable {
    /// The way to an IPv4 address; `nil` if the table is empty, cannot be read, or the host is a name.
    ///
    /// Source: the kernel's net/ipv4/fib_trie.c, `fib_route_seq_show`: addresses are numbers in the byte order of the machine; of the
    /// flags in linux/route.h, `RTF_UP` is 1, `RTF_GATEWAY` 2 and `RTF_REJECT` 0x200. Rules beside the main table, as VPNs set them, are not in this file.
    package static func route(_ host: String, _ files: SystemFiles) -> NetworkRecord.Route? {
        guard let address = IPv4Address(host)?.number else { return nil }
        let entries = entries("/proc/net/route", files)
        guard !entries.isEmpty else { return nil }
        let best = entries.filter { address & $0.mask == $0.destination }.max { ($0.mask, -$0.metric) < ($1.mask, -$1.metric) }
        var networks: [String] = []
        for entry in entries where entry.gateway == nil && entry.mask > 0 {
            let name = "\(IPv4Address(number: entry.destination))/\(entry.mask.nonzeroBitCount)"
            if !networks.contains(name) { networks.append(name) }
        }
        return .init(
            device: best?.device, gateway: best?.gateway.map { IPv4Address(number: $0).description }, isDefault: best?.mask == 0, networks: networks,
            hasTunnel: hasTunnel(files))
    }

    private static func entries(_ path: String, _ files: SystemFiles) -> [Entry] {
        (files.text(path) ?? "").split(separator: "\n").dropFirst().compactMap { Entry($0) }
    }

    /// The router for everything that is not known better, in the network that a process has.
    ///
    /// - Parameter process: `nil` for this one.
    static func gateway(of process: Int?, _ files: SystemFiles) -> String? {
        let entries = entries(process.map { "/proc/\($0)/net/route" } ?? "/proc/net/route", files)
        let best = entries.filter { $0.mask == 0 && $0.gateway != nil }.min { $0.metric < $1.metric }
        return best?.gateway.map { IPv4Address(number: $0).description }
    }

    /// The networks to which a process has another way than over this router, as `10.0.0.0/24`; `nil` if they are many, or one is everything.
    static func networks(of process: Int, besides gateway: String, _ files: SystemFiles) -> [String]? {
        let others = entries("/proc/\(process)/net/route", files).filter { $0.gateway.map { IPv4Address(number: $0).description } != gateway }
        guard others.count <= 64, others.allSatisfy({ $0.mask > 0 }) else { return nil }
        return Set(others.map { "\(IPv4Address(number: $0.destination))/\($0.mask.nonzeroBitCount)" }).sorted()
    }

    /// The network of this machine in which an address lies.
    static func network(of host: String, _ files: SystemFiles) -> (device: String, bits: Int)? {
        guard let address = IPv4Address(host)?.number else { return nil }
        let near = entries("/proc/net/route", files).filter { $0.gateway == nil && $0.mask > 0 && address & $0.mask == $0.destination }
        return near.max { $0.mask < $1.mask }.map { ($0.device, $0.mask.nonzeroBitCount) }
    }

    /// Source: the kernel's drivers/net/tun.c (`tun_flags`) and drivers/net/wireguard (its type).
    private static func hasTunnel(_ files: SystemFiles) -> Bool {
        (files.names("/sys/class/net") ?? []).contains { name in
            let folder = "/sys/class/net/\(name)"
            return files.exists(folder + "/tun_flags") || files.text(folder + "/uevent")?.contains("DEVTYPE=wireguard") == true
        }
    }

    private struct Entry {
        let device: String
        /// As in `IPv4Address`.
        let destination, mask: UInt32
        let gateway: UInt32?
        let metric: Int

        init?(_ line: Substring) {
            let words = line.split { $0 == "\t" || $0 == " " }
            func value(_ place: Int) -> UInt32? { UInt32(words[place], radix: 16).map(\.byteSwapped) }
            guard words.count >= 8, let destination = value(1), let gateway = value(2), let flags = UInt16(words[3], radix: 16), flags & 0x201 == 1,
                let metric = Int(words[6]), (0...Int(UInt32.max)).contains(metric), let mask = value(7), destination & ~mask == 0
            else { return nil }
            device = String(words[0])
            (self.destination, self.mask, self.metric) = (destination, mask, metric)
            self.gateway = flags & 2 != 0 ? gateway : nil
        }
    }
}
