// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges an address that is in none of this machine's own networks, and from which nothing comes back: another subnet (VLAN), the network
/// behind a VPN, a public address, or a mistyped one.
enum ForeignNetwork {
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ place: Place) -> Finding? {
        guard let address = IPv4Address(network.host) else { return nil }
        let isNear = network.route.map { $0.device != nil && $0.gateway == nil } ?? false
        // A container and WSL have addresses and servers of their own.
        if address.isPublic, trouble.isSilent, !isNear, !place.isGuest, !place.isWSL { return outside(trouble, network) }
        guard !place.isGuest, let route = network.route, !route.networks.isEmpty, address.isPrivate else { return nil }
        if trouble.hasNoWay, route.device == nil { return noWay(trouble, network, route) }
        // The network of a virtual machine is its own, and the way over its router leads into the real one; tunnels have tables of their own.
        guard trouble.isSilent, !route.hasTunnel, !place.isWSL, place.platform.virtualMachine == nil, let device = route.device,
            let gateway = route.gateway
        else { return nil }
        let host = network.host
        return Finding(
            .networkNoAnswer, .fail,
            "nothing comes back from \(host), which is in none of this machine's own networks (\(own(route))): the way to it goes over the router \(gateway), which must know that network and let this machine in",
            confidence: .likely,
            evidence: [
                EvidenceLine(network.address, trouble.cause),
                EvidenceLine("/proc/net/route", "\(host) over \(gateway) on \(device)\(route.isDefault ? ", the default way" : "")"),
            ], effect: "no picture arrives",
            fixes: [
                compare(host),
                Fix(
                    "If the camera is in another subnet (VLAN, guest Wi-Fi): let this machine through to it, in the router's firewall, or put the camera into this machine's network"
                ),
                Fix(
                    "If it is behind a VPN: use the address and port that are forwarded from there, or set a route to its network over the VPN"
                ),
                Fix("Check that the camera is on", commands: ["ping -c 3 \(Words.shell(host))"], isRunnable: false),
            ])
    }

    /// An address of the internet that does not answer: often that of the own router, which answers only from outside.
    private static func outside(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> Finding {
        let isServed = network.isServedHere == true
        return Finding(
            .networkNoAnswer, .fail,
            "nothing comes back from \(network.host), which is a public address, of the internet: "
                + (isServed
                    ? "if it is that of this machine's own router, the router does not lead a connection from inside back in, and the server is to be asked at its address here"
                    : "what has it must let this machine in, and lead port \(network.port) to the camera"),
            confidence: .likely,
            evidence: [EvidenceLine(network.address, trouble.cause)]
                + (network.isServedHere.map { [EvidenceLine("/proc/net/tcp, port \(network.port) of this machine", $0 ? "a program listens" : "nothing listens")] } ?? []),
            effect: "no picture arrives",
            fixes: (isServed
                ? [
                    Fix(
                        "If the server is the one of this machine: use its own address",
                        commands: ["candela doctor \(Words.shell(OwnServer.moved(network, to: "127.0.0.1:\(network.port)")))"], isRunnable: false)
                ] : []) + [
                    Fix(
                        "If the camera or its server is in this network: use its address in it, such as 192.168.1.64. Many routers do not lead connections to their public address back in (NAT loopback, hairpin NAT)"
                    ),
                    Fix(
                        "If it is elsewhere: check that its router forwards port \(network.port) to it, that its public address is still this one, and that no firewall on the way is in between"
                    ),
                ])
    }

    private static func noWay(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ route: NetworkRecord.Route) -> Finding {
        Finding(
            .networkNoAnswer, .fail,
            "\(network.host) is in none of this machine's networks (\(own(route))), and the machine has no router: it has no way to that address",
            evidence: [EvidenceLine(network.address, trouble.cause), EvidenceLine("/proc/net/route", "no way to \(network.host), and no default one")],
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "Give the camera an address in this machine's network, on its own page or by the router (DHCP), and use that; or give this machine a second address in the camera's network",
                    commands: ["ip -4 address"], isRunnable: false),
                compare(network.host),
                Fix("If a router leads to the camera's network, set it as the gateway"),
            ])
    }

    private static func own(_ route: NetworkRecord.Route) -> String { Words.list(Array(route.networks.prefix(4))) }

    private static func compare(_ host: String) -> Fix {
        Fix(
            "Compare the address with those of this machine's networks: the camera may have an address in them, too, or this one is mistyped, or is what the camera calls itself in its own network",
            commands: ["ip route get \(Words.shell(host))", "ip -4 address"], isRunnable: false)
    }
}
