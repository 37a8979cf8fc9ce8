// SPDX-License-Identifier: Apache-2.0

/// An observed value, or why it could not be observed, or neither if the examination ended before.
package struct Observation<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    package var value: Value?
    /// The reason for a missing value, as a clause: "/proc cannot be read".
    package var unknown: String?

    private init(value: Value?, unknown: String?) {
        self.value = value
        self.unknown = unknown
    }

    package static func seen(_ value: Value) -> Self { Self(value: value, unknown: nil) }
    package static func unknown(_ reason: String) -> Self { Self(value: nil, unknown: reason) }
    /// An earlier step failed, or it was not requested.
    package static var notReached: Self { Self(value: nil, unknown: nil) }
}
