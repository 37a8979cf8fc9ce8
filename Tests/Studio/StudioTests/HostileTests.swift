// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// What strangers may send.
@Suite("Hostile requests", .serialized)
struct HostileTests {
    @Test("another host, another origin, and no origin are refused; nothing is changed by GET")
    func strangers() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let pause = #"{"paused":true}"#
        #expect(try studio.ask("GET", "/").status == 200)
        #expect(try studio.ask("GET", "/", host: "evil.example:\(studio.port)").status == 421)
        #expect(try studio.ask("GET", "/", host: "localhost:1").status == 421)
        #expect(
            try studio.ask("POST", "/api/pause", body: pause, headers: ["Origin": "http://evil.example"]).status == 403)
        #expect(try studio.ask("POST", "/api/pause", body: pause, headers: ["Origin": "null"]).status == 403)
        #expect(try studio.ask("POST", "/api/pause", body: pause, headers: ["Origin": ""]).status == 403)
        #expect(try studio.ask("GET", "/api/frame", headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try studio.ask("GET", "/api/pause").status == 405)
        #expect(
            try studio.ask("POST", "/api/pause", body: pause, headers: ["Content-Type": "text/plain"]).status == 415)
        #expect(try studio.ask("GET", "/api/state").body.contains(#""paused":false"#))
        #expect(try studio.ask("POST", "/api/pause", body: pause).status == 200)
        #expect(try studio.ask("GET", "/api/state").body.contains(#""paused":true"#))
    }

    @Test(
        "paths lead nowhere but to the page's own files",
        arguments: [
            "/../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/index.html/../../x", "/api/../../etc/passwd",
            "/.", "/\\..\\x",
        ])
    func paths(_ path: String) throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let answer = try studio.ask("GET", path)
        #expect(answer.status == 404)
        #expect(!answer.body.contains("root:"))
        #expect(answer.headers.contains("content-security-policy: default-src 'none'"))
    }

    @Test("bodies that are huge, not JSON, or invalid are refused, and the studio keeps running")
    func bodies() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let huge = String(repeating: "x", count: 3 << 20)
        #expect(try studio.ask("POST", "/api/pause", body: huge).status == 413)
        #expect(try studio.ask("POST", "/api/pause", body: "{", headers: [:]).status == 400)
        #expect(try studio.ask("POST", "/api/pause", body: String(repeating: "[", count: 5000)).status == 400)
        #expect(
            try studio.ask("POST", "/api/region", body: #"{"region":{"x":0.5,"y":0,"width":0.9,"height":1}}"#).status
                == 422)
        #expect(try studio.ask("POST", "/api/controls", body: #"{"settings":{"nonsense":1}}"#).status == 422)
        let bytes = ["Content-Type": "application/octet-stream"]
        #expect(try studio.ask("POST", "/api/pictures", body: "no picture", headers: bytes).status == 422)
        #expect(
            try studio.ask(
                "POST", "/api/pictures", body: "x", headers: bytes.merging(["Content-Length": "\(1 << 40)"]) { $1 }
            ).status == 413)
        #expect(try studio.ask("GET", "/api/state").status == 200)
    }

    @Test("an endless head is cut off, and one that is too long is refused")
    func heads() throws {
        let studio = try StudioProcess("sim:empty?fps=8")
        let long = String(repeating: "a", count: 100_000)
        let answer = try? studio.ask("GET", "/", headers: ["X-Long": long])
        #expect(answer == nil || answer!.status == 400 || answer!.status == 431)
        let descriptor = try studio.connection()
        defer { close(descriptor) }
        try StudioProcess.write(Array("GET / HTTP/1.1\r\nHost: ".utf8), to: descriptor)
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The server closes it: the end of the stream is readable.
        #expect(unsafe Glibc.poll(&poll, 1, 60_000) == 1)
        #expect(try studio.ask("GET", "/healthz").status == 200)
    }

    @Test("a thousand silent connections block others only briefly, and scanning continues")
    func crowd() throws {
        let studio = try StudioProcess("sim:bench?fps=8")
        var crowd: [CInt] = []
        defer { crowd.forEach { close($0) } }
        for _ in 0..<1000 { if let descriptor = try? studio.connection() { crowd.append(descriptor) } }
        // They are closed because they send nothing, and those that wait are accepted.
        #expect(try studio.ask("GET", "/healthz").status == 200)
        #expect(try studio.ask("GET", "/api/scans").body.contains("CANDELA"))
    }

    @Test("Ctrl-C ends it by the signal itself, with pages open")
    func end() throws {
        let studio = try StudioProcess("sim:bench?fps=8")
        let listener = try studio.connection()
        defer { close(listener) }
        try StudioProcess.write(
            Array("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\r\n".utf8), to: listener)
        #expect(studio.end() == SIGINT)
    }
}
