// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import NetworkCameras
internal import OnvifCameras
package import UserSession
internal import VideoStreams

extension NetworkRecord {
    init(_ address: NetworkAddress, _ trouble: NetworkTrouble? = nil) {
        self.init(
            address: address.identity, host: address.host, place: address.place, isEncrypted: address.isEncrypted,
            hasUser: address.hasUser, trouble: trouble.map { Trouble($0) })
    }

    /// Reads from the kernel's tables what this machine itself knows of the way to the host.
    package mutating func lookUpWay(_ files: SystemFiles) {
        neighbour = NeighbourTable.neighbour(host, files)
        route = RouteTable.route(host, files)
        listening = OwnServers.listening(host, port: port, files)
        // A program of this machine that passes a camera's pictures on does so to many.
        if listening == nil { connected = ConnectedPrograms.find(host, port: port, files) }
        if host.hasSuffix(".local") { asksByMulticast = Self.asksByMulticast(files) }
        if listening?.isEmpty == false { lookUpServer(files) }
        if listening == nil, IPv4Address(host)?.isPublic == true { isServedHere = OwnServers.serve(port, files) }
    }
}

extension NetworkRecord {
    /// Finds a program of this machine that reads the same camera, and has its address in its settings in a way that it cannot use.
    package mutating func lookUpReaders(_ files: SystemFiles, ask: @escaping ([String]) -> String?) {
        motion = MotionAddressSigns(network: self, files: files, ask: ask).find()
    }

    /// Notes what the Content-Type of the pictures tells of their server. Source: motion's stream.c, from 4.2 on webu_stream.c.
    package mutating func note(contentType: String) {
        let parts = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
        isOfMotion = parts.first?.lowercased() == "multipart/x-mixed-replace" && parts.contains("boundary=BoundaryString") ? true : nil
    }

    /// Finds out which program of this machine should send the pictures, if the host is this machine.
    package mutating func lookUpServer(_ files: SystemFiles) {
        if video?.isDatagrams == true { lookUpFirewall(files) }
        listening = listening ?? OwnServers.listening(host, port: port, files)
        guard isServedBySelf else { return }
        let found = PortServer.find(port, isProxied: address.contains("/webcam"), files)
        (server, forwarder) = (found.server, found.forwarder)
    }

    /// Whether the host is this machine, and some program listens at the port, as far as that is known.
    var isServedBySelf: Bool { listening.map { !$0.isEmpty } ?? isOnThisMachine }

    /// Source: nsswitch.conf(5); nss-mdns has the words mdns, mdns4, mdns_minimal and so on, nss-resolve(8) asks systemd-resolved.
    private static func asksByMulticast(_ files: SystemFiles) -> Bool? {
        let line = files.text("/etc/nsswitch.conf")?.split(separator: "\n").first { $0.hasPrefix("hosts:") }
        return line.map { $0.split(whereSeparator: \.isWhitespace).contains { $0.hasPrefix("mdns") || $0 == "resolve" } }
    }
}

extension NetworkRecord.Trouble {
    init(_ trouble: NetworkTrouble) {
        self.init(kind: trouble.kind, cause: trouble.cause)
    }
}

extension NetworkRecord.Onvif {
    init(_ stream: OnvifStream) {
        self.init(
            video: stream.video.identity, profile: stream.profile.name, clockOffset: stream.clockOffset,
            otherHost: stream.otherHost)
    }
}

extension NetworkRecord.Video {
    init(_ source: VideoFrameSource) {
        let counts = source.counts
        let seconds = counts.span / .seconds(1)
        self.init(
            codec: source.facts.codecName,
            kilobitsPerSecond: seconds > 0 ? Double(counts.bytes) * 8 / 1000 / seconds : 0,
            keyDistanceMs: counts.keyDistance.map(\.milliseconds), isDatagrams: source.facts.isDatagrams,
            isPasswordReadable: source.facts.isBasic)
    }
}
