// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds out whether this machine forwards what a container sends to others.
enum ContainerWay {
    /// The bridge from which nothing is forwarded; `nil` if the process has another kind of network (the machine's own, one of a cable's
    /// like macvlan, or one that a program forwards for an engine without root), if the machine forwards, or if that is unknown.
    ///
    /// Source: the kernel's Documentation/networking/ip-sysctl.rst: `ip_forward`, and `forwarding` of each device.
    static func closedBridge(of process: Int, _ files: SystemFiles) -> ClosedBridge? {
        guard let gateway = RouteTable.gateway(of: process, files), OwnServers.isOwn(gateway, files),
            let network = RouteTable.network(of: gateway, files),
            // The machine's own router may be itself in a network of its own making.
            RouteTable.gateway(of: nil, files) != gateway,
            let networks = RouteTable.networks(of: process, besides: gateway, files)
        else { return nil }
        let folder = "/proc/sys/net/ipv4"
        // It forwards what comes in at a device whose own switch is on.
        let isName = network.device.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        let own = isName ? files.line("\(folder)/conf/\(network.device)/forwarding") : nil
        let general = files.line("\(folder)/ip_forward")
        guard own ?? general == "0" else { return nil }
        return ClosedBridge(
            device: network.device, gateway: gateway, bits: network.bits, networks: networks,
            setting: general == "0" ? "net.ipv4.ip_forward" : "net.ipv4.conf.\(network.device).forwarding", addresses: OwnServers.addresses(files))
    }
}
