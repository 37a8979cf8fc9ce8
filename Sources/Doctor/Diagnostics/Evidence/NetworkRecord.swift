// SPDX-License-Identifier: Apache-2.0

public import NetworkCameras

/// What was seen of a camera on the network.
public struct NetworkRecord: Codable, Hashable, Sendable {
    /// Why it gave no pictures, or no more.
    public struct Trouble: Codable, Hashable, Sendable {
        public var kind: NetworkTrouble.Kind
        public var cause: String

        public init(kind: NetworkTrouble.Kind, cause: String) {
            self.kind = kind
            self.cause = cause
        }
    }

    /// How the camera's video is compressed, if it sends video.
    public struct Video: Codable, Hashable, Sendable {
        /// `H.264`.
        public var codec: String
        public var kilobitsPerSecond: Double
        /// The mean time between two key frames; `nil` if fewer than two came.
        public var keyDistanceMs: Double?
        public var isDatagrams: Bool
        /// The camera asked for the password as it is, on a connection that is not encrypted.
        public var isPasswordReadable: Bool

        public init(
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
    public struct Onvif: Codable, Hashable, Sendable {
        /// Of its video, without user and password.
        public var video: String
        /// The profile's name.
        public var profile: String
        /// How far its clock is ahead of this machine's, in seconds; `nil` if it does not tell.
        public var clockOffset: Int?
        /// The host of the address that it gave, if that is another than the one that was asked.
        public var otherHost: String?

        public init(video: String, profile: String, clockOffset: Int? = nil, otherHost: String? = nil) {
            self.video = video
            self.profile = profile
            self.clockOffset = clockOffset
            self.otherHost = otherHost
        }
    }

    /// The address without user and password.
    public var address: String
    /// Without brackets.
    public var host: String
    /// The host, with the port if the address has one.
    public var place: String
    public var isEncrypted: Bool
    /// Whether the address names a user.
    public var hasUser: Bool
    public var trouble: Trouble?
    /// Whether `place` has a port. The colons of an IPv6 address are in brackets.
    var hasPort: Bool { (place.lastIndex(of: "]").map { place[$0...] } ?? place[...]).contains(":") }
    public var video: Video?
    public var onvif: Onvif?

    public init(
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
