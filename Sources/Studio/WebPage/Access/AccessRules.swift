// SPDX-License-Identifier: Apache-2.0

/// Decides which requests are allowed.
///
/// - The Host must be one of our names. This stops DNS rebinding, where a stranger's name is made to point here.
/// - Requests from another origin are refused, and nothing is changed without an Origin.
/// - If others than this machine's user can connect, a token is required: in a cookie, as `Authorization: Bearer`, or,
///   to get that cookie, once in the address of the page.
package struct AccessRules: Sendable {
    /// Names and addresses without port, lower case; IPv6 addresses in brackets.
    package var hosts: Set<String>
    package var port: Int
    package var scheme: String
    /// Names with another port, such as a proxy's. Lower case.
    package var authorities: Set<String>
    /// `nil` if only the user can connect: from this machine only.
    package var token: AccessToken?

    package static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Cookies are shared by all ports of a host, so the name contains the port. With TLS it has the prefix for which
    /// browsers
    /// guarantee that the host itself set the cookie. See: RFC 6265bis, 4.1.3.2.
    package var cookie: String { (scheme == "https" ? "__Host-" : "") + "candela-\(port)" }

    package init(
        hosts: Set<String> = loopbackHosts, authorities: Set<String> = [], port: Int, scheme: String = "http",
        token: AccessToken? = nil
    ) {
        self.hosts = hosts
        self.authorities = authorities
        self.port = port
        self.scheme = scheme
        self.token = token
    }

    /// Throws if the request is not allowed.
    package func check(_ request: PageRequest) throws(PageFailure) {
        guard let host = request.headers.host, isOurs(authority: host) else {
            throw PageFailure(
                421, "cannot answer: this is not an address of the studio; open the address that the studio printed")
        }
        if let origin = request.headers.origin {
            guard isOurs(origin: origin) else { throw Self.foreign }
        } else if !request.isReading {
            // Browsers send it with every request that can change something, and programs can.
            throw PageFailure(403, "cannot change anything: the request has no Origin header")
        }
        switch request.headers.fetchSite {
        case "cross-site", "same-site":
            // Links to the page are allowed everywhere.
            guard request.isReading, request.path == "/" else { throw Self.foreign }
        default: break
        }
        guard let token, request.path != "/healthz" else { return }
        // The printed link carries the token once; the response sets the cookie.
        if request.path == "/", request.isReading, let given = request.parameter("token") {
            guard token.isSame(as: given) else { throw Self.wrongToken }
            return
        }
        let given = tokens(of: request.headers)
        guard !given.isEmpty else { throw Self.withoutToken }
        guard given.contains(where: { token.isSame(as: $0) }) else { throw Self.wrongToken }
    }

    private static let foreign = PageFailure(403, "cannot answer: the request comes from another site")
    private static let withoutToken = PageFailure(
        401, "cannot answer without the token: open the address that the studio printed, or scan its code")
    private static let wrongToken: PageFailure = {
        var failure = PageFailure(
            401,
            "cannot answer: the token is wrong, perhaps because the studio was restarted; open the address that the "
                + "studio printed, or scan its code")
        failure.isWrongToken = true
        return failure
    }()

    private func isOurs(authority: String) -> Bool {
        let text = authority.lowercased()
        if authorities.contains(text) { return true }
        // After the brackets of an IPv6 address, otherwise after the only colon.
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

    /// All tokens in the request: a browser may still have the cookie of an earlier studio.
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
