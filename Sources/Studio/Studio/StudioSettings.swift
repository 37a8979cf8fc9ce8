// SPDX-License-Identifier: Apache-2.0

/// What `candela studio` was asked.
package struct StudioSettings: Hashable, Sendable {
    /// As the user named it; `nil` for the best there is.
    package var camera: String?
    package var format: String?
    package var size: String?
    package var framesPerSecond: String?
    /// A list as `--symbology` takes it; `nil` for the usual ones.
    package var symbology: String?
    package var effort: String?
    package var session: String?
    package var catalogue: String?
    package var keepsHistory = true
    package var isInProcess = false
    package var opensBrowser = false
    /// 0 for any that is free.
    package var port = 8347
    /// The address to listen on, without a port; `nil` for this machine alone, and then no token is needed.
    package var listen: String?
    package var tokenFile: String?
    package var isTLS = false
    package var certificate: String?
    package var key: String?
    /// As `AllowedHost` gives them.
    package var allowedHosts: [String] = []
    package var version: String

    package init(version: String) { self.version = version }
}
