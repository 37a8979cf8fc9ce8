// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras

/// A link-local address of IPv6 without the network device that it is valid on: every device has such a network, so the kernel refuses to
/// connect (EINVAL). Source: RFC 4007, ipv6(7).
enum UnscopedAddress {
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> Finding? {
        guard trouble.kind == .noConnection, trouble.cause.contains("Invalid argument"), isLinkLocal(network.host) else { return nil }
        let device = network.route?.device ?? "INTERFACE"
        return Finding(
            .networkNoAnswer, .fail,
            "\(network.host) is a link-local address, which is valid in one network only, and the address does not say by which network device (interface) of this machine it is reached",
            evidence: [EvidenceLine(network.address, trouble.cause)], effect: "no picture arrives",
            fixes: [
                Fix(
                    "Add the name of that network device after a percent sign; in an address, the sign itself is written %25, and some programs take it as it is",
                    commands: ["ip -6 address show scope link", "candela doctor \(Words.shell(scoped(network, device)))"], isRunnable: false),
                Fix("Or use another address of the camera: its IPv4 address, or an IPv6 address that does not begin with fe80"),
            ])
    }

    /// fe80::/10, by its first group.
    private static func isLinkLocal(_ host: String) -> Bool {
        guard !host.contains("%"), host.contains("::") || host.count(where: { $0 == ":" }) == 7 else { return false }
        let first = host.prefix { $0 != ":" }
        return first.utf8.count == 4 && UInt16(first, radix: 16).map { $0 & 0xFFC0 == 0xFE80 } == true
    }

    private static func scoped(_ network: NetworkRecord, _ device: String) -> String {
        network.address.replacing("[\(network.host)]", with: "[\(network.host)%25\(device)]")
    }
}
