// SPDX-License-Identifier: Apache-2.0

internal import Terminal

/// What reaches a camera besides its address.
package struct NetworkAccess: Hashable, Sendable {
    /// For an address that names a user but no password.
    package var password: String?
    /// A file of PEM certificates to trust instead of the system's; it may be the camera's own certificate.
    package var authorities: String?

    package init(password: String? = nil, authorities: String? = nil) {
        self.password = password
        self.authorities = authorities
    }

    package static let passwordVariable = "CANDELA_CAMERA_PASSWORD"
    package static let authoritiesVariable = "CANDELA_CAMERA_CA"

    /// From `CANDELA_CAMERA_PASSWORD` and `CANDELA_CAMERA_CA`. Other users see command lines, but not the environment.
    package static var fromEnvironment: Self {
        func value(_ name: String) -> String? { Console.variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        return Self(password: value(passwordVariable), authorities: value(authoritiesVariable))
    }
}
