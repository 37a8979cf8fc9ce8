// SPDX-License-Identifier: Apache-2.0

/// Why a program cannot take the address of a camera apart. Its words are not kept, as they can hold parts of a password.
package enum MisreadAddress: String, Codable, Hashable, Sendable {
    /// The user or password has a sign that may not stand there as it is.
    case user
    /// What stands between the host's colon and the next slash is no number.
    case port

    var words: String {
        switch self {
        case .user: "parse ADDRESS: net/url: invalid userinfo"
        case .port: "parse ADDRESS: invalid port … after host"
        }
    }
}
