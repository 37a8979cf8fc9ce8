// SPDX-License-Identifier: Apache-2.0

internal import Output

/// A broker and a topic: `mqtt://[user@]host[:port]/topic`, or `mqtts://` for an encrypted connection.
package struct BrokerAddress: Hashable, Sendable {
    package var isEncrypted: Bool
    package var user: String?
    /// A name, an IPv4 address, or an IPv6 address without brackets.
    package var host: String
    package var port: Int
    package var topic: String

    /// Why a text is not such an address.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    package init(_ text: String) throws(Malformed) {
        guard let colon = text.firstRange(of: "://") else { throw Self.malformed("it does not begin with mqtt://") }
        switch text[..<colon.lowerBound].lowercased() {
        case "mqtt": isEncrypted = false
        case "mqtts": isEncrypted = true
        default: throw Self.malformed("it does not begin with mqtt:// or mqtts://")
        }
        let rest = text[colon.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { throw Self.malformed("it has no topic") }
        topic = try Self.decoded(rest[rest.index(after: slash)...])
        try Self.check(topic: topic)
        var server = rest[..<slash]
        if let at = server.lastIndex(of: "@") {
            guard !server[..<at].contains(":") else {
                throw Self.malformed(
                    "it contains a password, which all users of this machine could see; pass it by environment or file"
                )
            }
            user = try Self.decoded(server[..<at])
            guard user?.isEmpty == false else { throw Self.malformed("the user name is empty") }
            server = server[server.index(after: at)...]
        }
        port = isEncrypted ? 8883 : 1883
        var portText: Substring?
        if server.hasPrefix("[") {
            guard let end = server.firstIndex(of: "]") else { throw Self.malformed("a ] is missing") }
            host = String(server[server.index(after: server.startIndex)..<end])
            let behind = server[server.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw Self.malformed("there is text after the ]") }
            portText = behind.isEmpty ? nil : behind.dropFirst()
        } else if let colon = server.firstIndex(of: ":") {
            host = String(server[..<colon])
            portText = server[server.index(after: colon)...]
        } else {
            host = String(server)
        }
        guard !host.isEmpty, !host.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
            throw Self.malformed("it has no host name")
        }
        if let portText {
            guard let number = Int(portText), (1...65535).contains(number), portText.utf8.allSatisfy({ $0 >= 0x30 })
            else { throw Self.malformed("its port is not a number from 1 to 65535") }
            port = number
        }
    }

    /// The topic that shows whether this publisher is online.
    package var statusTopic: String { topic + "/status" }

    /// The address in its canonical spelling.
    package var description: String {
        let scheme = isEncrypted ? "mqtts" : "mqtt"
        let server = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(user.map { "\($0)@" } ?? "")\(server):\(port)/\(topic)"
    }

    /// See: MQTT 3.1.1, 4.7.1 (wildcards are only for subscriptions) and 4.7.3.
    private static func check(topic: String) throws(Malformed) {
        guard !topic.isEmpty else { throw malformed("it has no topic") }
        guard !topic.unicodeScalars.contains(where: { $0 == "+" || $0 == "#" }) else {
            throw malformed("its topic contains + or #, which are wildcards for subscriptions")
        }
        guard !topic.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }) else {
            throw malformed("its topic contains a control character")
        }
        guard topic.utf8.count <= 60_000 else { throw malformed("its topic is too long") }
    }

    private static func decoded(_ text: Substring) throws(Malformed) -> String {
        guard let text = String(percentEncoded: text), !text.utf8.contains(0) else {
            throw malformed("a % is not followed by two hexadecimal digits, or the bytes are not valid UTF-8")
        }
        return text
    }

    private static func malformed(_ reason: String) -> Malformed { Malformed(description: reason) }
}
