// SPDX-License-Identifier: Apache-2.0

/// The options of `candela studio`.
package struct StudioSettings: Hashable, Sendable {
    /// The camera's name as the user typed it; `nil` for the best camera.
    package var camera: String?
    package var format: String?
    package var size: String?
    package var framesPerSecond: String?
    /// A list as `--symbology` takes it; `nil` for the default.
    package var symbology: String?
    package var effort: String?
    package var session: String?
    package var catalogue: String?
    package var keepsHistory = true
    package var isInProcess = false
    /// As `--light`; `nil` for the default.
    package var light: String?
    package var opensBrowser = false
    /// 0 for any free port.
    package var port = 8347
    /// The address to listen on, without a port; `nil` for the loopback address only, which needs no token.
    package var listen: String?
    package var tokenFile: String?
    package var isTLS = false
    package var certificate: String?
    package var key: String?
    /// In the form of `AllowedHost`.
    package var allowedHosts: [String] = []
    package var version: String

    package init(version: String) { self.version = version }
}
