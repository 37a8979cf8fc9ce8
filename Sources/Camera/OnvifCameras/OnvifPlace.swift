// SPDX-License-Identifier: Apache-2.0

package import NetworkCameras

/// Addresses that a camera gives, kept at the host that was named: a stranger must not lead requests, or a password, elsewhere,
/// and a camera behind a router does not know its own address.
package enum OnvifPlace {
    /// The address of a service, of which only the path is used if its host is another.
    package static func url(of service: String, at address: NetworkAddress) -> String {
        guard let told = NetworkAddress(service), !told.isVideo, !told.isOnvif else { return address.url }
        if same(told.host, address.host), told.isEncrypted == address.isEncrypted {
            return told.host.contains(":") ? base(told, host: address.host) + told.path : told.url
        }
        return base(address) + (told.path.isEmpty ? NetworkAddress.deviceService : told.path)
    }

    /// Whether they are one host: in capital letters or not, and a link-local one with its interface or without, which the camera
    /// does not know.
    static func same(_ one: String, _ other: String) -> Bool {
        func bare(_ host: String) -> String { host.prefix { $0 != "%" }.lowercased() }
        return bare(one) == bare(other)
    }

    /// With the port of one address and another host.
    private static func base(_ told: NetworkAddress, host: String) -> String {
        (told.isEncrypted ? "https://" : "http://") + "[\(host)]" + port(of: told.place)
    }

    private static func base(_ address: NetworkAddress) -> String {
        (address.isEncrypted ? "https://" : "http://") + address.place
    }

    /// The address of a stream or a snapshot, with the host and the user that were named.
    ///
    /// - Returns: the address, and the host that the camera gave if it is another; `nil` if the text is no address.
    package static func media(_ uri: String, at address: NetworkAddress) -> (
        address: NetworkAddress, otherHost: String?
    )? {
        guard let told = NetworkAddress(uri), !told.isOnvif, !told.host.isEmpty else { return nil }
        let scheme =
            told.isVideo ? (told.isEncrypted ? "rtsps://" : "rtsp://") : told.isEncrypted ? "https://" : "http://"
        var user = ""
        // Without a user of ours, one that the camera gives is one that it gives to everybody.
        if let name = address.user ?? told.user {
            user = encoded(name)
            if let password = address.user == nil ? told.password : address.password { user += ":" + encoded(password) }
            user += "@"
        }
        let isOther = !same(told.host, address.host)
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let text = scheme + user + host + port(of: told.place) + told.path
        return NetworkAddress(text).map { ($0, isOther ? told.host : nil) }
    }

    /// `:8554`, or empty.
    private static func port(of place: String) -> String {
        let rest = place.first == "[" ? place.drop { $0 != "]" }.dropFirst() : place.drop { $0 != ":" }
        return rest.first == ":" ? String(rest) : ""
    }

    /// With percent signs for everything but letters, digits and a few marks (RFC 3986, 2.3).
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
