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

    @Test("what another site sends is refused, a link to the page is not")
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

    @Test("where a token is asked for, nothing but the health is told without it")
    func token() {
        let rules = AccessRules(hosts: ["10.0.0.5"], port: 8347, token: "s3cret")
        let host = "10.0.0.5:8347"
        #expect(Self.status(rules, host: host) == 401)
        #expect(Self.status(rules, "GET", "/healthz", host: host) == 200)
        #expect(Self.status(rules, "GET", "/?token=s3cret", host: host) == 200)
        #expect(Self.status(rules, "GET", "/?token=s3cre", host: host) == 401)
        #expect(Self.status(rules, "GET", "/api/state?token=s3cret", host: host) == 401)
        #expect(Self.status(rules, "GET", "/api/state", host: host, authorization: "Bearer s3cret") == 200)
        #expect(Self.status(rules, "GET", "/api/state", host: host, cookie: "a=b; candela-token=s3cret") == 200)
        #expect(Self.status(rules, "GET", "/api/state", host: host, cookie: "candela-token=other") == 401)
    }
}
