// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Foundation
import Frames
import NetworkCameras
import Synchronization
import TestServers
import TestSupport
import Testing

@Suite("Pictures over HTTP")
struct NetworkFrameSourceTests {
    typealias Answer = HTTPServer.Answer
    static let size = FrameSize(width: 64, height: 48)

    static func jpeg(_ value: UInt8, _ size: FrameSize = size) throws -> [UInt8] {
        try #require(greyJPEG(value, size: size))
    }

    private func open(
        _ server: HTTPServer, _ path: String = "/video", user: String = "", access: NetworkAccess = NetworkAccess(),
        framesPerSecond: Double? = nil
    ) throws -> NetworkFrameSource {
        let address = try #require(NetworkAddress("http://\(user)127.0.0.1:\(server.port)\(path)"))
        return try NetworkFrameSource(
            address, access: access, framesPerSecond: framesPerSecond, timeout: .seconds(20),
            decoders: Decoders(isInProcess: true))
    }

    private func trouble(_ body: () throws -> Void) -> NetworkTrouble? {
        do {
            try body()
            return nil
        } catch { return error as? NetworkTrouble }
    }

    /// The mean of the next picture, as a number.
    private func next(_ source: NetworkFrameSource) throws -> Int {
        let frame = try #require(try source.nextFrame(timeout: .seconds(30)))
        return Int(frame.luma[32, 24])
    }

    /// How servers send MJPEG: with and without lengths, with the boundary's two dashes in the header and without, without a
    /// type, and without anything between the pictures.
    enum Manner: CaseIterable { case lengths, noLengths, dashedBoundary, bytes, bare, noType }

    @Test("every manner of MJPEG is read", arguments: Manner.allCases)
    func manners(manner: Manner) throws {
        let picture = try Self.jpeg(90)
        let server = try HTTPServer { _ in
            let type =
                switch manner {
                case .lengths, .noLengths: ["Content-Type: multipart/x-mixed-replace; boundary=part"]
                case .dashedBoundary: ["Content-Type: multipart/x-mixed-replace;boundary=\"--part\""]
                case .bytes, .bare: ["Content-Type: application/octet-stream"]
                case .noType: [String]()
                }
            return Answer(200, headers: type) { send in
                let length = manner == .lengths ? "Content-Length: \(picture.count)\r\n" : ""
                let head = manner == .bare ? "" : "\r\n--part\r\nContent-Type: image/jpeg\r\n\(length)\r\n"
                while send(Array(head.utf8) + picture) { usleep(10_000) }
            }
        }
        let source = try open(server)
        defer { source.stop() }
        #expect(source.format.size == Self.size)
        for _ in 0..<5 { #expect(abs(try next(source) - 90) < 12) }
        #expect(source.statistics.corrupt == 0)
    }

    @Test("a slow reader gets the newest picture, and the rest is counted")
    func newest() throws {
        let pictures = try (0..<8).map { try Self.jpeg(UInt8($0 * 30)) }
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: multipart/x-mixed-replace; boundary=p"]) { send in
                var count = 0
                while send(Array("--p\r\n\r\n".utf8) + pictures[count % 8]) {
                    count += 1
                    usleep(5000)
                }
            }
        }
        let source = try open(server)
        defer { source.stop() }
        _ = try next(source)
        usleep(400_000)
        let before = source.statistics
        _ = try next(source)
        #expect(before.superseded > 10)
        #expect(source.statistics.captured > before.captured || before.captured > 10)
    }

    @Test("single pictures are asked for again and again, over one connection, at the wanted rate")
    func snapshots() throws {
        let count = Mutex<UInt8>(0)
        let pictures = try (0..<250).map { try Self.jpeg(UInt8($0)) }
        let server = try HTTPServer { _ in
            let number = count.withLock { count in
                count = min(count + 10, 240)
                return count
            }
            return Answer(200, headers: ["Content-Type: image/jpeg"], bytes: pictures[Int(number)])
        }
        let source = try open(server, "/snapshot.jpg?pwd=x", framesPerSecond: 50)
        defer { source.stop() }
        let values = try (0..<4).map { _ in try next(source) }
        #expect(values == values.sorted() && values[3] > values[0])
        #expect(server.requests.allSatisfy { $0.line == "GET /snapshot.jpg?pwd=x HTTP/1.1" })
    }

    @Test("a stream that ends is opened again, without a gap for the reader")
    func reopened() throws {
        let picture = try Self.jpeg(120)
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: multipart/x-mixed-replace; boundary=p"]) { send in
                for _ in 0..<3 {
                    guard send(Array("--p\r\n\r\n".utf8) + picture) else { return }
                    usleep(20_000)
                }
            }
        }
        let source = try open(server)
        defer { source.stop() }
        while server.requests.count < 3 { _ = try next(source) }
    }

    @Test("silence of more than four seconds is the camera's end, with the cause")
    func silence() throws {
        let picture = try Self.jpeg(120)
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: multipart/x-mixed-replace; boundary=p"]) { send in
                for _ in 0..<2 { _ = send(Array("--p\r\n\r\n".utf8) + picture) }
                while send([]) { sleep(30) }
            }
        }
        let source = try open(server)
        _ = try next(source)
        do {
            _ = try source.nextFrame(timeout: .seconds(5))
            Issue.record("a frame came")
        } catch {
            #expect(error.kind == .gone)
            #expect(error.description.contains("silent") || error.description.contains("no picture"), "\(error)")
        }
        #expect(try source.nextFrame(timeout: .seconds(1)) == nil)
    }

    @Test("a camera whose pictures change their size ends with both sizes")
    func resized() throws {
        let (small, large) = (try Self.jpeg(50), try Self.jpeg(50, FrameSize(width: 80, height: 48)))
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: multipart/x-mixed-replace; boundary=p"]) { send in
                for _ in 0..<3 { _ = send(Array("--p\r\n\r\n".utf8) + small) }
                while send(Array("--p\r\n\r\n".utf8) + large) { usleep(10_000) }
            }
        }
        let source = try open(server)
        defer { source.stop() }
        do {
            while try source.nextFrame(timeout: .seconds(30)) != nil {}
            Issue.record("it ended without a cause")
        } catch {
            #expect(error.kind == .gone)
            #expect(error.description.contains("64x48 to 80x48"), "\(error)")
        }
    }

    @Test(
        "what is no picture is refused with the cause",
        arguments: [
            (404, "text/html", "gone", NetworkTrouble.Kind.notThere), (403, "", "", .forbidden),
            (500, "", "", .serverFails),
            (503, "", "", .serverFails), (200, "text/html; charset=utf-8", "<html>", .notPictures),
            (200, "application/vnd.apple.mpegurl", "#EXTM3U", .notPictures), (200, "", "", .notPictures),
            (302, "", "", .notThere), (401, "", "", .noPassword),
        ])
    func refused(status: Int, type: String, body: String, kind: NetworkTrouble.Kind) throws {
        let server = try HTTPServer { _ in
            Answer(status, headers: type.isEmpty ? [] : ["Content-Type: \(type)"], body: body)
        }
        let error = trouble { _ = try open(server, user: "", access: NetworkAccess(password: "never shown")) }
        #expect(error?.kind == kind, "\(String(describing: error))")
        #expect(error?.description.hasPrefix("cannot read http://127.0.0.1:\(server.port)/video: ") == true)
    }

    @Test("an endless answer that is no picture ends after a quarter of a megabyte")
    func endless() throws {
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: video/mp4"]) { send in
                while send([UInt8](repeating: 7, count: 65536)) {}
            }
        }
        #expect(trouble { _ = try open(server) }?.kind == .notPictures)
    }

    @Test(
        "user and password are sent by Basic and by Digest; wrong ones are refused; none is shown",
        arguments: [
            "Basic realm=\"camera\"", "Digest realm=\"camera\", nonce=\"abc\", qop=\"auth\", algorithm=MD5",
        ])
    func passwords(challenge: String) throws {
        let picture = try Self.jpeg(70)
        let server = try HTTPServer { request in
            let words = request.headers["authorization"] ?? ""
            let isRight =
                challenge.hasPrefix("Basic")
                ? words == "Basic " + Data("ada:p@ss".utf8).base64EncodedString()
                : words.contains("username=\"ada\"") && words.contains("response=") && !words.contains("wrong")
            guard isRight, !request.line.contains("refuse") else {
                return Answer(401, headers: ["WWW-Authenticate: \(challenge)"], body: "no")
            }
            return Answer(200, headers: ["Content-Type: image/jpeg"], bytes: picture)
        }
        for (user, access) in [
            ("ada:p%40ss@", NetworkAccess()), ("ada@", NetworkAccess(password: "p@ss")),
        ] {
            let source = try open(server, user: user, access: access)
            #expect(abs(try next(source) - 70) < 12)
            source.stop()
        }
        let error = trouble { _ = try open(server, "/refuse", user: "ada:s3cret@") }
        #expect(error?.kind == .wrongPassword)
        #expect(error?.description.contains("s3cret") == false && error?.description.contains("ada@") == true)
    }

    @Test("the network's own failures are told apart")
    func network() throws {
        func kind(_ text: String) -> NetworkTrouble.Kind? {
            trouble {
                _ = try NetworkFrameSource(
                    #require(NetworkAddress(text)), access: NetworkAccess(), decoders: Decoders(isInProcess: true))
            }?.kind
        }
        #expect(kind("http://127.0.0.1:\(try HTTPServer.freePort())/video") == .noConnection)
        #expect(kind("http://no-such-camera.invalid/video") == .unknownHost)
        #expect(kind("http://host:notaport/video") == .invalidAddress)
    }

    @Test("redirects are followed, but not to other protocols")
    func redirects() throws {
        let picture = try Self.jpeg(70)
        let server = try HTTPServer { request in
            if request.line.contains("/video") { return Answer(302, headers: ["Location: /stream"]) }
            if request.line.contains("/elsewhere") { return Answer(302, headers: ["Location: file:///etc/passwd"]) }
            if request.line.contains("/loop") { return Answer(302, headers: ["Location: /loop"]) }
            return Answer(200, headers: ["Content-Type: image/jpeg"], bytes: picture)
        }
        let source = try open(server)
        #expect(abs(try next(source) - 70) < 12)
        source.stop()
        #expect(trouble { _ = try open(server, "/elsewhere") } != nil)
        #expect(trouble { _ = try open(server, "/loop") } != nil)
    }

    @Test("a self-made certificate is refused, and accepted once it is named")
    func certificates() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "camera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Certificate.make(in: folder)
        try Data(try Self.jpeg(70)).write(to: folder.appending(path: "snapshot.jpg"))
        let port = try HTTPServer.freePort()
        // Somebody else's server: openssl gives files of its folder a type by their names.
        let server = try TestProgram([
            "sh", "-c", "cd \"$0\" && exec openssl s_server -quiet -WWW -accept \"$1\" -cert cert.pem -key key.pem",
            folder.path, "\(port)",
        ])
        defer { server.end(SIGKILL) }
        func open(_ access: NetworkAccess) throws {
            let address = try #require(NetworkAddress("https://localhost:\(port)/snapshot.jpg"))
            let source = try NetworkFrameSource(address, access: access, decoders: Decoders(isInProcess: true))
            defer { source.stop() }
            #expect(abs(try next(source) - 70) < 12)
        }
        for _ in 0..<100 {
            guard trouble({ try open(NetworkAccess()) })?.kind == .noConnection else { break }
            usleep(50_000)
        }
        #expect(trouble { try open(NetworkAccess()) }?.kind == .untrusted)
        try open(NetworkAccess(authorities: folder.appending(path: "cert.pem").path))
    }

    @Test("stop ends at once, while it connects, while it waits, and twice")
    func stopping() throws {
        let picture = try Self.jpeg(70)
        let server = try HTTPServer { _ in
            Answer(200, headers: ["Content-Type: multipart/x-mixed-replace; boundary=p"]) { send in
                for _ in 0..<2 { _ = send(Array("--p\r\n\r\n".utf8) + picture) }
                while send([]) { sleep(30) }
            }
        }
        let source = try open(server)
        _ = try next(source)
        Thread.detachNewThread {
            usleep(100_000)
            source.stop()
        }
        #expect(try source.nextFrame(timeout: .seconds(60)) == nil)
        source.stop()
    }
}
