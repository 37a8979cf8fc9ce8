// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import FrameCoding
import Synchronization
import TestConditions
import TestServers
import Testing

/// Cameras on the network, with the studio's own pictures as the camera, and with servers that fail.
@Suite("cameras on the network")
struct NetworkCameraTests {
    /// Runs `body` with the address of a running studio, and with its pictures' path.
    private func withStudio(_ body: (_ pictures: String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let run = try CommandRunner.start(
            ["studio", "sim:bench", "--port", "0", "--no-history"], environment: ["XDG_STATE_HOME": folder.path])
        try run.wait { _, errors in errors.contains("the studio is running") }
        let address = try #require(run.output.firstMatch(of: /http:\/\/[^\/]+\//))
        // The studio does not look at it.
        try body("\(address.0)api/frames?token=s3cret")
        run.signal(SIGTERM)
        _ = try run.end()
    }

    @Test("scan, measure and doctor read a camera over HTTP, and none of them shows its secret")
    func read() throws {
        try withStudio { pictures in
            let secret = try #require(pictures.split(separator: "=").last)
            let shown = pictures.replacing(secret, with: "…")
            for run in [
                try CommandRunner.run("scan", pictures, "--once", "--timeout", "60s", "--verbose"),
                try CommandRunner.run("scan", pictures, "--once", "--timeout", "60s", "--json", "--no-history"),
                try CommandRunner.run("measure", pictures, "--frames", "5"),
                try CommandRunner.run("doctor", pictures),
                try CommandRunner.run("doctor", pictures, "--json"),
            ] {
                #expect(run.status == 0, "\(run)")
                #expect(!run.output.contains(secret) && !run.errors.contains(secret), "\(run)")
            }
            let scan = try CommandRunner.run("scan", pictures, "--once", "--json", "--no-history")
            let line = try JSON(scan.output)
            #expect(line["text"].string == "CANDELA" && line["source"].string == shown, "\(scan)")
            let doctor = try CommandRunner.run("doctor", pictures)
            #expect(doctor.output.hasPrefix("\(shown): ready: qr \"CANDELA\""), "\(doctor)")
        }
    }

    @Test("what needs controls says that there are none", arguments: [["controls"], ["set", "zoom=1"], ["info"]])
    func controls(command: [String]) throws {
        let camera = "http://ada:s3cret@camera.invalid/video"
        let isSet = command.first == "set"
        let run = try CommandRunner.run(isSet ? command + ["--camera", camera] : command + [camera])
        #expect(run.status == 2 && run.errors.contains("http://ada@camera.invalid/video"), "\(run)")
        #expect(!run.errors.contains("s3cret"))
    }

    @Test(
        "other addresses are refused with what works instead, and without their passwords",
        arguments: [
            ("rtmp://ada:s3cret@door/1", "ffmpeg"), ("rtsp://", "it names no host"), ("http://", "it names no host"),
            ("gopher://door/", "only http, https, rtsp and rtsps"),
        ])
    func others(address: String, words: String) throws {
        for command in ["scan", "doctor", "controls"] {
            let run = try CommandRunner.run(command, address)
            #expect(run.status == 2 && run.errors.contains(words) && !run.errors.contains("s3cret"), "\(run)")
        }
    }

    @Test("no other process sees the password", .needsRealKernel)
    func processes() throws {
        let server = try HTTPServer { _ in nil }
        let run = try CommandRunner.start([
            "scan", "http://ada:s3cret@127.0.0.1:\(server.port)/v?pwd=hidden&x=1", "--no-history", "--wait",
            "--let-sleep",
        ])
        try run.wait { _, errors in errors.contains("Waiting for the camera") }
        let words = try String(contentsOfFile: "/proc/\(run.processID)/cmdline", encoding: .utf8)
        #expect(words.contains("http://ada:xxxxxx@127.0.0.1:\(server.port)/v?pwd=xxxxxx&x=1"), "\(words)")
        run.signal(SIGINT)
        let result = try run.end()
        #expect(!result.errors.contains("s3cret") && !result.errors.contains("hidden"), "\(result)")
    }

    @Test("Ctrl-C ends a scan that waits for a camera's answer")
    func interrupted() throws {
        let server = try HTTPServer { _ in
            sleep(60)
            return nil
        }
        let run = try CommandRunner.start(["scan", server.url(), "--no-history", "--let-sleep"])
        while server.requests.isEmpty { usleep(10_000) }
        run.signal(SIGINT)
        let result = try run.end()
        #expect(result.status == 130 && result.errors == "", "\(result)")
    }

    @Test("a refused address of this machine is judged by who listens at its port, which the kernel tells")
    func ownServer() throws {
        let port = try HTTPServer.freePort()
        let silent = try CommandRunner.run("doctor", "http://localhost:\(port)/")
        #expect(silent.status == 1 && silent.output.contains("port \(port)") && silent.output.contains("listens at"), "\(silent)")
    }

    /// The first address of this machine that others could reach.
    private static let ownAddress: String? = {
        let routes = (try? String(contentsOfFile: "/proc/net/fib_trie", encoding: .utf8)) ?? ""
        var address = ""
        for line in routes.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "|--", words.count == 2 { address = String(words[1]) }
            if words == ["/32", "host", "LOCAL"], !address.hasPrefix("127.") { return address }
        }
        return nil
    }()

    @Test(
        "a server at 127.0.0.1 only, asked for by another address of this machine, is told as one",
        .enabled(if: ownAddress != nil, "this machine has no address but 127.0.0.1"))
    func innerServer() throws {
        let server = try HTTPServer { _ in .init(200, headers: ["Content-Type: image/jpeg"], body: "") }
        let address = try #require(Self.ownAddress)
        let run = try CommandRunner.run("doctor", "http://\(address):\(server.port)/video?fps=5")
        #expect(run.status == 1 && run.output.contains("listens at 127.0.0.1 only"), "\(run)")
        #expect(run.output.contains("candela doctor 'http://127.0.0.1:\(server.port)/video?fps=5'"), "\(run)")
    }

    @Test("the doctor names the first broken link")
    func doctor() throws {
        let server = try HTTPServer { request in
            switch request.line.split(separator: " ").dropFirst().first {
            case "/locked": .init(401, headers: ["WWW-Authenticate: Basic realm=\"camera\""])
            case "/page": .init(200, headers: ["Content-Type: text/html"], body: "<html>")
            case "/busy": .init(503)
            default: .init(404)
            }
        }
        for (address, finding) in [
            (server.url("/locked"), "network.unauthorized"), (server.url("/page"), "network.not-pictures"),
            (server.url("/busy"), "network.server-fails"), (server.url("/else"), "network.no-such-stream"),
            ("http://no-such-camera.invalid/", "network.no-host"),
            ("http://127.0.0.1:\(try HTTPServer.freePort())/", "network.no-answer"),
        ] {
            let run = try CommandRunner.run("doctor", address)
            #expect(run.status == 1 && run.output.contains("blocked: \(finding)\n"), "\(run)")
        }
    }

    @Test("--wait waits for a camera that is not there yet, and again for one that was lost")
    func waiting() throws {
        let port = try HTTPServer.freePort()
        let run = try CommandRunner.start([
            "scan", "http://127.0.0.1:\(port)/code.jpg", "--wait", "--interval", "0", "--no-history", "--let-sleep",
            "--fps",
            "20",
        ])
        try run.wait { _, errors in errors.contains("Waiting for the camera") }
        let picture = try Self.code()
        func serve() throws -> HTTPServer {
            try HTTPServer(port: port) { _ in .init(200, headers: ["Content-Type: image/jpeg"], bytes: picture) }
        }
        var server: HTTPServer? = try serve()
        try run.wait { output, _ in output.contains("qr ONCE MORE") }
        _ = server
        server = nil
        try run.wait { _, errors in errors.contains("waiting for it to return") }
        // While it starts, it has nothing at that address, and then a page that says so.
        let asked = Mutex(0)
        let before = run.output.count
        server = try HTTPServer(port: port) { _ in
            let turn = asked.withLock { count in
                count += 1
                return count
            }
            switch turn {
            case 1, 2: return .init(404)
            case 3, 4: return .init(200, headers: ["Content-Type: text/html"], bytes: Array("starting".utf8))
            default: return .init(200, headers: ["Content-Type: image/jpeg"], bytes: picture)
            }
        }
        try run.wait { output, _ in output.count > before }
        run.signal(SIGINT)
        #expect(try run.end().status == 130)
        _ = server
    }

    /// A JPEG of a code.
    private static func code() throws -> [UInt8] {
        try JPEGEncoder().encode(
            BarcodeEncoder.encode("ONCE MORE", as: .qr).image(modulePixels: 6, quietZone: 12), quality: 90)
    }
}
