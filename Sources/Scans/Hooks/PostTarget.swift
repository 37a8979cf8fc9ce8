// SPDX-License-Identifier: Apache-2.0

package import Delivery
internal import Output
package import Scanning

/// A server that gets each scan as a JSON object by HTTP POST.
package final class PostTarget: HookTarget {
    package let name: String
    package let limit = Duration.seconds(20)
    private let url: String
    private let token: String?
    private let poster: WebPoster

    /// - Parameters:
    ///   - token: sent as `Authorization: Bearer`.
    ///   - authorities: a file of PEM certificates to trust instead of the system's.
    package init(_ url: String, token: String? = nil, authorities: String? = nil) throws(HookError) {
        let url = try Self.checked(url)
        if let token, !token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) || token.isEmpty {
            throw HookError(
                "cannot use the token for --post: it is empty, or contains characters other than printable ASCII")
        }
        do throws(WebPoster.Unavailable) {
            poster = try WebPoster(authorities: authorities)
        } catch {
            throw HookError("cannot use --post: \(error.description)")
        }
        self.url = url
        self.token = token
        name = "post \(url)"
    }

    private static func checked(_ url: String) throws(HookError) -> String {
        let scheme = url.lowercased()
        guard scheme.hasPrefix("http://") || scheme.hasPrefix("https://") else {
            throw HookError("cannot post to \(url): it does not begin with http:// or https://")
        }
        guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw HookError(
                "cannot post to \(url): it contains a space or a non-ASCII character; write such characters as %XX")
        }
        let server = url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !server.contains("@") else {
            throw HookError(
                "cannot post to an address with a user name: all users of this machine could see the password; "
                    + "pass a token with CANDELA_POST_TOKEN or --post-token-file")
        }
        guard !server.isEmpty else { throw HookError("cannot post to \(url): it has no host name") }
        return url
    }

    package func send(_ message: HookMessage) -> HookAnswer {
        var headers = ["Content-Type: application/json", "Expect:"]
        if let id = message.scan.id { headers.append("Idempotency-Key: \(id)") }
        if let token { headers.append("Authorization: Bearer \(token)") }
        let answer = poster.post(Array(message.scan.json.text.utf8), to: url, headers: headers, limit: limit)
        return Self.judge(answer)
    }

    /// The meaning of a response. See: RFC 9110, 15; RFC 6585, 4; RFC 8470, 5.2.
    package static func judge(_ answer: WebPoster.Answer) -> HookAnswer {
        switch answer {
        case .cancelled: return .cancelled
        case .malformed(let reason): return .refused(reason)
        case .failed(let reason): return .later(reason)
        case .answered(let status, let pause, let redirect, let words):
            let said = words.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
            switch status {
            case 200..<300: return .accepted
            case 300..<400:
                // Scans go only where the user sends them.
                return .later(
                    "HTTP \(status): the server redirects to \(redirect ?? "another address"); use that address",
                    after: pause)
            // Temporary: timeout, too early, too many requests.
            case 408, 425, 429: return .later("HTTP \(status)\(said)", after: pause)
            case 400..<500: return .refused("HTTP \(status)\(said)")
            default: return .later("HTTP \(status)\(said)", after: pause)
            }
        }
    }

    package func cancel() { poster.cancel() }

    package func preview(_ scan: ScanEvent.Scan) -> HookPreview { HookPreview("POST \(url) \(scan.json.text)") }
}
