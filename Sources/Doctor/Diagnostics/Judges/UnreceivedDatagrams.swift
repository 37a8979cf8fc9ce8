// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import NetworkCameras

/// Video over RTSP that the camera sends as single datagrams (UDP), none of which arrive: the session itself runs over a connection (TCP),
/// which firewalls let through, and so it starts.
enum UnreceivedDatagrams {
    /// The stream has started, and is of datagrams.
    static func find(_ snapshot: Snapshot, _ network: NetworkRecord) -> Finding? {
        guard let stream = snapshot.stream.value, let ending = stream.ending, ending.kind == .noFrame, stream.firstFrameMs == nil,
            stream.captured == 0, let video = network.video, video.isDatagrams, video.kilobitsPerSecond < 1, !network.isServedBySelf
        else { return nil }
        let drop = snapshot.host.value.flatMap { lastDrop(from: network.host, KernelLogFacts($0)) }
        return finding(
            network, drop, Place(snapshot), "\(network.address) starts streaming, but no frame arrives",
            [EvidenceLine("stream", ending.message), EvidenceLine("RTSP SETUP", "by datagrams (UDP)")])
    }

    /// Nothing came before the end of our patience, and this machine's firewall says that it drops datagrams of the camera: several to one
    /// port, since a camera sends single ones for many reasons. Whether they are its video is not known.
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ host: HostRecord?, _ place: Place) -> Finding? {
        guard trouble.kind == .noAnswer, trouble.isSilent || trouble.hasAccepted, network.address.hasPrefix("rtsp"), !network.isServedBySelf,
            let host
        else { return nil }
        let log = KernelLogFacts(host)
        guard let drop = lastDrop(from: network.host, log, where: { $0.isToOne && $0.isOneOfMany(in: log.lines) }) else { return nil }
        return finding(
            network, drop, place, "\(network.place) sends no picture that arrives", [EvidenceLine(network.address, trouble.cause)],
            isKnown: false)
    }

    /// The last line in which the firewall says that it has dropped a datagram of the camera; of a camera that is known by its name only, one of
    /// several datagrams from the same sender in this network.
    private static func lastDrop(
        from host: String, _ log: KernelLogFacts, where isMeant: (DroppedVideo) -> Bool = { _ in true }
    ) -> String? {
        let isAddress = IPv4Address(host) != nil || host.contains(":")
        return log.lines.last { line in
            let dropped = DroppedVideo(line)
            guard KernelLogFacts.isFirewallDrop(line), dropped.isDatagram, isMeant(dropped) else { return false }
            guard isAddress else { return dropped.isOfCamera(in: log.lines) }
            return KernelLog.packetField("SRC", of: line).map { isSame($0, host) } ?? false
        }
    }

    /// Whether both are one address: the kernel writes those of IPv6 with all their zeros, and without the interface.
    private static func isSame(_ sender: String, _ host: String) -> Bool {
        if sender == host { return true }
        guard let bytes = OwnServers.bytes(String(host.prefix { $0 != "%" })) else { return false }
        return OwnServers.bytes(sender) == bytes
    }

    /// - Parameter isKnown: whether the video has started, and is of datagrams.
    private static func finding(
        _ network: NetworkRecord, _ drop: String?, _ place: Place, _ what: String, _ evidence: [EvidenceLine],
        isKnown: Bool = true
    ) -> Finding {
        let firewall = network.firewall
        let cause =
            drop != nil
            ? "the firewall of this machine drops them"
            : firewall.map { "a firewall drops them, such as that of this machine (\($0)), which lets nothing in without a rule, or the camera sends them elsewhere" }
                ?? (place.isGuest
                    ? "they do not get into this container's own network, or a firewall drops them"
                    : "a firewall of this machine or on the way drops them, or the camera sends them elsewhere")
        let signs =
            (drop.map { [EvidenceLine("kernel log", $0)] } ?? [])
            + (firewall.map { [EvidenceLine("firewall of this machine", "\($0) lets nothing in without a rule")] } ?? [])
        let letting = place.isGuest ? [onHost] : [letIn(network, drop)]
        return Finding(
            .streamNone, .fail,
            isKnown
                ? "\(what): the camera's video comes as single datagrams (UDP), and none of them arrive: \(cause)"
                : "\(what): the firewall of this machine drops datagrams (UDP) that the camera sends to it, which can be its video",
            confidence: isKnown ? .likely : .possible, evidence: evidence + signs,
            effect: isKnown ? "the camera accepts the request over its connection (TCP), and its pictures do not arrive" : "there are no pictures",
            fixes: (drop == nil && firewall == nil ? [overConnection, others] + letting : letting + [overConnection, others]) + [
                Fix("Then see whether the pictures come over the connection", commands: ["ffprobe -rtsp_transport tcp \(Words.shell(network.address))"], isRunnable: false)
            ])
    }

    /// candela asks for the connection first: see `OtherPrograms`.
    private static let overConnection = Fix(
        "Let the camera send over the connection (RTSP over TCP, \"interleaved\"), on its own page: candela asks for that first, and takes datagrams only where the camera refuses it"
    )

    private static let others = Fix(
        "Let other programs ask for TCP: -rtsp_transport tcp before -i in ffmpeg (Home Assistant's platform ffmpeg: in the line input), rtsp_transport: tcp in the options of Home Assistant's generic camera, --rtsp-tcp in VLC, protocols=tcp for GStreamer's rtspsrc"
    )

    private static let onHost = Fix(
        "Give the container the network of its host, which the camera's datagrams reach", commands: ["docker run --network host IMAGE"], isRunnable: false)

    /// The ports are others each time, so that only a rule for all of them helps.
    private static func letIn(_ network: NetworkRecord, _ drop: String?) -> Fix {
        let sender = drop.flatMap { KernelLog.packetField("SRC", of: $0) } ?? network.host
        let isKnown = IPv4Address(sender) != nil || sender.contains(":") && sender.allSatisfy { $0.isHexDigit || $0 == ":" }
        let address = isKnown ? sender : "ADDRESS"
        let title = "Let the camera's datagrams in through the firewall of this machine: their ports are others each time"
            + (isKnown ? "" : " (write the camera's address in place of ADDRESS)")
        let isUFW = drop?.contains("UFW") == true || network.firewall == "ufw"
        if isUFW {
            return Fix(
                title, commands: ["sudo ufw allow proto udp from \(address)"], needsRoot: true, undo: ["sudo ufw delete allow proto udp from \(address)"],
                isRunnable: false)
        }
        // What firewalld calls its chains, by which its lines begin. See: firewalld.conf(5), LogDenied.
        if drop.map({ line in ["filter_IN_", "FINAL_REJECT"].contains(where: line.contains) }) == true {
            let rule = "rule family=\(address.contains(":") ? "ipv6" : "ipv4") source address=\(address) protocol value=udp accept"
            return Fix(
                title, commands: ["sudo firewall-cmd --add-rich-rule='\(rule)'"], needsRoot: true,
                undo: ["sudo firewall-cmd --remove-rich-rule='\(rule)'"], isRunnable: false)
        }
        return Fix(
            "Look whether the firewall of this machine, or one on the way (router, VLAN), drops UDP from the camera, and let it in",
            commands: ["sudo nft list ruleset || sudo iptables -S"], needsRoot: true, isRunnable: false)
    }
}
