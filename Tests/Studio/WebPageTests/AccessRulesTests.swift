// SPDX-License-Identifier: Apache-2.0

import Testing
import WebPage

@Suite("Who may ask")
struct AccessRulesTests {
    private static let local = AccessRules(port: 8347)

    private static func status(
        _ rules: AccessRules, _ method: String = "GET", _ target: String = "/", host: String? = "localhost:8347",
        origin: String? = nil, site: String? = nil, authorization: String? = nil, cookie: String? = nil
    ) -> Int {
        do throws(PageFailure) {
            try rules.check(
                PageRequest(
                    method: method, target: target,
                    headers: .init(
                        host: host, origin: origin, fetchSite: site, authorization: authorization, cookie: cookie)))
            return 200
        } catch {
            return error.status
        }
    }

    @Test(
        "only our own names with our own port are answered",
        arguments: [
            ("localhost:8347", 200), ("127.0.0.1:8347", 200), ("[::1]:8347", 200), ("LOCALHOST:8347", 200),
            ("localhost", 421), ("localhost:80", 421), ("localhost:8347.evil.example", 421), ("evil.example:8347", 421),
            ("127.0.0.1.evil.example:8347", 421), ("", 421), (":8347", 421), ("[::1]", 421), ("localhost:08347", 421),
        ])
    func hosts(_ host: String, _ status: Int) {
        #expect(Self.status(Self.local, host: host) == status)
    }

    @Test("without a Host nothing is answered")
    func noHost() { #expect(Self.status(Self.local, host: nil) == 421) }

    @Test("requests from another site are refused, a link to the page is not")
    func origins() {
        #expect(Self.status(Self.local, "POST", "/api/pause", origin: "http://localhost:8347") == 200)
        #expect(Self.status(Self.local, "POST", "/api/pause") == 403)
        for origin in [
            "null", "https://localhost:8347", "http://localhost", "http://evil.example", "http://localhost:83470",
        ] {
            #expect(Self.status(Self.local, "POST", "/api/pause", origin: origin) == 403)
            #expect(Self.status(Self.local, "GET", "/api/state", origin: origin) == 403)
        }
        #expect(Self.status(Self.local, "GET", "/", site: "cross-site") == 200)
        #expect(Self.status(Self.local, "GET", "/api/frame", site: "cross-site") == 403)
        #expect(Self.status(Self.local, "GET", "/api/frame", site: "same-site") == 403)
        #expect(Self.status(Self.local, "GET", "/api/frame", site: "same-origin") == 200)
    }

    private static let word = "abcdefghij-klmnop_34"
    private static let host = "10.0.0.5:8347"

    private static func guarded(scheme: String = "http") throws -> AccessRules {
        let token = try #require(AccessToken(word))
        return AccessRules(
            hosts: ["10.0.0.5", "kiosk"], authorities: ["studio.example:80"], port: 8347, scheme: scheme,
            token: token)
    }

    @Test("with a token required, only the health is available without it")
    func token() throws {
        let rules = try Self.guarded()
        for path in [
            "/", "/studio.js", "/api/state", "/api/frame", "/api/events", "/metrics", "/openapi.json", "/none",
        ] {
            #expect(Self.status(rules, "GET", path, host: Self.host) == 401)
        }
        #expect(Self.status(rules, "GET", "/healthz", host: Self.host) == 200)
        #expect(Self.status(rules, "GET", "/healthz", host: "evil.example:8347") == 421)
        #expect(Self.status(rules, "GET", "/?token=\(Self.word)", host: Self.host) == 200)
        #expect(Self.status(rules, "GET", "/metrics", host: Self.host, authorization: "Bearer \(Self.word)") == 200)
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, authorization: "bearer \(Self.word)") == 200)
        #expect(
            Self.status(rules, "GET", "/api/state", host: Self.host, cookie: "a=b; candela-8347=\(Self.word)") == 200)
        // A cookie of the studio that was here before is no harm beside the right one.
        #expect(
            Self.status(
                rules, "GET", "/api/state", host: Self.host, cookie: "candela-8347=old; candela-8347=\(Self.word)")
                == 200)
    }

    @Test("a token that is wrong, or in the wrong place, is refused")
    func wrongToken() throws {
        let rules = try Self.guarded()
        for given in [
            "", "a", String(Self.word.dropLast()), Self.word + "x", Self.word.uppercased(),
            "%61" + Self.word.dropFirst(),
        ] {
            #expect(Self.status(rules, "GET", "/?token=\(given)", host: Self.host) == 401)
            #expect(Self.status(rules, "GET", "/api/state", host: Self.host, authorization: "Bearer \(given)") == 401)
            #expect(Self.status(rules, "GET", "/api/state", host: Self.host, cookie: "candela-8347=\(given)") == 401)
        }
        #expect(Self.status(rules, "GET", "/api/state?token=\(Self.word)", host: Self.host) == 401)
        #expect(
            Self.status(rules, "POST", "/?token=\(Self.word)", host: Self.host, origin: "http://\(Self.host)") == 401)
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, authorization: Self.word) == 401)
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, authorization: "Basic \(Self.word)") == 401)
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, cookie: "candela-80=\(Self.word)") == 401)
    }

    @Test("the right token does not make another host or site ours")
    func tokenAndStranger() throws {
        let rules = try Self.guarded()
        let authorization = "Bearer \(Self.word)"
        for host in ["evil.example:8347", "10.0.0.6:8347", "10.0.0.5", "studio.example:8347", "studio.example"] {
            #expect(Self.status(rules, host: host, authorization: authorization) == 421)
        }
        #expect(Self.status(rules, host: "Studio.Example:80", authorization: authorization) == 200)
        #expect(
            Self.status(
                rules, "POST", "/api/pause", host: Self.host, origin: "http://evil.example:8347",
                authorization: authorization) == 403)
        #expect(Self.status(rules, "POST", "/api/pause", host: Self.host, authorization: authorization) == 403)
        #expect(
            Self.status(
                rules, "POST", "/api/pause", host: Self.host, origin: "http://kiosk:8347", authorization: authorization)
                == 200)
    }

    @Test("by TLS only origins of TLS are ours, and the cookie is one that only the host can set")
    func tls() throws {
        let rules = try Self.guarded(scheme: "https")
        let cookie = "__Host-candela-8347=\(Self.word)"
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, cookie: cookie) == 200)
        #expect(Self.status(rules, "GET", "/api/state", host: Self.host, cookie: "candela-8347=\(Self.word)") == 401)
        #expect(
            Self.status(rules, "POST", "/api/pause", host: Self.host, origin: "http://\(Self.host)", cookie: cookie)
                == 403)
        #expect(
            Self.status(rules, "POST", "/api/pause", host: Self.host, origin: "https://\(Self.host)", cookie: cookie)
                == 200)
    }
}

@Suite("The token")
struct AccessTokenTests {
    @Test("a new one is 128 bits of chance in 26 plain characters")
    func new() {
        let tokens = Set((0..<1000).map { _ in AccessToken().text })
        #expect(tokens.count == 1000)
        let plain = tokens.allSatisfy {
            $0.count == 26 && $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) }
        }
        #expect(plain)
        // All bits are in it.
        #expect(AccessToken(bits: (0, 0)).text == String(repeating: "a", count: 26))
        var words: Set<String> = []
        for bit in UInt64(0)..<64 {
            words.insert(AccessToken(bits: (0, 1 << bit)).text)
            words.insert(AccessToken(bits: (1 << bit, 0)).text)
        }
        #expect(words.count == 128)
    }

    @Test("it does not print itself")
    func description() { #expect("\(AccessToken())" == "a token") }

    @Test("wrong ones wait, a few at a time; all others are refused at once")
    func desk() async {
        let (stream, end) = AsyncStream<Void>.makeStream()
        let begun = AsyncStream<Void>.makeStream()
        let desk = WrongTokenDesk {
            begun.continuation.yield()
            for await _ in stream {}
        }
        let waiting = (0..<WrongTokenDesk.most).map { _ in Task { await desk.hold() } }
        var count = 0
        for await _ in begun.stream {
            count += 1
            if count == WrongTokenDesk.most { break }
        }
        #expect(await !desk.hold())
        end.finish()
        for task in waiting { #expect(await task.value) }
        #expect(await desk.hold())
    }
}
