// SPDX-License-Identifier: Apache-2.0

/// Judges the network that a service or container has, whose camera on the network answers us.
enum ServiceNetwork {
    static func find(_ client: CameraClientRecord, _ network: NetworkRecord) -> Finding? {
        loopback(client, network) ?? unreachable(client)
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
    private static func unreachable(_ client: CameraClientRecord) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.stopped == nil,
            let line = client.complaints?.last(where: { $0.contains("Network is unreachable") })
        else { return nil }
        let unit = Words.shell(client.name)
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
                        commands: ["\(client.systemctl) edit \(unit)   # [Unit] Wants=network-online.target  After=network-online.target"],
                        needsRoot: true, isRunnable: false),
            ])
    }
}
