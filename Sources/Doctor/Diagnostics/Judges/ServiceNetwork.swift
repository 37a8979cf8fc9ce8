// SPDX-License-Identifier: Apache-2.0

/// Judges the network that a service or container has, whose camera on the network answers us.
enum ServiceNetwork {
    static func find(_ client: CameraClientRecord, _ network: NetworkRecord, _ place: Place) -> Finding? {
        loopback(client, network) ?? unforwarded(client, network, place) ?? unreachable(client, place) ?? refused(client, network)
    }

    /// What a container behind a bridge sends to others, the machine passes on only if its kernel is told to.
    private static func unforwarded(_ client: CameraClientRecord, _ network: NetworkRecord, _ place: Place) -> Finding? {
        guard client.kind == .container, client.stopped == nil, let bridge = client.setup?.closedBridge, bridge.hides(network.host) == true else {
            return nil
        }
        return Finding(
            .accessOwnNetwork, .fail,
            "\(client.title) has a network of its own behind the bridge \(bridge.device), and this machine forwards nothing from there (\(bridge.setting) is 0): the camera at \(network.place) answers this machine, and the container has no way to it",
            confidence: .likely,
            evidence: [
                EvidenceLine("/proc/sys/\(bridge.setting.replacing(".", with: "/"))", "0"),
                EvidenceLine("/proc/\(client.processID.map(String.init) ?? "PID")/net/route, default way", "over \(bridge.gateway), this machine's address on \(bridge.device)"),
            ],
            effect: "the program in it gets no pictures; the camera and its stream are not at fault",
            fixes: [
                place.kernelSetting(
                    "Let this machine forward what containers send. \(client.containerEngine == "docker" ? "Docker switches that on when it starts, and " : "")a setting of the system that is applied later (/etc/sysctl.conf, /etc/sysctl.d, a restart of the network) can have switched it off: remove that",
                    bridge.setting, "1", file: "99-container-forwarding.conf"),
                Fix(
                    "Or let the container share this machine's network",
                    commands: ["# docker-compose.yml: network_mode: host", "\(client.containerEngine) run --network host IMAGE"], isRunnable: false),
            ])
    }

    /// The machine's own address means the container itself in a container with a network of its own.
    private static func loopback(_ client: CameraClientRecord, _ network: NetworkRecord) -> Finding? {
        guard client.kind == .container, client.stopped == nil, let setup = client.setup, setup.hasOwnNetwork == true,
            network.isOnThisMachine,
            // Its own server, at a port that it publishes.
            setup.publishedPorts?.contains(network.port) != true
        else { return nil }
        let engine = client.containerEngine
        return Finding(
            .accessOwnNetwork, .fail,
            "\(client.title) has a network of its own, in which \(network.place) is the container itself, and not this machine: if its settings name that address, it does not reach what answers us there (\"Connection refused\")",
            confidence: .likely,
            evidence: [
                EvidenceLine("address of the camera", network.place),
                EvidenceLine("\(engine) inspect \(client.name), NetworkMode", "not host"),
            ], effect: "the program in it gets no pictures; the stream is not at fault",
            fixes: [
                Fix(
                    "Name this machine by another address in the program's settings: its address in the network, or host.docker.internal, which needs a line in the compose file. What serves the stream must then listen at all addresses, and not at 127.0.0.1 only",
                    commands: ["# docker-compose.yml: extra_hosts: [\"host.docker.internal:host-gateway\"]"], isRunnable: false),
                Fix(
                    "Or let the container share this machine's network",
                    commands: ["# docker-compose.yml: network_mode: host", "\(engine) run --network host IMAGE"], isRunnable: false),
            ])
    }

    /// It asked before the machine had an address, and does not ask again.
    private static func unreachable(_ client: CameraClientRecord, _ place: Place) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.stopped == nil,
            let line = client.complaints?.last(where: { $0.contains("Network is unreachable") })
        else { return nil }
        return Finding(
            .accessTooEarly, .warn,
            "\(client.title) looked for its cameras while the network was not up (\"Network is unreachable\"), as at the start of the machine: network.target, which units wait for, is reached before it has an address",
            confidence: .likely, evidence: [EvidenceLine(client.journalctl, line)],
            effect: "it may get no pictures until it is started again; now the camera answers",
            fixes: [
                client.again("Start it again"),
                client.kind == .userUnit
                    ? Fix("So that it waits at the next start of the machine: let it begin with a script that tries the camera's address until it answers")
                    : Fix(
                        "So that it waits at the next start of the machine",
                        commands: place.editUnit(
                            client.name, ["[Unit]", "Wants=network-online.target", "After=network-online.target"]),
                        needsRoot: true, isRunnable: false),
            ])
    }

    /// What it writes of the very camera that answers us: its settings or its own way there are at fault.
    private static func refused(_ client: CameraClientRecord, _ network: NetworkRecord) -> Finding? {
        guard client.stopped == nil, let (line, answer) = (client.complaints ?? []).reversed().lazy.compactMap({ line in
            Answer(line, network.host).map { (line, $0) }
        }).first
        else { return nil }
        let isContainer = client.kind == .container
        return Finding(
            // The camera may have been off then.
            answer.id(isContainer), answer == .noWay && client.processID != nil ? .warn : .fail,
            "\(client.title) does not get the pictures of \(network.place), which answers us: \(answer.words(isContainer))",
            confidence: .likely, evidence: [EvidenceLine(client.ownLog, line)],
            effect: "the program in it gets no pictures; the camera and its stream are not at fault",
            fixes: answer.fixes(client, network))
    }

    private enum Answer {
        case password, forbidden, path, noWay

        init?(_ line: String, _ host: String) {
            guard Self.names(host, in: line) else { return nil }
            let small = line.lowercased()
            func has(_ words: String...) -> Bool { words.contains(where: small.contains) }
            if has("401 unauthorized", "unauthorized (401)", "error 401", "status 401", "authorization failed") {
                self = .password
            } else if has("403 forbidden") {
                self = .forbidden
            } else if has("404 not found") {
                self = .path
            } else if has("no route to host", "connection timed out", "network is unreachable", "host is unreachable") {
                self = .noWay
            } else {
                return nil
            }
        }

        /// Whether a line names this host, and not one whose address only begins or ends so.
        private static func names(_ host: String, in line: String) -> Bool {
            func isOfName(_ character: Character?) -> Bool {
                guard let character else { return false }
                return character.isLetter || character.isNumber || character == "-" || character == "."
            }
            return line.ranges(of: host).contains { range in
                !isOfName(line[..<range.lowerBound].last) && !isOfName(line[range.upperBound...].first)
            }
        }

        func id(_ isContainer: Bool) -> FindingID {
            switch self {
            case .password, .forbidden: .networkUnauthorized
            case .path: .networkNoStream
            case .noWay: isContainer ? .accessOwnNetwork : .networkNoAnswer
            }
        }

        func words(_ isContainer: Bool) -> String {
            switch self {
            case .password: "the camera does not accept the user and password that stand in its settings (401)"
            case .forbidden: "the camera refuses the user that stands in its settings (403)"
            case .path: "the camera has nothing at the address that stands in its settings (404)"
            case .noWay where isContainer: "there is no way to the camera from the network that the container has"
            case .noWay: "there was no way to the camera when it asked last"
            }
        }

        func fixes(_ client: CameraClientRecord, _ network: NetworkRecord) -> [Fix] {
            let again = client.again("Then start it again")
            switch self {
            case .password, .forbidden:
                return [
                    Fix(
                        "Write the user and password that work here into its settings; in an address, @ / ? # and % of a password must be written as %40 %2F %3F %23 %25"
                    ), again,
                ]
            case .path: return [Fix("Write the address that works here into its settings: \(network.address)"), again]
            case .noWay where client.kind == .container:
                return [
                    Fix(
                        "Let the container share this machine's network, which has a way",
                        commands: [
                            "# docker-compose.yml: network_mode: host", "\(client.containerEngine) run --network host IMAGE",
                        ], isRunnable: false),
                    Fix(
                        "Or look whether this machine's firewall rejects what comes from the containers' network (firewalld: its bridge belongs into the zone trusted or docker)",
                        commands: ["sudo firewall-cmd --get-active-zones", "sudo iptables -S FORWARD"], needsRoot: true, isRunnable: false),
                ]
            case .noWay: return [again]
            }
        }
    }
}
