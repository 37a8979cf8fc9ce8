// SPDX-License-Identifier: Apache-2.0

import Udev

/// Why the cameras of this machine cannot be listed or watched.
package struct DiscoveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ description: String) { self.description = description }

    init(_ error: UdevError) { description = error.description }
}
