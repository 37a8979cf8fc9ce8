// SPDX-License-Identifier: Apache-2.0

/// Why a light could not be found, read or switched.
package struct TorchError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// There is no torch, none of that name, or several without a choice.
        case noTorch
        case notPermitted
        /// Another program uses it exclusively.
        case busy
        /// The light is gone.
        case gone
        /// It does not support the request.
        case unsupported
        case failed
    }
    package var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
