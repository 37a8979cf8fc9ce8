// SPDX-License-Identifier: Apache-2.0

/// Who may ask.
///
/// - The Host must be a name of ours: a page of a stranger whose name was made to point here (DNS rebinding) has another.
/// - What a page of another origin sends is refused, and without an Origin nothing is changed.
/// - Beyond this machine a token is asked for, in a cookie, or as `Authorization: Bearer`.
public struct AccessRules: Sendable {
    /// Names and addresses without port, lower case; an IPv6 address in its brackets.
    public var hosts: Set<String>
    public var port: Int
    public var scheme: String
    /// `nil` where everybody who can connect is the user: on this machine alone.
    public var token: String?

    public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    package static let cookie = "candela-token"

    public init(hosts: Set<String> = loopbackHosts, port: Int, scheme: String = "http", token: String? = nil) {
        self.hosts = hosts
        self.port = port
        self.scheme = scheme
        self.token = token
    }

    /// Throws what is wrong with a request.
    package func check(_ request: PageRequest) throws(PageFailure) {
        guard let host = request.headers.host, isOurs(authority: host) else {
            throw PageFailure(421, "cannot answer: this is no address of the studio; open the one it printed")
        }
        if let origin = request.headers.origin {
            guard isOurs(origin: origin) else { throw Self.foreign }
        } else if !request.isReading {
            // Browsers send it with everything that can change something; programs can.
            throw PageFailure(403, "cannot change anything: the request names no Origin")
        }
        switch request.headers.fetchSite {
        case "cross-site", "same-site":
            // A link to the page may be followed from anywhere.
            guard request.isReading, request.path == "/" else { throw Self.foreign }
        default: break
        }
        guard let token, request.path != "/healthz" else { return }
        // The page's own link carries it once, and is answered with the cookie.
        if request.path == "/", request.isReading, let given = request.parameter("token") {
            guard Self.isSame(given, token) else { throw Self.withoutToken }
            return
        }
        guard let given = Self.token(of: request.headers), Self.isSame(given, token) else { throw Self.withoutToken }
    }

    private static let foreign = PageFailure(403, "cannot answer: another site asked")
    private static let withoutToken = PageFailure(
        401, "cannot answer without the token: open the address that the studio printed, or scan its code")

    private func isOurs(authority: String) -> Bool {
        let text = authority.lowercased()
        // Behind the brackets of an IPv6 address, else behind the only colon.
        let start = text.lastIndex(of: "]") ?? text.startIndex
        guard let colon = text[start...].lastIndex(of: ":") else {
            return hosts.contains(text) && port == (scheme == "https" ? 443 : 80)
        }
        return hosts.contains(String(text[..<colon])) && text[text.index(after: colon)...] == "\(port)"
    }

    private func isOurs(origin: String) -> Bool {
        let start = scheme + "://"
        return origin.hasPrefix(start) && isOurs(authority: String(origin.dropFirst(start.count)))
    }

    private static func token(of headers: PageRequest.Headers) -> String? {
        if let authorization = headers.authorization, authorization.hasPrefix("Bearer ") {
            return String(authorization.dropFirst(7))
        }
        for pair in (headers.cookie ?? "").split(separator: ";") {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == cookie { return String(parts[1]) }
        }
        return nil
    }

    /// In a time that does not tell how much of it was right.
    private static func isSame(_ given: String, _ token: String) -> Bool {
        let (given, token) = (Array(given.utf8), Array(token.utf8))
        guard given.count == token.count else { return false }
        return zip(given, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
