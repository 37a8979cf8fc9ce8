// SPDX-License-Identifier: Apache-2.0

/// Why a light could not be found, read or switched.
public struct TorchError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// There is none, or none of that name, or several without a word which.
        case noTorch
        case notPermitted
        /// Another program keeps it to itself.
        case busy
        /// The light has gone.
        case gone
        /// It cannot do what was asked.
        case unsupported
        case failed
    }
    public var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
