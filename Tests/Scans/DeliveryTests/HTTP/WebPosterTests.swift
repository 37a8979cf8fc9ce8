// SPDX-License-Identifier: Apache-2.0

import Delivery
import Foundation
import Glibc
import Testing
import TestServers

@Suite("Posting to a server", .serialized)
struct WebPosterTests {
    private let limit = Duration.seconds(60)

    init() { unsafe setenv("no_proxy", "*", 1) }

    private func poster() throws -> WebPoster { try WebPoster() }

    @Test("body and headers arrive as they are, over one connection")
    func posts() throws {
        let server = try HTTPServer { _ in .init(200, body: "thanks\nmore") }
        let poster = try poster()
        for number in 0..<3 {
            let answer = poster.post(
                Array("{\"n\":\(number)}".utf8), to: server.url("/a?b=c"), headers: ["Idempotency-Key: K\(number)"],
                limit: limit)
            #expect(answer == .answered(status: 200, retryAfter: nil, redirect: nil, words: "thanks\nmore"))
        }
        #expect(server.requests.map(\.line) == Array(repeating: "POST /a?b=c HTTP/1.1", count: 3))
        #expect(
            server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["{\"n\":0}", "{\"n\":1}", "{\"n\":2}"])
        #expect(server.requests.map { $0.headers["idempotency-key"] } == ["K0", "K1", "K2"])
    }

    @Test("a response's status, pause and redirect are reported, and the redirect is not followed")
    func answers() throws {
        let server = try HTTPServer { request in
            request.line.contains("/moved")
                ? .init(301, headers: ["Location: /elsewhere"])
                : .init(503, headers: ["Retry-After: 7"], body: "later")
        }
        let poster = try poster()
        #expect(
            poster.post([], to: server.url("/moved"), headers: ["A: b"], limit: limit)
                == .answered(status: 301, retryAfter: nil, redirect: server.url("/elsewhere"), words: ""))
        #expect(
            poster.post([1], to: server.url("/busy"), headers: ["A: b"], limit: limit)
                == .answered(status: 503, retryAfter: .seconds(7), redirect: nil, words: "later"))
        #expect(server.requests.count == 2)
    }

    @Test("a long response is truncated, and the connection stays usable")
    func long() throws {
        let server = try HTTPServer { _ in .init(500, body: String(repeating: "ä", count: 100_000)) }
        let poster = try poster()
        for _ in 0..<2 {
            guard
                case .answered(500, _, _, let words) = poster.post(
                    [1], to: server.url(), headers: ["A: b"], limit: limit)
            else {
                Issue.record("no answer")
                return
            }
            #expect(words.hasPrefix("ää") && words.utf8.count < 600)
        }
    }

    @Test("no server, a broken connection, and an invalid address are distinguished")
    func failures() throws {
        let poster = try poster()
        guard
            case .failed(let reason) = poster.post(
                [1], to: "http://127.0.0.1:\(try HTTPServer.freePort())/", headers: ["A: b"], limit: limit)
        else {
            Issue.record("nobody is there, and it answered")
            return
        }
        #expect(reason.contains("connect"))
        let mute = try HTTPServer { _ in nil }
        guard case .failed = poster.post([1], to: mute.url(), headers: ["A: b"], limit: limit) else {
            Issue.record("it broke off, and answered")
            return
        }
        for address in ["ftp://127.0.0.1/", "file:///etc/passwd", "http://"] {
            guard case .malformed = poster.post([1], to: address, headers: ["A: b"], limit: limit) else {
                Issue.record("\(address) was taken for an address")
                return
            }
        }
    }

    @Test("waiting ends at its limit, and when it is cancelled")
    func waiting() throws {
        let silent = try HTTPServer { _ in
            sleep(1000)
            return nil
        }
        guard case .failed(let reason) = try poster().post([1], to: silent.url(), headers: ["A: b"], limit: .seconds(1))
        else {
            Issue.record("it answered")
            return
        }
        #expect(reason.contains("timed out"))
        let poster = try poster()
        Thread.detachNewThread {
            while silent.requests.count < 2 { usleep(1000) }
            poster.cancel()
        }
        #expect(poster.post([1], to: silent.url(), headers: ["A: b"], limit: limit) == .cancelled)
        #expect(poster.post([1], to: silent.url(), headers: ["A: b"], limit: limit) == .cancelled)
        #expect(silent.requests.count == 2)
    }

    @Test("a server's certificate must be trusted, by the system or by the given file")
    func encrypted() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Certificate.make(in: folder)
        let port = try HTTPServer.freePort()
        // Speaks TLS, and serves files to any client.
        let server = try TestProgram([
            "openssl", "s_server", "-quiet", "-accept", "\(port)", "-cert", folder.appending(path: "cert.pem").path,
            "-key", folder.appending(path: "key.pem").path, "-HTTP",
        ])
        func post(_ authorities: String?) throws -> WebPoster.Answer {
            let poster = try WebPoster(authorities: authorities)
            while true {
                let answer = poster.post([1], to: "https://localhost:\(port)/", headers: ["A: b"], limit: .seconds(3))
                guard case .failed(let reason) = answer, reason.contains("connect to"), server.isRunning else {
                    return answer
                }
                usleep(20_000)
            }
        }
        guard case .failed(let reason) = try post(nil) else {
            Issue.record("a certificate that nobody vouches for was believed")
            return
        }
        #expect(reason.contains("certificate"))
        // This server does not support POST; it is enough that it got one.
        if case .failed(let reason) = try post(folder.appending(path: "cert.pem").path) {
            #expect(!reason.contains("certificate"))
        }
    }
}
