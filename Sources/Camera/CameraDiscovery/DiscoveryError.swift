// SPDX-License-Identifier: Apache-2.0

import Udev

/// Why the cameras of this machine cannot be listed or watched.
public struct DiscoveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String

    public init(_ description: String) { self.description = description }

    init(_ error: UdevError) { description = error.description }
}
