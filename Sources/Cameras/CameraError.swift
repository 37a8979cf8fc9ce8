// SPDX-License-Identifier: Apache-2.0

/// Why a camera could not be opened: a whole sentence.
public struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = description }
}
