// SPDX-License-Identifier: Apache-2.0

/// Why a GenICam camera cannot be used.
package struct GenICamError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Codable, Hashable, Sendable {
        case libraryMissing
        /// No camera of this name answers.
        case noCamera
        /// It has no format that can be read, or not the one asked for.
        case noMode
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
