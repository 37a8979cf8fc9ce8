// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import NetworkCameras

/// Judges a name that ends in `.local`: it is asked for in the local network (mDNS), which programs do only where the C library is set
/// up for it.
enum MulticastName {
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ place: Place) -> Finding? {
        guard trouble.kind == .unknownHost, network.asksByMulticast == false else { return nil }
        let install = place.install(
            "Install what asks the local network for such names",
            [
                .apt: "libnss-mdns avahi-daemon", .dnf: "nss-mdns avahi", .rpmOSTree: "nss-mdns", .pacman: "nss-mdns avahi",
                .zypper: "nss-mdns avahi",
            ])
        return Finding(
            .networkNoHost, .fail,
            "no host has the name \(network.host) here: names in .local are asked for in the local network (mDNS), and this machine is not set up for that",
            confidence: .likely,
            evidence: [
                EvidenceLine(network.address, trouble.cause),
                EvidenceLine("/etc/nsswitch.conf, hosts", "neither mdns4_minimal nor resolve", threshold: "one of them for .local"),
            ], effect: "no picture arrives",
            fixes: [
                install,
                install == nil
                    ? nil
                    : Fix(
                        "If it is installed and the name is still not known: the word mdns4_minimal belongs before dns in the line hosts of /etc/nsswitch.conf"
                    ),
                Fix("Or use the camera's IP address, which your router's page lists"),
                Fix(
                    "If others find the name: see who answers to it", commands: ["avahi-resolve -4 -n \(Words.shell(network.host))"],
                    isRunnable: false),
            ].compactMap(\.self))
    }
}
