// SPDX-License-Identifier: Apache-2.0

/// What was seen of a camera on the network.
public struct NetworkRecord: Codable, Hashable, Sendable {
    /// Why it gave no pictures, or no more.
    public struct Trouble: Codable, Hashable, Sendable {
        /// A `NetworkTrouble.Kind`.
        public var kind: String
        public var cause: String
        public var advice: String

        public init(kind: String, cause: String, advice: String) {
            self.kind = kind
            self.cause = cause
            self.advice = advice
        }
    }

    /// The address without user and password.
    public var address: String
    /// The host, with the port if the address has one.
    public var place: String
    public var isEncrypted: Bool
    /// Whether the address names a user.
    public var hasUser: Bool
    public var trouble: Trouble?

    public init(address: String, place: String, isEncrypted: Bool, hasUser: Bool, trouble: Trouble? = nil) {
        self.address = address
        self.place = place
        self.isEncrypted = isEncrypted
        self.hasUser = hasUser
        self.trouble = trouble
    }
}
