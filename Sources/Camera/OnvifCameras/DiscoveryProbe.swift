// SPDX-License-Identifier: Apache-2.0

package import ConfinedXML
internal import Output

/// A question to all ONVIF devices of a network: WS-Discovery of April 2005, which ONVIF uses, by multicast.
package struct DiscoveryProbe {
    /// What is looked for. Some cameras answer to one of them only.
    package enum Kind: String, CaseIterable {
        case camera = "dn:NetworkVideoTransmitter"
        case device = "tds:Device"
    }
    package let kind: Kind
    /// A random UUID.
    package let message: String

    package init(_ kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// A random one.
    package init(_ kind: Kind) {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        message = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
        self.kind = kind
    }

    package var bytes: [UInt8] {
        let addressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing"
        let discovery = "http://schemas.xmlsoap.org/ws/2005/04/discovery"
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><s:Envelope xmlns:s=\"http://www.w3.org/2003/05/soap-envelope\" "
            + "xmlns:a=\"\(addressing)\" xmlns:d=\"\(discovery)\" xmlns:dn=\"http://www.onvif.org/ver10/network/wsdl\" "
            + "xmlns:tds=\"http://www.onvif.org/ver10/device/wsdl\"><s:Header><a:Action s:mustUnderstand=\"1\">"
            + "\(discovery)/Probe</a:Action><a:MessageID>uuid:\(message)</a:MessageID><a:ReplyTo><a:Address>\(addressing)"
            + "/role/anonymous</a:Address></a:ReplyTo><a:To s:mustUnderstand=\"1\">urn:schemas-xmlsoap-org:ws:2005:04:"
            + "discovery</a:To></s:Header><s:Body><d:Probe><d:Types>\(kind.rawValue)</d:Types></d:Probe></s:Body></s:Envelope>"
        return Array(text.utf8)
    }
}

/// What a device answers to a probe; its own words.
package struct DiscoveryMatch: Hashable {
    /// The device's permanent name, a UUID.
    package var endpoint: String
    package var scopes: [String]
    /// Addresses of its device service.
    package var places: [String]

    /// The matches in an answer to a probe with one of these messages; none if it answers something else.
    package static func all(in root: XMLElement, to messages: Set<String>) -> [DiscoveryMatch] {
        guard root.name == "Envelope", let header = root.first("Header"), let related = header.text("RelatesTo"),
            messages.contains(uuid(related)), let body = root.first("Body")
        else { return [] }
        // Some leave out the element around the matches.
        let matches = (body.first("ProbeMatches") ?? body).all("ProbeMatch")
        return matches.prefix(mostMatches).compactMap { match in
            guard let endpoint = match.text("EndpointReference", "Address"), endpoint.utf8.count <= 200 else {
                return nil
            }
            func words(_ name: String) -> [String] {
                (match.text(name) ?? "").split(whereSeparator: \.isWhitespace).prefix(64).map(String.init)
            }
            return DiscoveryMatch(endpoint: uuid(endpoint), scopes: words("Scopes"), places: words("XAddrs"))
        }
    }

    /// A proxy answers for several devices.
    private static let mostMatches = 16

    /// `urn:uuid:…` and `uuid:…` without what precedes.
    private static func uuid(_ text: String) -> String {
        text.split(separator: ":").last.map { $0.lowercased() } ?? text
    }

    /// The value of a scope: `onvif://www.onvif.org/name/Front%20door`; `nil` if there is none.
    func scope(_ category: String) -> String? {
        let prefix = "onvif://www.onvif.org/\(category)/"
        let values = scopes.compactMap { scope -> String? in
            guard scope.lowercased().hasPrefix(prefix), scope.utf8.count <= 300 else { return nil }
            let value = scope.dropFirst(prefix.count)
            return String(percentEncoded: value) ?? String(value)
        }
        return values.first { !$0.isEmpty }
    }
}
