// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestConditions
import TestServers
import Testing

/// Cameras that send video, with a server that others wrote.
@Suite("video over RTSP")
struct VideoCameraTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func scan(
        _ address: String, _ options: [String] = [], environment: [String: String] = [:]
    ) throws -> CommandResult {
        try CommandRunner.start(
            ["scan", address, "--once", "--timeout", "60s", "--no-history", "--let-sleep"] + options,
            environment: environment
        ).end()
    }

    @Test("H.264, H.265 and JPEG are read", arguments: [("h264", "H.264"), ("h265", "H.265"), ("jpeg", "JPEG")])
    func codecs(codec: String, name: String) throws {
        let camera = try RTSPCamera(["--codec", codec], in: folder)
        let run = try scan(camera.address(), ["--verbose"])
        #expect(run.status == 0 && run.output == "qr \(RTSPCamera.text)\n", "\(run)")
        #expect(run.errors.contains("\(name) over RTSP"), "\(run)")
        // An emulator has no filters of system calls.
        #expect(Emulation.isOn || !run.errors.contains("not fully confined"), "\(run)")
    }

    @Test("measure and doctor read it, and the doctor shows how it is compressed")
    func others() throws {
        let camera = try RTSPCamera(in: folder)
        let measure = try CommandRunner.run("measure", camera.address(), "--frames", "5", "--json")
        #expect(measure.status == 0, "\(measure)")
        let doctor = try CommandRunner.run("doctor", camera.address())
        #expect(doctor.status == 0 && doctor.output.contains("ready: qr \"\(RTSPCamera.text)\""), "\(doctor)")
        for words in [["controls"], ["torch", "on", "--camera"], ["calibrate"], ["set", "zoom=1", "--camera"]] {
            let run = try CommandRunner.run(words + [camera.address()])
            #expect(run.status == 2 && run.errors.contains("no controls"), "\(words): \(run)")
        }
    }

    @Test(
        "the doctor sees the colours of a camera over RTSP, which its worker leaves out of the pictures",
        arguments: [
            ("h264", "0xffc86eb4", "pink"), ("h265", "0xffc86eb4", "pink"), ("jpeg", "0xffc86eb4", "pink"), ("h264", "0xff808080", "black and white"),
            ("h264", "0xff807860", nil),
        ] as [(String, String, String?)])
    func colours(codec: String, colour: String, words: String?) throws {
        let camera = try RTSPCamera(["--codec", codec, "--plain", colour], in: folder)
        let run = try CommandRunner.run("doctor", camera.address())
        #expect(run.output.contains("stream.colours") == (words != nil) && run.output.contains(words ?? "symbol.none"), "\(run)")
    }

    // Without a mark of its end the last one would wait for the next. It alone shows the second text.
    @Test("a picture is read before the next one begins", arguments: ["h264", "h265"])
    func lastPicture(codec: String) throws {
        let last = folder.path + "/last.png"
        #expect(try CommandRunner.run("encode", "VIDEO 2", "-o", last).status == 0)
        let camera = try RTSPCamera(
            ["--codec", codec, "--pictures", "8", "--last", last, "--rate", "4"], in: folder)
        let run = try CommandRunner.run("scan", camera.address(), "--interval", "0", "--no-history", "--let-sleep")
        #expect(run.status == 2 && run.errors.contains("it has sent no picture for 4 s"), "\(run)")
        #expect(run.output.hasSuffix("qr \(RTSPCamera.text)\nqr VIDEO 2\n"), "\(run)")
    }

    @Test("datagrams are taken if the camera sends nothing else")
    func datagrams() throws {
        let camera = try RTSPCamera(["--datagrams"], in: folder)
        let run = try scan(camera.address(), ["--verbose"])
        #expect(run.status == 0 && run.errors.contains("as datagrams"), "\(run)")
    }

    @Test("a user and a password are sent, wrong ones are told, and none is shown", arguments: ["basic", "digest"])
    func login(kind: String) throws {
        let camera = try RTSPCamera(["--login", kind], in: folder)
        let without = try scan(camera.address())
        #expect(without.status == 2 && without.errors.contains("it asks for a user and a password (401)"), "\(without)")
        let wrong = try scan(camera.address(user: "ada:hunter2@"), ["--wait"])
        #expect(wrong.status == 2 && wrong.errors.contains("does not accept this user and password (401)"), "\(wrong)")
        #expect(!wrong.errors.contains("hunter2"))
        let right = try scan(camera.address(user: "ada@"), environment: ["CANDELA_CAMERA_PASSWORD": "s3cret"])
        #expect(right.status == 0 && !"\(right)".contains("s3cret"), "\(right)")
        #expect(right.errors.contains("readable form (Basic)") == (kind == "basic"), "\(right)")
    }

    @Test(
        "no process shows the password in its words or its environment, and the worker has given up its rights",
        .needsRealKernel)
    func secrets() throws {
        let camera = try RTSPCamera(["--login", "digest"], in: folder)
        let run = try CommandRunner.start([
            "scan", camera.address(user: "ada:s3cret@"), "--no-history", "--let-sleep", "--interval", "0",
        ])
        try run.wait { output, _ in output.contains(RTSPCamera.text) }
        let worker = try Self.awaitWorker(of: run.processID)
        for (process, hasEnvironment) in [(run.processID, false), (worker, true)] {
            for name in ["cmdline"] + (hasEnvironment && getuid() == 0 ? ["environ"] : []) {
                let text = (try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)) ?? ""
                #expect(!text.contains("s3cret"), "\(name): \(text)")
            }
        }
        let status = try String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1"), "\(status)")
        #expect(status.contains("Seccomp:\t2"), "\(status)")
        run.signal(SIGINT)
        let result = try run.end()
        #expect(result.status == 130 && !result.errors.contains("s3cret"), "\(result)")
        Self.awaitEnd(of: worker)
    }

    @Test("a certificate is checked: against the file of trusted ones, and against the name")
    func certificates() throws {
        let (own, other) = (folder.path + "/own", folder.path + "/other")
        for place in [own, other] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Certificate.make(in: URL(fileURLWithPath: place))
        }
        let camera = try RTSPCamera(["--tls", own + "/cert.pem", own + "/key.pem", "--login", "digest"], in: folder)
        func run(_ host: String, _ authorities: String?, scheme: String = "rtsps") throws -> CommandResult {
            var environment = ["CANDELA_CAMERA_PASSWORD": "s3cret"]
            environment["CANDELA_CAMERA_CA"] = authorities
            return try scan(camera.address(user: "ada@", scheme: scheme, host: host), environment: environment)
        }
        let trusted = try run("localhost", own + "/cert.pem")
        #expect(trusted.status == 0 && trusted.output == "qr \(RTSPCamera.text)\n", "\(trusted)")
        for (host, authorities, words) in [
            ("localhost", nil, "nobody whom this machine trusts has signed it"),
            ("localhost", other + "/cert.pem", "nobody whom this machine trusts has signed it"),
            ("127.0.0.1", own + "/cert.pem", "it is for another name"),
            ("localhost", own + "/key.pem", "the file of trusted certificates"),
        ] {
            let refused = try run(host, authorities)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(refused)")
        }
        let plain = try run("localhost", nil, scheme: "rtsp")
        #expect(plain.status == 2 && plain.errors.contains("does not speak RTSP"), "\(plain)")
        let unencrypted = try RTSPCamera(in: folder)
        let noTLS = try scan(unencrypted.address(scheme: "rtsps", host: "localhost"))
        #expect(noTLS.status == 2 && noTLS.errors.contains("RTSP over TLS"), "\(noTLS)")
    }

    @Test("a camera that sends its clients to another address is refused, and nothing is sent there")
    func elsewhere() throws {
        let other = try HTTPServer(version: "RTSP/1.0") { _ in .init(401) }
        let camera = try HTTPServer(version: "RTSP/1.0") { request in
            let number = "CSeq: \(request.headers["cseq"] ?? "0")"
            if request.line.hasPrefix("OPTIONS") { return .init(200, headers: [number, "Public: DESCRIBE, SETUP, PLAY"]) }
            return request.headers["authorization"] == nil
                ? .init(401, headers: [number, "WWW-Authenticate: Basic realm=\"camera\""])
                : .init(302, headers: [number, "Location: rtsp://127.0.0.1:\(other.port)/video"])
        }
        let run = try scan("rtsp://ada:s3cret@127.0.0.1:\(camera.port)/1")
        #expect(run.status == 2 && run.errors.contains("another address") && !run.errors.contains("s3cret"), "\(run)")
        #expect(camera.requests.contains { $0.headers["authorization"] != nil } && other.requests.isEmpty)
    }

    @Test("the doctor names the first broken link")
    func doctor() throws {
        let camera = try RTSPCamera(["--login", "digest"], in: folder)
        for (address, finding) in [
            (camera.address(), "network.unauthorized"),
            (camera.address(user: "ada:s3cret@", path: "/else"), "network.no-such-stream"),
            ("rtsp://no-such-camera.invalid/", "network.no-host"),
            ("rtsp://127.0.0.1:\(try HTTPServer.freePort())/", "network.no-answer"),
            (camera.address(scheme: "rtsps"), "network.not-pictures"),
        ] {
            let run = try CommandRunner.run("doctor", address)
            #expect(run.status == 1 && run.output.contains("blocked: \(finding)\n"), "\(run)")
            #expect(!"\(run)".contains("s3cret"))
        }
    }

    @Test("a stream that stands still ends a scan with the cause; with --wait it goes on when the camera is back")
    func lost() throws {
        let camera = try RTSPCamera(in: folder)
        let ending = try CommandRunner.start([
            "scan", camera.address(), "--interval", "0", "--no-history", "--let-sleep",
        ])
        let waiting = try CommandRunner.start([
            "scan", camera.address(), "--interval", "0", "--no-history", "--let-sleep", "--wait",
        ])
        for run in [ending, waiting] { try run.wait { output, _ in output.contains(RTSPCamera.text) } }
        camera.signal(SIGSTOP)
        let ended = try ending.end()
        #expect(ended.status == 2 && ended.errors.contains("it has sent no picture for 4 s"), "\(ended)")
        try waiting.wait { _, errors in errors.contains("waiting for it to return") }
        camera.end()
        let before = waiting.output.count
        let again = try RTSPCamera(port: camera.port, in: folder)
        try waiting.wait { output, _ in output.count > before }
        waiting.signal(SIGINT)
        #expect(try waiting.end().status == 130)
        again.end()
    }

    @Test("a worker that dies or hangs is told and replaced, and the scan goes on", .needsRealSpeed)
    func worker() throws {
        let camera = try RTSPCamera(in: folder)
        let run = try CommandRunner.start(["scan", camera.address(), "--interval", "0", "--no-history", "--let-sleep"])
        try run.wait { output, _ in output.contains(RTSPCamera.text) }
        let worker = try Self.awaitWorker(of: run.processID)
        kill(worker, SIGKILL)
        try run.wait { _, errors in
            errors.contains("the video process died: signal 9 (Killed); it will be connected again")
        }
        let next = try Self.awaitWorker(of: run.processID, after: worker)
        let before = run.output.count
        try run.wait { output, _ in output.count > before }
        kill(next, SIGSTOP)
        try run.wait { _, errors in errors.contains("it has sent no picture for 4 s") }
        let result = try run.end()
        #expect(result.status == 2, "\(result)")
        Self.awaitEnd(of: next)
    }

    /// A server that takes connections and says nothing: its socket and port.
    private static func silentServer() -> (listener: CInt, port: UInt16) {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #expect(listen(listener, 8) == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe getsockname(listener, $0, &size)
            }
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    @Test("a camera that takes the connection and does not answer is told apart from one that is not there")
    func noReply() throws {
        let (listener, port) = Self.silentServer()
        defer { close(listener) }
        let run = try scan("rtsp://127.0.0.1:\(port)/")
        #expect(run.status == 2 && run.errors.contains("it takes the connection, but has not answered within 15 s"), "\(run)")
    }

    @Test("a password that ends the host too early is told before anything is sent, and not shown")
    func brokenPassword() throws {
        let run = try scan("rtsp://ada:s3#cret@127.0.0.1:1/")
        #expect(run.status == 2 && run.errors.contains("%23") && run.errors.contains("ada:…@127.0.0.1:1/"), "\(run)")
        #expect(!run.errors.contains("s3") && !run.errors.contains("cret@"), "\(run)")
        let escaped = try scan("rtsp://ada:s3cret%40127.0.0.1:1/")
        #expect(escaped.status == 2 && escaped.errors.contains("ada:…%40127.0.0.1:1/") && !escaped.errors.contains("s3cret"), "\(escaped)")
    }

    @Test("Ctrl-C ends a scan that waits for a camera's answer")
    func interrupted() throws {
        let (listener, port) = Self.silentServer()
        defer { close(listener) }
        let run = try CommandRunner.start(["scan", "rtsp://127.0.0.1:\(port)/", "--no-history", "--let-sleep"])
        _ = try Self.awaitWorker(of: run.processID)
        run.signal(SIGINT)
        let result = try run.end()
        #expect(result.status == 130 && result.errors == "", "\(result)")
    }

    /// Waits until a process is gone, or dead and not reaped.
    private static func awaitEnd(of process: pid_t) {
        for _ in 0..<6000 {
            guard let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8), !words.isEmpty
            else {
                return
            }
            usleep(10_000)
        }
        Issue.record("process \(process) does not end")
    }

    /// Waits until a process has started a video worker, after the one that is told, and gives it. One look is not
    /// enough: a child moves to another thread's list when the thread that started it ends, and pictures that were
    /// under way are still decoded after their worker's death, before there is a next one.
    private static func awaitWorker(of parent: pid_t, after last: pid_t? = nil) throws -> pid_t {
        for _ in 0..<6000 {
            if let found = worker(of: parent), found != last { return found }
            usleep(10_000)
        }
        return try #require(nil as pid_t?, "no video worker of process \(parent)")
    }

    /// The video worker that a process has started, if one look shows it.
    private static func worker(of parent: pid_t) -> pid_t? {
        let children = (try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)) ?? ""
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? []
        let found = all.compactMap {
            try? String(contentsOfFile: "/proc/\(parent)/task/\($0)/children", encoding: .utf8)
        }
        return (found + [children]).flatMap { $0.split(separator: " ").compactMap { pid_t($0) } }.first { child in
            (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8))?.contains("video-worker") == true
        }
    }
}
