// SPDX-License-Identifier: Apache-2.0

/// Finds what programs in Go (go2rtc, MediaMTX, Frigate and Home Assistant with it) wrote of an address that they cannot take apart.
///
/// Source: Go, net/url, parseAuthority and parseHost.
enum MisreadAddressSigns {
    /// - Parameter lines: what it wrote since it was started last, oldest first.
    static func find(in lines: [String]) -> MisreadAddress? {
        for line in lines.reversed() where line.contains("parse ") && line.contains("://") {
            if line.contains("net/url: invalid userinfo") { return .user }
            if line.contains("invalid port ") && line.contains(" after host") { return .port }
        }
        return nil
    }
}
