// SPDX-License-Identifier: Apache-2.0

/// Who may ask.
///
/// - The Host must be a name of ours: a page of a stranger whose name was made to point here (DNS rebinding) has another.
/// - What a page of another origin sends is refused, and without an Origin nothing is changed.
/// - Where more than this machine's user can connect a token is asked for: in a cookie, as `Authorization: Bearer`, or, to
///   get that cookie, once in the address of the page.
public struct AccessRules: Sendable {
    /// Names and addresses without port, lower case; an IPv6 address in its brackets.
    public var hosts: Set<String>
    public var port: Int
    public var scheme: String
    /// Names with a port other than ours: a proxy's. Lower case.
    public var authorities: Set<String>
    /// `nil` where everybody who can connect is the user: on this machine alone.
    public var token: AccessToken?

    public static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Cookies are shared by all ports of a host, so each studio has a name of its own. Where a browser promises for a
    /// name that only the host itself set it, by TLS, that is taken. See: RFC 6265bis, 4.1.3.2.
    package var cookie: String { (scheme == "https" ? "__Host-" : "") + "candela-\(port)" }

    public init(
        hosts: Set<String> = loopbackHosts, authorities: Set<String> = [], port: Int, scheme: String = "http",
        token: AccessToken? = nil
    ) {
        self.hosts = hosts
        self.authorities = authorities
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
            guard token.isSame(as: given) else { throw Self.wrongToken }
            return
        }
        let given = tokens(of: request.headers)
        guard !given.isEmpty else { throw Self.withoutToken }
        guard given.contains(where: { token.isSame(as: $0) }) else { throw Self.wrongToken }
    }

    private static let foreign = PageFailure(403, "cannot answer: another site asked")
    private static let withoutToken = PageFailure(
        401, "cannot answer without the token: open the address that the studio printed, or scan its code")
    private static let wrongToken: PageFailure = {
        var failure = PageFailure(
            401,
            "cannot answer: the token is not this studio's, which may have been started anew; open the address that it "
                + "printed, or scan its code")
        failure.isWrongToken = true
        return failure
    }()

    private func isOurs(authority: String) -> Bool {
        let text = authority.lowercased()
        if authorities.contains(text) { return true }
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

    /// Each that came: a browser may still hold one of a studio that was here before.
    private func tokens(of headers: PageRequest.Headers) -> [String] {
        var found: [String] = []
        if let authorization = headers.authorization, authorization.lowercased().hasPrefix("bearer ") {
            found.append(String(authorization.dropFirst(7)))
        }
        for pair in (headers.cookie ?? "").split(separator: ";").prefix(100) {
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == cookie { found.append(String(parts[1])) }
        }
        return found
    }
}
