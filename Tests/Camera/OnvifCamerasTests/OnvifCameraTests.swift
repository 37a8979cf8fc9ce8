// SPDX-License-Identifier: Apache-2.0

import ConfinedXML
import NetworkCameras
import OnvifCameras
import TestServers
import Testing

@Suite("Asking ONVIF cameras")
struct OnvifCameraTests {
    typealias Manner = OnvifServer.Manner
    private let reader = XMLReader(isInProcess: true)

    private func address(_ server: OnvifServer, _ user: String = "", _ rest: String = "") throws -> NetworkAddress {
        try #require(NetworkAddress("onvif:\(user)127.0.0.1:\(server.port)\(rest)"))
    }

    private func ask(
        _ server: OnvifServer, _ user: String = "", password: String? = nil
    ) throws(NetworkTrouble) -> OnvifCamera {
        try OnvifCamera.ask(
            NetworkAddress("onvif:\(user)127.0.0.1:\(server.port)")!, access: NetworkAccess(password: password),
            reader: reader)
    }

    @Test("a camera without a login tells its streams and its snapshots")
    func open() throws {
        let server = try OnvifServer()
        let camera = try ask(server)
        #expect(camera.information.title == "ACME Door 1" && camera.streams.count == 2)
        #expect(abs(camera.clockOffset ?? 99) <= 1)
        #expect(camera.streams[0].video?.name == "rtsp://127.0.0.1:8554/000?a=1&b=2")
        #expect(camera.streams[0].snapshot?.name == "http://127.0.0.1:\(server.port)/snap.jpg")
        #expect(
            camera.streams[1].snapshot == nil && camera.streams[1].video?.name == "rtsp://127.0.0.1:8554/001?a=1&b=2")
        #expect(server.requests.allSatisfy { !String(decoding: $0.body, as: UTF8.self).contains("UsernameToken") })
    }

    @Test(
        "logins: with a clock that is right, behind or ahead, and with HTTP's digest",
        arguments: [
            Manner(user: "ada", password: "s3cret"),
            Manner(user: "ada", password: "s3cret", clockOffset: -86_400 * 365),
            Manner(user: "ada", password: "s3cret", clockOffset: 7200, refusal: 401),
            Manner(user: "ada", password: "s3cret", wantsHTTPDigest: true), Manner(user: "a<d>&\"a", password: "p<&>w"),
        ])
    func logins(manner: Manner) throws {
        let server = try OnvifServer(manner)
        let user = try #require(manner.user)
        let encoded = user == "ada" ? "ada" : "a%3Cd%3E&%22a"
        let camera = try ask(server, encoded + "@", password: manner.password)
        #expect(camera.streams.first?.video?.user == user)
        #expect(abs((camera.clockOffset ?? 99_999_999) - manner.clockOffset) <= 1)
        // The password itself never goes anywhere.
        for request in server.requests {
            #expect(!String(decoding: request.body, as: UTF8.self).contains(manner.password))
            #expect(request.headers["authorization"]?.hasPrefix("Basic") != true)
        }
        let none = try #require(throws: NetworkTrouble.self) { try ask(server) }
        #expect(none.kind == .noPassword && none.advice.contains("onvif:USER@127.0.0.1"), "\(none)")
        guard !manner.wantsHTTPDigest else { return }
        let wrong = try #require(throws: NetworkTrouble.self) { try ask(server, encoded + "@", password: "wrong") }
        #expect(wrong.kind == .wrongPassword && !"\(wrong)".contains("wrong\""), "\(wrong)")
        #expect(wrong.cause.contains("its clock is") == (manner.clockOffset != 0), "\(wrong)")
    }

    @Test("a login that HTTP's digest refuses is told as one, and not asked for ever")
    func refusedDigest() throws {
        let server = try OnvifServer(
            Manner(user: "bob", wantsHTTPDigest: true))
        let trouble = try #require(throws: NetworkTrouble.self) { try ask(server, "ada@", password: "x") }
        #expect(trouble.kind == .wrongPassword && server.requests.count < 12)
    }

    @Test("older cameras, and cameras with the newer media service only")
    func services() throws {
        let old = try OnvifServer(Manner(knowsServices: false))
        #expect(try ask(old).streams.count == 2)
        let new = try OnvifServer(Manner(hasMedia2Only: true))
        let camera = try ask(new)
        #expect(camera.streams.map(\.profile.encoding) == ["H265"])
        #expect(camera.streams.first?.video?.name == "rtsp://127.0.0.1:8554/main?a=1&b=2")
    }

    @Test("a camera that names another host gets no request and no password there")
    func elsewhere() throws {
        // Nothing listens at that host, so a single question there would fail.
        let server = try OnvifServer(Manner(user: "ada", password: "s3cret", host: "127.0.0.2"))
        let camera = try ask(server, "ada@", password: "s3cret")
        #expect(camera.streams.first?.video?.name == "rtsp://ada@127.0.0.1:8554/000?a=1&b=2")
        #expect(camera.streams.first?.otherHost == "127.0.0.2")
    }

    @Test("the profile that is named is found, and one that is not there tells which are")
    func profiles() throws {
        let server = try OnvifServer()
        func find(_ rest: String) throws -> OnvifStream {
            try OnvifStream.find(try address(server, "", rest), access: NetworkAccess(), reader: reader)
        }
        #expect(try find("").profile.token == "000")
        for rest in ["#001", "#2", "#SubStream%20&%20more"] {
            #expect(try find(rest).profile.token == "001", "\(rest)")
        }
        let trouble = try #require(throws: NetworkTrouble.self) { try find("#9") }
        #expect(trouble.kind == .notThere && trouble.advice.contains("1 (MainStream), 2 (SubStream"), "\(trouble)")
    }

    @Test(
        "what is no camera, and what a camera refuses, is told with its kind",
        arguments: [
            (404, "", NetworkTrouble.Kind.notThere), (403, "", .forbidden), (503, "", .serverFails),
            (200, "<html><body>login</body></html>", .notPictures), (200, "not XML", .notPictures),
            (200, "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", .notPictures), (200, "", .notPictures),
            (200, Answers.dahuaStream, .notPictures), (302, "", .serverFails),
        ])
    func others(status: Int, text: String, kind: NetworkTrouble.Kind) throws {
        let server = try OnvifServer(
            Manner(instead: { _ in HTTPServer.Answer(status, headers: ["Location: http://127.0.0.1:1/"], body: text) }))
        let trouble = try #require(throws: NetworkTrouble.self) { try ask(server) }
        #expect(trouble.kind == kind, "\(trouble)")
    }

    @Test("how far a clock is off is told to the nearest unit")
    func clockWords() {
        #expect(ClockWords.difference(-7199) == "2 h behind this machine's")
        #expect(ClockWords.difference(7201) == "2 h ahead of this machine's")
        #expect(ClockWords.difference(119) == "119 s ahead of this machine's")
        #expect(ClockWords.difference(3599) == "60 min ahead of this machine's")
        #expect(ClockWords.difference(-86_399) == "24 h behind this machine's")
        #expect(ClockWords.difference(172_799) == "2 days ahead of this machine's")
        // A record that was damaged, or made up.
        #expect(ClockWords.difference(.min).hasSuffix(" days behind this machine's"))
    }

    @Test("nothing there, and an answer without end")
    func unreachable() throws {
        let port = try HTTPServer.freePort()
        let address = try #require(NetworkAddress("onvif:127.0.0.1:\(port)"))
        let none = try #require(throws: NetworkTrouble.self) {
            try OnvifCamera.ask(address, access: NetworkAccess(), reader: reader)
        }
        #expect(none.kind == .noConnection)
        let endless = try OnvifServer(
            Manner(instead: { _ in
                HTTPServer.Answer(200) { send in
                    let piece = [UInt8](repeating: 0x20, count: 65536)
                    while send(piece) {}
                }
            }))
        let trouble = try #require(throws: NetworkTrouble.self) { try ask(endless) }
        #expect(trouble.cause.contains("longer than 1 MiB"), "\(trouble)")
    }
}
