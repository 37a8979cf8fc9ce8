// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// What strangers may send where the studio listens for other machines.
@Suite("Hostile requests from other machines", .serialized)
struct ListeningTests {
    private static let pause = #"{"paused":true}"#

    @Test("without the token only the health is available; with it everything, in the right place only")
    func token() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1")
        let token = try #require(studio.token)
        for path in [
            "/", "/studio.js", "/api/state", "/api/frame", "/api/frames", "/api/events", "/metrics", "/openapi.json",
        ] {
            let answer = try studio.ask("GET", path)
            #expect(answer.status == 401, "\(path)")
            #expect(answer.headers.contains("www-authenticate: bearer"))
        }
        #expect(try [200, 503].contains(studio.ask("GET", "/healthz").status))
        #expect(try studio.ask("GET", "/healthz").body.hasPrefix(#"{"live":"#))
        #expect(try studio.ask("GET", "/api/state?token=\(token)").status == 401)
        #expect(try studio.ask("POST", "/?token=\(token)", body: Self.pause).status == 401)
        #expect(try studio.ask("POST", "/api/pause", body: Self.pause).status == 401)
        #expect(try studio.ask("GET", "/api/state", headers: ["X-Token": token]).status == 401)
        #expect(try studio.ask("GET", "/api/state", headers: ["Referer": "http://x/?token=\(token)"]).status == 401)
        for wrong in ["x", String(token.dropLast()) + "_", token + "a"] {
            #expect(try studio.ask("GET", "/api/state", headers: ["Authorization": "Bearer \(wrong)"]).status == 401)
            #expect(try studio.ask("GET", "/?token=\(wrong)").status == 401)
        }
        let right = ["Authorization": "Bearer \(token)"]
        #expect(try studio.ask("GET", "/metrics", headers: right).body.contains("candela_up"))
        #expect(try studio.ask("POST", "/api/pause", body: Self.pause, headers: right).status == 200)
        // The page's own way.
        let first = try studio.ask("GET", "/?token=\(token)")
        #expect(first.status == 303)
        #expect(first.headers.contains("location: /\r\n"))
        #expect(
            first.headers.contains("set-cookie: candela-\(studio.port)=\(token); path=/; httponly; samesite=strict"))
        let cookie = ["Cookie": "candela-\(studio.port)=\(token)"]
        #expect(try studio.ask("GET", "/", headers: cookie).status == 200)
        #expect(try studio.ask("GET", "/api/state", headers: cookie).status == 200)
    }

    @Test("the token does not make another host or another site ours")
    func strangers() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "0.0.0.0", "--allow-host", "kiosk.example:80")
        let right = ["Authorization": "Bearer \(try #require(studio.token))"]
        #expect(try studio.ask("GET", "/api/state", headers: right).status == 200)
        #expect(try studio.ask("GET", "/api/state", host: "kiosk.example:80", headers: right).status == 200)
        for host in [
            "evil.example:\(studio.port)", "kiosk.example:\(studio.port)", "127.0.0.1", "0.0.0.0:\(studio.port)",
        ] {
            #expect(try studio.ask("GET", "/api/state", host: host, headers: right).status == 421)
            #expect(try studio.ask("GET", "/healthz", host: host).status == 421)
        }
        for origin in ["http://evil.example", "https://127.0.0.1:\(studio.port)", "null", ""] {
            let headers = right.merging(["Origin": origin]) { $1 }
            #expect(try studio.ask("POST", "/api/pause", body: Self.pause, headers: headers).status == 403)
        }
        let site = right.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
        #expect(try studio.ask("GET", "/api/frame", headers: site).status == 403)
    }

    @Test("many wrong tokens at once do not block the right one")
    func guesses() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1")
        var crowd: [CInt] = []
        defer { crowd.forEach { close($0) } }
        for number in 0..<60 {
            let descriptor = try studio.connection()
            crowd.append(descriptor)
            try StudioProcess.write(
                Array("GET /?token=\(number) HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\r\n".utf8), to: descriptor)
        }
        let right = ["Authorization": "Bearer \(try #require(studio.token))"]
        #expect(try studio.ask("GET", "/api/state", headers: right).status == 200)
        var statuses: [Int] = []
        for descriptor in crowd { statuses.append(try StudioProcess.answer(descriptor).status) }
        #expect(Set(statuses) == [401, 429])
    }

    @Test("without a terminal no token is printed")
    func unprinted() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1")
        #expect(studio.address == "http://127.0.0.1:\(studio.port)/")
        #expect(studio.token?.isEmpty == false)
    }

    @Test("a token from a file is used, and stays the same")
    func kept() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "candela-kept-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        for _ in 0..<2 {
            let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1", "--token-file", file)
            #expect(studio.token == nil, "a second one would be made beside it")
            let token = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self).dropLast()
            #expect(try studio.ask("GET", "/api/state", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        }
    }

    // MARK: TLS

    @Test("by TLS the page is served; plain HTTP gets nothing; old TLS is refused")
    func tls() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1", "--tls")
        #expect(studio.address.hasPrefix("https://127.0.0.1:\(studio.port)/"))
        let token = try #require(studio.token)
        let answer = try studio.askTLS("GET /?token=\(token) HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)")
        #expect(answer.contains("303 See Other"))
        #expect(answer.contains("__Host-candela-\(studio.port)=\(token); Path=/; HttpOnly; SameSite=Strict; Secure"))
        #expect(try studio.askTLS("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)").contains("401 Unauthorized"))
        #expect(throws: StudioProcess.Failure.self) { try studio.ask("GET", "/healthz") }
        #expect(!(try studio.askTLS("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1", "-tls1_1")).contains("HTTP/1.1"))
        #expect(try studio.askTLS("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)").contains(#""live":"#))
    }

    @Test("a client that is slow in or after the handshake is cut off, and others are served meanwhile")
    func slowLoris() throws {
        let studio = try StudioProcess("sim:empty?fps=8", "--listen", "127.0.0.1", "--tls")
        let (silent, slow) = (try studio.connection(), try studio.connection())
        defer { [silent, slow].forEach { close($0) } }
        // Half of a hello that announces more.
        try StudioProcess.write([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], to: slow)
        // A head that never ends: the program ends when it is cut off.
        let head = try studio.beginTLS("GET / HTTP/1.1\r\nX: ")
        defer { head.terminate() }
        #expect(try studio.askTLS("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)").contains("HTTP/1.1"))
        for descriptor in [silent, slow] {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            #expect(unsafe Glibc.poll(&poll, 1, 60_000) == 1)
        }
        head.waitUntilExit()
    }

    @Test("a thousand silent connections to the TLS port block others only briefly")
    func crowd() throws {
        let studio = try StudioProcess("sim:bench", "--listen", "127.0.0.1", "--tls")
        var crowd: [CInt] = []
        defer { crowd.forEach { close($0) } }
        for _ in 0..<1000 { if let descriptor = try? studio.connection() { crowd.append(descriptor) } }
        #expect(crowd.count > 900)
        let answer = try studio.askTLS(
            "GET /api/scans HTTP/1.1\r\nAuthorization: Bearer \(try #require(studio.token))\r\nHost: 127.0.0.1:\(studio.port)"
        )
        #expect(answer.contains("CANDELA"))
    }

    @Test("a given certificate is used; a key of another certificate is refused")
    func given() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-given-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (certificate, key, other) = ("\(folder.path)/a.pem", "\(folder.path)/a.key", "\(folder.path)/b.key")
        for (name, output) in [(key, certificate), (other, "\(folder.path)/b.pem")] {
            let made = try Process.run(
                URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    "-c",
                    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=given.example -keyout \(name) -out \(output) "
                        + "2>/dev/null",
                ])
            made.waitUntilExit()
        }
        let studio = try StudioProcess(
            "sim:empty?fps=8", "--listen", "127.0.0.1", "--tls-certificate", certificate, "--tls-key", key)
        let shown = try studio.askTLS("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)", "-showcerts")
        #expect(shown.contains("given.example"))
        #expect(throws: StudioProcess.Failure.self) {
            try StudioProcess(
                "sim:empty?fps=8", "--listen", "127.0.0.1", "--tls-certificate", certificate, "--tls-key", other)
        }
    }
}
