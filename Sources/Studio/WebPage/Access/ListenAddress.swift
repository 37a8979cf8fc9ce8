// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output

/// The address to listen on, as `--listen` takes it: `192.168.1.5`, `0.0.0.0:8080`, `[::1]:0`.
///
/// Numeric only: a name may have several addresses, and the user would not know which of them are exposed.
package struct ListenAddress: Hashable, Sendable {
    /// As the system writes it, without brackets.
    package let host: String
    /// `nil` if none was given.
    package let port: Int?
    package let isIPv6: Bool

    /// `nil` if the text is not an address.
    package init?(_ text: String) {
        var name = text[...]
        var port: Substring?
        let isIPv6 = text.hasPrefix("[")
        if isIPv6 {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            name = text[text.index(after: text.startIndex)..<end]
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":") {
            name = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port {
            // UInt16 also accepts a sign.
            guard let number = UInt16(port), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self.port = Int(number)
        } else {
            self.port = nil
        }
        guard let host = Self.written(String(name), isIPv6 ? AF_INET6 : AF_INET) else { return nil }
        self.host = host
        self.isIPv6 = isIPv6
    }

    /// The address as the system writes it, if it is of that family.
    private static func written(_ text: String, _ family: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(family, text, &bytes) == 1 else { return nil }
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(family, bytes, &name, socklen_t(name.count)) != nil else { return nil }
        return CText.string(name)
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool { isIPv6 ? host == "::1" : host.hasPrefix("127.") }
    /// Whether it means all addresses of the machine.
    package var isEvery: Bool { host == "0.0.0.0" || host == "::" }
}

/// A name by which browsers may reach the studio, as `--allow-host` takes it: a name or an address, with a port if it
/// differs from the studio's.
package enum AllowedHost {
    /// In lower case, an IPv6 address in brackets; `nil` if invalid.
    package static func parse(_ text: String) -> String? {
        if let address = ListenAddress(text) {
            let host = address.isIPv6 ? "[\(address.host)]" : address.host
            return address.port == 0 ? nil : address.port.map { "\(host):\($0)" } ?? host
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, (1...253).contains(name.utf8.count),
            name.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x2d || byte == 0x2e || byte == 0x5f
            }), !name.hasPrefix("."), !name.hasPrefix("-")
        else { return nil }
        // The last label must not end in a digit, or it would be an invalid address.
        guard name.last?.isNumber == false else { return nil }
        if parts.count == 2 {
            guard let port = UInt16(parts[1]), port > 0, !parts[1].hasPrefix("+") else { return nil }
        }
        return text.lowercased()
    }
}
