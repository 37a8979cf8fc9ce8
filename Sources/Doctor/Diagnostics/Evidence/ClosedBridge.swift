// SPDX-License-Identifier: Apache-2.0

/// A bridge of this machine behind which a container has its network, and from which the machine forwards nothing.
package struct ClosedBridge: Codable, Hashable, Sendable {
    /// `docker0`
    package var device: String
    /// The machine's own address on it, which is the container's router: `172.17.0.1`.
    package var gateway: String
    /// The bits of the network's mask.
    package var bits: Int
    /// Those to which the container has another way, its own on the bridge among them: `172.17.0.0/16`.
    package var networks: [String]
    /// The kernel's switch that is off: `net.ipv4.ip_forward`.
    package var setting: String
    /// The machine's own addresses, which the container reaches without forwarding.
    package var addresses: [String]

    package init(device: String, gateway: String, bits: Int, networks: [String], setting: String, addresses: [String]) {
        self.device = device
        self.gateway = gateway
        self.bits = bits
        self.networks = networks
        self.setting = setting
        self.addresses = addresses
    }

    /// Whether an address lies beyond this machine, seen from the container; `nil` for names.
    func hides(_ host: String) -> Bool? {
        guard let address = IPv4Address(host), let own = IPv4Address(gateway), (1...32).contains(bits) else { return nil }
        let isNear = Self.lies(address, own, bits) || networks.contains { Self.lies(host, $0) }
        return !address.isLoopback && !isNear && !addresses.contains(host)
    }

    /// - Parameter network: as `10.0.0.0/24`.
    static func lies(_ host: String, _ network: String) -> Bool {
        let parts = network.split(separator: "/")
        guard parts.count == 2, let address = IPv4Address(host), let own = IPv4Address(String(parts[0])), let bits = Int(parts[1]) else { return false }
        return lies(address, own, bits)
    }

    private static func lies(_ address: IPv4Address, _ other: IPv4Address, _ bits: Int) -> Bool {
        (1...32).contains(bits) && (address.number ^ other.number) >> UInt32(32 - bits) == 0
    }
}
