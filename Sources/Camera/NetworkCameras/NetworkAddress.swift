// SPDX-License-Identifier: Apache-2.0

internal import Output

/// The address of a camera on the network, with user and password taken out of it: `http://…`, `rtsp://…` or `onvif:…`.
///
/// An ONVIF camera is named `onvif:HOST`, and tells the address of its video when it is asked. The whole form is
/// `onvif:[http://|https://][USER@]HOST[:PORT][/PATH][#PROFILE]`; the path is that of its device service.
///
/// Only `name` and `identity` are shown: they hold no password, neither before the host nor in the query, where many cameras
/// want it (`?user=ada&pwd=…`).
package struct NetworkAddress: Hashable, Sendable {
    /// For libcurl: without user and password.
    package let url: String
    /// A video stream (RTSP), not pictures over HTTP.
    package let isVideo: Bool
    /// A camera that must be asked where its video is.
    package let isOnvif: Bool
    /// The profile of an ONVIF camera: its token, its name or its number from 1; `nil` for the first.
    package let profile: String?
    /// What follows the host and port, with its secrets.
    package let path: String
    package let host: String
    /// With the port, if the address has one.
    package let place: String
    package let isEncrypted: Bool
    /// As the address gives them, without percent signs.
    package let user: String?
    package let password: String?
    /// The address as it may be shown: `http://ada@door/video?pwd=…`.
    package let name: String
    /// The same camera for every user: `http://door/video?pwd=…`.
    package let identity: String

    /// Whether a password ends the host too early: it holds one of / ? # as it is.
    package let isCutByPassword: Bool
    /// Whether the @ between the password and the host is written as %40, so that both count as the host.
    package let isAtEscaped: Bool

    package var hasUser: Bool { user != nil }

    /// - Returns: `nil` if the text begins with none of `http://`, `https://`, `rtsp://`, `rtsps://`, `onvif:`, or names no host
    ///   after `onvif:`.
    package init?(_ text: String) {
        guard let scheme = Self.scheme(of: text) else { return nil }
        var rest = text.dropFirst(scheme.count)
        var profile: Substring?
        if let fragment = rest.firstIndex(of: "#") {
            profile = rest[rest.index(after: fragment)...]
            rest = rest[..<fragment]
        }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let (authority, path) = (rest[..<end], rest[end...])
        var place = authority
        var (user, password): (String?, String?) = (nil, nil)
        // A password may hold further @.
        if let at = authority.lastIndex(of: "@") {
            place = authority[authority.index(after: at)...]
            let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = Self.decoded(parts[0])
            if parts.count == 2 { password = Self.decoded(parts[1]) }
        }
        isEncrypted = scheme.hasSuffix("https://") || scheme == "rtsps://"
        isVideo = scheme.hasPrefix("rtsp")
        isOnvif = scheme.hasPrefix(Self.onvif)
        self.profile = isOnvif ? profile.flatMap { $0.isEmpty ? nil : Self.decoded($0) } : nil
        self.path = String(path)
        self.user = user.flatMap { $0.isEmpty ? nil : $0 }
        self.password = password
        self.place = String(place)
        host = Self.host(of: place)
        let shown = Self.redacted(path, ofVideo: isVideo) + (isOnvif ? profile.map { "#" + $0 } ?? "" : "")
        let userPart = self.user.map { $0 + "@" } ?? ""
        var (identity, name) = (scheme + place + shown, scheme + userPart + place + shown)
        let cutting = Self.password(thatCuts: text)
        let escapedAt = Self.escapedAt(in: authority)
        if let secret = cutting ?? escapedAt.flatMap({ Self.password(before: $0, in: authority) }) {
            name = String(text[..<secret.lowerBound]) + "…" + String(text[secret.upperBound...])
            identity = name
        }
        isCutByPassword = cutting != nil
        isAtEscaped = cutting == nil && escapedAt != nil
        self.identity = identity
        self.name = name
        if isOnvif {
            guard !host.isEmpty else { return nil }
            url = (isEncrypted ? "https://" : "http://") + place + (path.isEmpty ? Self.deviceService : String(path))
        } else {
            url = scheme + place + path
        }
    }

    /// The address as a person typed it. That of a device service, as other programs show it, gives no pictures: it names an ONVIF
    /// camera.
    package init?(typed text: String) {
        self.init(Self.isDeviceService(text) ? Self.onvif + text : text)
    }

    private static let onvif = "onvif:"
    /// Where nearly all ONVIF cameras have their device service.
    package static let deviceService = "/onvif/device_service"

    private static func scheme(of text: String) -> String? {
        let scheme = ["http://", "https://", "rtsp://", "rtsps://", "onvif:http://", "onvif:https://", onvif].first {
            text.prefix($0.count).lowercased() == $0
        }
        return scheme.flatMap { text.utf8.count > $0.utf8.count ? $0 : nil }
    }

    /// Where a password lies that ends the host too early (`rtsp://ada:s#cret@door/video`): what stands before the sign is no host
    /// with a port, and an @ follows.
    private static func password(thatCuts text: String) -> Range<String.Index>? {
        guard let scheme = scheme(of: text) else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard let sign = rest.firstIndex(where: { "/?#".contains($0) }), let at = rest.lastIndex(of: "@"), at > sign,
            !rest[..<sign].contains("@"), let colon = rest[..<sign].firstIndex(of: ":"), rest.first != "["
        else { return nil }
        let port = rest[rest.index(after: colon)..<sign]
        // No address of pictures has a part after #.
        guard UInt16(port) == nil || rest[sign] == "#" && !scheme.hasPrefix(onvif) else { return nil }
        return rest.index(after: colon)..<at
    }

    /// The last @ of an address without any, as no host has one.
    private static func escapedAt(in authority: Substring) -> Range<Substring.Index>? {
        authority.contains("@") ? nil : authority.ranges(of: "%40").last
    }

    /// Where a password lies whose @ after it is escaped, too (`rtsp://ada:secret%40door/video`).
    private static func password(before escapedAt: Range<Substring.Index>, in authority: Substring) -> Range<String.Index>? {
        guard let colon = authority[..<escapedAt.lowerBound].firstIndex(of: ":") else { return nil }
        return authority.index(after: colon)..<escapedAt.lowerBound
    }

    private static func isDeviceService(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.hasPrefix("http") && text.hasSuffix(deviceService) && scheme(of: text)?.hasPrefix("http") == true
    }

    /// For a host that wants a password: the same address with the word USER.
    package var withUser: String {
        guard user == nil, let scheme = Self.scheme(of: name) else { return name }
        return scheme + "USER@" + name.dropFirst(scheme.count)
    }

    /// With the port, whether or not the address has one: for programs that want it.
    package func place(port: Int) -> String {
        let rest = place.first == "[" ? place.drop { $0 != "]" } : place[...]
        return rest.contains(":") ? place : "\(place):\(port)"
    }

    /// The port of a video stream; `nil` if the address has one that is no number.
    package var videoPort: UInt16? {
        let rest = place.first == "[" ? place.drop { $0 != "]" }.dropFirst() : place.drop { $0 != ":" }
        return rest.first == ":" ? UInt16(rest.dropFirst()) : isEncrypted ? 322 : 554
    }

    private static func host(of place: Substring) -> String {
        // The colons of an IPv6 address are in brackets. The interface of a link-local one follows % or, by RFC 6874, %25.
        if place.first == "[" {
            let host = place.prefix { $0 != "]" }.dropFirst()
            guard let zone = host.firstRange(of: "%25") else { return String(host) }
            return host[..<zone.lowerBound] + "%" + host[zone.upperBound...]
        }
        return String(place.prefix { $0 != ":" })
    }

    /// Words in the names of parameters that hold secrets.
    private static let secretWords = ["pass", "pwd", "psw", "token", "secret", "key", "auth", "sig", "session", "sid"]

    /// The values of secret parameters in a path's query. Some cameras have them in the path, with _ between them
    /// (`/user=ada_password=…_channel=1`).
    private static func secretValues(_ path: Substring, ofVideo isVideo: Bool) -> [Range<Substring.Index>] {
        let query: Substring
        if isVideo {
            query = path
        } else {
            guard let mark = path.firstIndex(of: "?") else { return [] }
            query = path[path.index(after: mark)...]
        }
        return query.split { $0 == "&" || isVideo && "/?_;".contains($0) }.compactMap { parameter in
            guard let equals = parameter.firstIndex(of: "=") else { return nil }
            let key = parameter[..<equals].lowercased()
            return secretWords.contains { key.contains($0) }
                ? parameter.index(after: equals)..<parameter.endIndex : nil
        }
    }

    /// Path and query, with the values of secret parameters replaced.
    private static func redacted(_ path: Substring, ofVideo isVideo: Bool) -> String {
        var shown = ""
        var at = path.startIndex
        for secret in secretValues(path, ofVideo: isVideo) {
            shown += path[at..<secret.lowerBound] + "…"
            at = secret.upperBound
        }
        return shown + path[at...]
    }

    /// Whether `name` hides nothing but the password of its user, so that it can be used again.
    package var isComplete: Bool {
        Self.secretValues(path[...], ofVideo: isVideo).isEmpty && !(password != nil && user == nil)
    }

    /// Where a password and other secrets lie in an address, as offsets of its bytes; empty if the text is no address.
    package static func secrets(in text: String) -> [Range<Int>] {
        guard let scheme = scheme(of: text) else { return [] }
        if let password = password(thatCuts: text) {
            let start = text.utf8.distance(from: text.startIndex, to: password.lowerBound)
            return [start..<start + text[password].utf8.count]
        }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var places = secretValues(rest[end...], ofVideo: scheme.hasPrefix("rtsp"))
        let authority = rest[..<end]
        if let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") {
            places.append(authority.index(after: colon)..<at)
        } else if let at = escapedAt(in: authority), let password = password(before: at, in: authority) {
            places.append(password)
        }
        return places.map { place in
            let start = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
            return start..<start + text.utf8.distance(from: place.lowerBound, to: place.upperBound)
        }
    }

    /// Without percent signs; the text itself if it is not encoded in this way.
    private static func decoded(_ text: Substring) -> String { String(percentEncoded: text) ?? String(text) }
}
