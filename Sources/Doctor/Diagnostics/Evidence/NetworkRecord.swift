// SPDX-License-Identifier: Apache-2.0

package import NetworkCameras

/// What was seen of a camera on the network.
package struct NetworkRecord: Codable, Hashable, Sendable {
    /// Why it gave no pictures, or no more.
    package struct Trouble: Codable, Hashable, Sendable {
        package var kind: NetworkTrouble.Kind
        package var cause: String
        /// Whether nobody has the address, or somebody on the way says so: EHOSTUNREACH.
        var isUnreachable: Bool { cause.contains("No route to host") }
        /// Whether no name server answered: EAI_AGAIN.
        var isNameServerSilent: Bool { kind == .unknownHost && cause.contains("Temporary failure in name resolution") }
        /// Whether this machine has no way at all to such an address: ENETUNREACH.
        var hasNoWay: Bool { cause.contains("Network is unreachable") }
        /// Whether nothing at all came back: ETIMEDOUT, or the end of our own patience while it was connected.
        var isSilent: Bool { kind == .noAnswer && cause.contains("did not answer within") || kind == .noConnection && cause.contains("timed out") }
        /// Whether it has accepted the request, or has sent something, and no picture came: in the words of `NetworkTrouble.pictureless` and
        /// `NetworkFrameSource`.
        var hasAccepted: Bool { kind == .noAnswer && (cause.contains("sent no picture within") || cause.hasPrefix("no whole picture came")) }

        package init(kind: NetworkTrouble.Kind, cause: String) {
            self.kind = kind
            self.cause = cause
        }
    }

    /// How the camera's video is compressed, if it sends video.
    package struct Video: Codable, Hashable, Sendable {
        /// `H.264`.
        package var codec: String
        package var kilobitsPerSecond: Double
        /// The mean time between two key frames; `nil` if fewer than two came.
        package var keyDistanceMs: Double?
        package var isDatagrams: Bool
        /// The camera asked for the password as it is, on a connection that is not encrypted.
        package var isPasswordReadable: Bool

        package init(
            codec: String, kilobitsPerSecond: Double, keyDistanceMs: Double?, isDatagrams: Bool,
            isPasswordReadable: Bool
        ) {
            self.codec = codec
            self.kilobitsPerSecond = kilobitsPerSecond
            self.keyDistanceMs = keyDistanceMs
            self.isDatagrams = isDatagrams
            self.isPasswordReadable = isPasswordReadable
        }
    }

    /// What the camera told when it was asked over ONVIF.
    package struct Onvif: Codable, Hashable, Sendable {
        /// Of its video, without user and password.
        package var video: String
        /// The profile's name.
        package var profile: String
        /// How far its clock is ahead of this machine's, in seconds; `nil` if it does not tell.
        package var clockOffset: Int?
        /// The host of the address that it gave, if that is another than the one that was asked.
        package var otherHost: String?

        package init(video: String, profile: String, clockOffset: Int? = nil, otherHost: String? = nil) {
            self.video = video
            self.profile = profile
            self.clockOffset = clockOffset
            self.otherHost = otherHost
        }
    }

    /// Whether a machine with the host's address is in a network of this machine, by the kernel's table of neighbours.
    package struct Neighbour: Codable, Hashable, Sendable {
        /// The network device through which it was asked for: `eth0`.
        package var device: String
        package var answers: Bool
        /// Whether that device is a bridge of this machine, as those of containers are, and no cable or radio.
        package var isVirtual: Bool
    }

    /// The way to the host's network, by the kernel's table of routes.
    package struct Route: Codable, Hashable, Sendable {
        /// The network device: `eth0`; `nil` if there is no way.
        package var device: String?
        /// The router over which it goes; `nil` if the host is in a network of this machine.
        package var gateway: String?
        /// Whether it is only the way for everything that is not known better.
        package var isDefault: Bool
        /// This machine's own networks: `192.168.1.0/24`.
        package var networks: [String]
        /// Whether a tunnel of a VPN is up: such have rules beside this table.
        package var hasTunnel: Bool
    }

    /// The address without user and password.
    package var address: String
    /// Without brackets.
    package var host: String
    /// The host, with the port if the address has one.
    package var place: String
    /// Whether that is an address of this machine that others do not reach.
    var isOnThisMachine: Bool { Self.isInner(host) }
    /// Whether a machine reaches only itself by that address.
    static func isInner(_ address: String) -> Bool { address == "localhost" || address == "::1" || address.hasPrefix("127.") }
    /// The port that the address names, or that of its kind.
    package var port: Int {
        let named = hasPort ? place.split(separator: ":").last.flatMap { Int($0) } : nil
        return named ?? (address.hasPrefix("rtsps") ? 322 : address.hasPrefix("rtsp") ? 554 : isEncrypted ? 443 : 80)
    }
    package var isEncrypted: Bool
    /// Whether the address names a user.
    package var hasUser: Bool
    package var trouble: Trouble?
    /// Whether `place` has a port. The colons of an IPv6 address are in brackets.
    var hasPort: Bool { (place.lastIndex(of: "]").map { place[$0...] } ?? place[...]).contains(":") }
    package var video: Video?
    package var onvif: Onvif?
    /// What this machine's own network says of the host, if it gave no pictures; absent in older evidence, and if that does not know.
    package var neighbour: Neighbour?
    /// How this machine reaches the host's network, if it gave no pictures; absent in older evidence, and for names.
    package var route: Route?
    /// The addresses at which programs of this machine listen at that port, without brackets (`127.0.0.1`, `0.0.0.0` for all), if the host
    /// is this machine and gave no pictures; absent in older evidence.
    package var listening: [String]?
    /// Whether a program of this machine listens at that port, if the host has a public address and gave no pictures: it may be the very
    /// server that is known by that address outside; absent in older evidence, and for other addresses.
    package var isServedHere: Bool?
    /// The program that serves the pictures, if the host is this machine and gave none; absent in older evidence, and if nothing tells.
    package var server: Server?
    /// The program that listens at that port, the kernel's `comm`, raw, if the host is this machine and it only passes on what another
    /// program serves, in a container or elsewhere; absent in older evidence.
    package var forwarder: String?
    /// Whether the C library asks the local network for names in `.local`, if that is one and gave no pictures; absent in older evidence.
    package var asksByMulticast: Bool?
    /// The firewall of this machine (`ufw`) whose rules let no datagrams of a video in, if such a video gave no picture; absent in older
    /// evidence, without one, and if its rules cannot be read.
    package var firewall: String?
    /// Programs of this machine that are connected to that port of the camera, `zmc (process 1840)`, if it gave no pictures; absent in older
    /// evidence, without any, and for names.
    package var connected: [String]?
    /// Whether the pictures come as those that motion serves, by their boundary; absent in older evidence, and unless they do.
    package var isOfMotion: Bool?
    /// How a motion of this machine has this address in its settings, if it cannot use it so; absent in older evidence, and otherwise.
    package var motion: MotionAddress?

    package init(
        address: String, host: String, place: String, isEncrypted: Bool, hasUser: Bool, trouble: Trouble? = nil
    ) {
        self.address = address
        self.host = host
        self.place = place
        self.isEncrypted = isEncrypted
        self.hasUser = hasUser
        self.trouble = trouble
    }
}
