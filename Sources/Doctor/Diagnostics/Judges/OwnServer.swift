// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras
internal import UserSession

/// Judges a refused connection to an address of this machine: the camera's server is one of its own programs.
enum OwnServer {
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ place: Place) -> Finding? {
        guard trouble.kind == .noConnection, let listening = network.listening else { return nil }
        if let inner = listening.first, !network.isOnThisMachine, listening.allSatisfy(NetworkRecord.isInner) { return inward(inner, trouble, network) }
        // Somebody listens, and not at this address; or a firewall of this machine refuses.
        guard listening.isEmpty else { return nil }
        if network.isOnThisMachine, let container = place.container {
            return insideContainer(trouble, network, isDocker: container.kind != .container)
        }
        return silent(trouble, network, place)
    }

    private static func inward(_ address: String, _ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> Finding {
        let place = (address.contains(":") ? "[\(address)]" : address) + ":\(network.port)"
        return Finding(
            .networkNoAnswer, .fail,
            "\(network.host) is this machine, and the program that serves port \(network.port) here listens at \(address) only: it answers this machine at that address, and nobody else",
            evidence: [EvidenceLine(network.address, trouble.cause), EvidenceLine("/proc/net/tcp, listening", place)],
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "Let that program listen at all addresses (0.0.0.0; its settings call it host, address, bind or listen), and start it again. Everybody in the network can see the pictures then, unless it asks for a password",
                    commands: ["sudo ss -tlnp 'sport = :\(network.port)'   # which program it is"], isRunnable: false),
                Fix(
                    "Or, from this machine only, use the address at which it listens",
                    commands: ["candela doctor \(Words.shell(moved(network, to: place)))"], isRunnable: false),
            ])
    }

    private static func silent(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ place: Place) -> Finding {
        Finding(
            .networkNoAnswer, .fail,
            "\(network.host) is this machine, and no program listens at its port \(network.port): the one that should does not run, or has another port",
            evidence: [EvidenceLine(network.address, trouble.cause), unserved(network)],
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "See which programs listen here, and whether the one that serves the camera is among them", commands: ["sudo ss -tlnp"], isRunnable: false),
                Fix(
                    "Start it, or look why it ended: the doctor examines its service, too",
                    commands: ["systemctl list-units --type=service --state=failed", "candela doctor --unit NAME"], isRunnable: false),
                Fix(
                    place.isWSL
                        ? "If the server runs on Windows, give the address that Windows has for WSL: \(network.host) is the Linux machine inside it"
                        : "If the camera is another device, give its own address: \(network.host) is this machine's",
                    commands: place.isWSL ? ["ip route show default   # the address after `via`"] : [], isRunnable: false),
            ])
    }

    private static func insideContainer(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, isDocker: Bool) -> Finding {
        Finding(
            .networkNoAnswer, .fail,
            "nothing listens at port \(network.port) here; in a container with a network of its own, \(network.host) is the container itself, and a server on the machine outside, or in another container, is not reached by that address",
            confidence: .likely, evidence: [EvidenceLine(network.address, trouble.cause), unserved(network)],
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "Name the machine by its address in the network, or another container by its name in the compose file. What serves the stream must then listen at all addresses, and not at 127.0.0.1 only"
                ),
                Fix(
                    "Or let the container share the machine's network, if it does not yet",
                    commands: isDocker ? ["# docker-compose.yml: network_mode: host", "docker run --network host IMAGE"] : [], isRunnable: false),
                Fix("If the server belongs in this container: start it, and see why it ended", commands: ["ps aux"], isRunnable: false),
            ])
    }

    private static func unserved(_ network: NetworkRecord) -> EvidenceLine {
        EvidenceLine("/proc/net/tcp", "nothing listens at port \(network.port)")
    }

    /// The same address at another place, such as `127.0.0.1:554`.
    static func moved(_ network: NetworkRecord, to place: String) -> String {
        let scheme = network.address.hasPrefix("onvif:") ? "onvif:" : network.address.prefix { $0 != ":" } + "://"
        return "\(scheme)\(place)\(pathAndQuery(network))"
    }

    /// What follows the host in the address.
    private static func pathAndQuery(_ network: NetworkRecord) -> Substring {
        guard let scheme = network.address.firstRange(of: "://") else { return "" }
        let rest = network.address[scheme.upperBound...]
        return rest.firstIndex { $0 == "/" || $0 == "?" }.map { rest[$0...] } ?? ""
    }
}
