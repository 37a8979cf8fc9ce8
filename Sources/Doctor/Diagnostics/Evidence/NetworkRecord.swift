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
