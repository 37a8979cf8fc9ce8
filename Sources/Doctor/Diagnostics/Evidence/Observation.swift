// SPDX-License-Identifier: Apache-2.0

/// Something that was to be looked at: what was seen, or why it could not be seen, or neither when nobody got that far.
public struct Observation<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var value: Value?
    /// Why there is no value, as a clause: "/proc cannot be read".
    public var unknown: String?

    private init(value: Value?, unknown: String?) {
        self.value = value
        self.unknown = unknown
    }

    public static func seen(_ value: Value) -> Self { Self(value: value, unknown: nil) }
    public static func unknown(_ reason: String) -> Self { Self(value: nil, unknown: reason) }
    /// Something before it failed, or it was not asked for.
    public static var notReached: Self { Self(value: nil, unknown: nil) }
}
