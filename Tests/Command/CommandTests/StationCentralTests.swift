// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestServers
import Testing

/// The central file of a station: signed by minisign, from mosquitto, or from Python's HTTPS server.
@Suite("candela station: a central file")
struct StationCentralTests {
    let folder: TemporaryFolder
    private let keys: Keys

    init() throws {
        folder = try TemporaryFolder()
        keys = try Keys(folder.path)
    }

    /// A pair of keys, and files signed with it.
    private struct Keys {
        let folder: String
        let open: String

        init(_ folder: String) throws {
            self.folder = folder
            try TestProgram(["minisign", "-G", "-W", "-p", folder + "/k.pub", "-s", folder + "/k.sec"]).wait()
            let lines = try String(contentsOfFile: folder + "/k.pub", encoding: .utf8).split(separator: "\n")
            open = String(lines[1])
        }

        /// The path of the signed file. `time` is when the test says that it was signed.
        func sign(_ text: String, time: Int) throws -> String {
            let path = folder + "/central-\(time).toml"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try TestProgram(["minisign", "-S", "-s", folder + "/k.sec", "-m", path, "-t", "timestamp:\(time)"]).wait()
            let signed = try Data(contentsOf: URL(fileURLWithPath: path + ".minisig")) + Data(text.utf8)
            try signed.write(to: URL(fileURLWithPath: path + ".signed"))
            return path + ".signed"
        }
    }

    private func start(_ text: String) throws -> RunningCommand {
        let path = folder.path + "/station.toml"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try CommandRunner.start(
            ["station", "--config", path],
            environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
    }

    private func camera(_ text: String) -> String {
        "[camera]\nuse = \"sim:bench?code=qr:\(text)\"\ninterval = \"300ms\"\n[output]\nprint = \"text\"\n"
    }

    @Test(
        "a retained message is applied while the station runs; bad ones are refused; it starts with the last good one",
        .enabled(if: Broker.program != nil, "mosquitto is not installed"))
    func broker() throws {
        let broker = try Broker()
        try broker.start()
        func send(_ path: String) throws {
            try TestProgram(["mosquitto_pub", "-p", "\(broker.port)", "-q", "1", "-r", "-t", "conf/gate-3", "-f", path])
                .wait()
        }
        let own = """
            name = "gate-3"
            [central]
            from = "mqtt://127.0.0.1:\(broker.port)/conf/{name}"
            key = "\(keys.open)"
            [history]
            save = false
            """
        let good = try keys.sign(camera("ONE"), time: 2000)
        try send(good)
        let run = try start(own)
        try run.wait { output, errors in
            output.contains("ONE") && errors.contains("signed 1970-01-01T00:33:20.000Z, is applied")
        }
        try send(try keys.sign(camera("TWO"), time: 3000))
        try run.wait { output, _ in output.contains("TWO") }
        // Each mistake is said, and the station goes on with TWO.
        let mistakes = [
            (try keys.sign(camera("OLD"), time: 2500), "not signed after the one in force"),
            (try keys.sign("[camera]\n\nfoo = 1\n", time: 4000), "line 3: [camera] has no key foo"),
            (
                try keys.sign("[central]\nfrom = \"mqtt://a/b\"\n", time: 4001),
                "line 2: a central file has no [central]"
            ),
            (try keys.sign("[history]\nsave = true\n[text]\nmatch = '['\n", time: 4002), "line 4: "),
        ]
        for (path, words) in mistakes {
            try send(path)
            try run.wait { _, errors in errors.contains(words) }
        }
        try Data((camera("FAKE")).utf8).write(to: URL(fileURLWithPath: good))
        try send(good)
        try run.wait { _, errors in errors.contains("does not begin with a signature") }
        let count = { (text: String) in text.split(separator: "\n").count { $0.contains("TWO") } }
        var seen: Int?
        try run.wait { output, _ in
            seen = seen ?? count(output)
            return count(output) > seen! + 1
        }
        run.signal(SIGTERM)
        let result = try run.end()
        #expect(!result.output.contains("OLD") && !result.output.contains("FAKE"))
        // With no broker, and after a kill.
        broker.stop()
        let again = try start(own)
        try again.wait { output, errors in output.contains("TWO") && errors.contains("cannot be reached") }
        again.signal(SIGTERM)
        _ = try again.end()
        // Own sections count before those of the central file.
        let check = try CommandRunner.start(
            ["station", "check", "--config", folder.path + "/station.toml"],
            environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path]
        ).end()
        #expect(check.output.contains("history: none") && check.output.contains("code=qr:TWO"))
        #expect(check.output.contains("the last was signed 1970-01-01T00:50:00.000Z"))
        // Another key: the stored file is not believed.
        try Data("[camera]\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/x"))
        let stranger = try start(
            own.replacing(keys.open, with: "RWRrbIo3ZGe33rXFowSLwJ7uThLc4FqPsqyHTS2qhHxvQMqp76ug8LbZ"))
        try stranger.wait { _, errors in errors.contains("signed with another key") }
        stranger.signal(SIGTERM)
        #expect(!(try stranger.end().output.contains("TWO")))
    }

    @Test(
        "a central file that was refused is tried again when the station's own file has changed",
        .enabled(if: Broker.program != nil, "mosquitto is not installed"))
    func again() throws {
        let broker = try Broker()
        try broker.start()
        let secret = folder.path + "/password"
        let path = try keys.sign(
            camera("ONE")
                + "[hooks]\npublish = \"mqtt://u@127.0.0.1:\(broker.port)/x\"\npublish_password_file = \"\(secret)\"\n",
            time: 2000)
        try TestProgram(["mosquitto_pub", "-p", "\(broker.port)", "-q", "1", "-r", "-t", "conf", "-f", path]).wait()
        let run = try start(
            """
            [central]
            from = "mqtt://127.0.0.1:\(broker.port)/conf"
            key = "\(keys.open)"
            [history]
            save = false
            """)
        try run.wait { _, errors in errors.contains(secret) && errors.contains("goes on as before") }
        try Data("word\n".utf8).write(to: URL(fileURLWithPath: secret))
        #expect(unsafe chmod(secret, 0o600) == 0)
        run.signal(SIGHUP)
        try run.wait { output, errors in output.contains("ONE") && errors.contains("is applied") }
        run.signal(SIGTERM)
        _ = try run.end()
    }

    @Test("an HTTPS address is asked again and again")
    func page() throws {
        let site = URL(fileURLWithPath: folder.path).appending(path: "site")
        try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
        try Certificate.make(in: URL(fileURLWithPath: folder.path))
        let port = try HTTPServer.freePort()
        let server = try TestProgram([
            "python3", "-c",
            """
            import functools, http.server, ssl, sys
            handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
            server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[3] + "/cert.pem", sys.argv[3] + "/key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.serve_forever()
            """, site.path, "\(port)", folder.path,
        ])
        defer { server.end() }
        func place(_ path: String) throws {
            // As a whole: the station could ask in between.
            let draft = site.path + "/draft"
            try FileManager.default.copyItem(atPath: path, toPath: draft)
            #expect(unsafe rename(draft, site.path + "/hall.toml") == 0)
        }
        func own(authorities: String) -> String {
            """
            [central]
            from = "https://localhost:\(port)/hall.toml"
            key = "\(keys.open)"
            every = "1s"
            \(authorities)
            """
        }
        let run = try start(own(authorities: "ca_file = \"\(folder.path)/cert.pem\""))
        try run.wait { _, errors in
            errors.contains("cannot be reached: the server answers 404") || errors.contains("cannot be reached: ")
        }
        try place(try keys.sign(camera("ONE"), time: 2000))
        try run.wait { output, errors in output.contains("ONE") && errors.contains("is reached again") }
        try place(try keys.sign(camera("TWO"), time: 3000))
        try run.wait { output, _ in output.contains("TWO") }
        run.signal(SIGTERM)
        #expect(try run.end().status == 128 + SIGTERM)
        // A certificate that nobody vouches for is refused, though the file would be verified.
        let careful = try start(own(authorities: ""))
        try careful.wait { _, errors in errors.contains("cannot be reached") && errors.contains("certificate") }
        careful.signal(SIGTERM)
        _ = try careful.end()
    }

    @Test(
        "a mistake in [central] is named with its line",
        arguments: [
            ("[central]\nkey = \"KEY\"", "line 2: [central] needs from"),
            ("[central]\nfrom = \"https://h/x\"", "line 2: [central] needs key"),
            ("[central]\nfrom = \"http://h/x\"\nkey = \"KEY\"", "line 2: from is neither"),
            ("[central]\nfrom = \"https://a:b@h/x\"\nkey = \"KEY\"", "line 2: from contains a password"),
            ("[central]\nfrom = \"https://h/x\"\nkey = \"RWabc\"", "line 3: key is not a public key"),
            ("[central]\nfrom = \"https://h/x\"\nkey = \"KEY\"\nevery = \"often\"", "line 4: every must be"),
            ("[central]\nfrom = \"mqtt://h/x\"\nkey = \"KEY\"\nevery = \"5min\"", "line 4: every is for"),
            (
                "[central]\nfrom = \"https://h/x\"\nkey = \"KEY\"\nca_file = \"/nowhere\"",
                "line 4: cannot read /nowhere"
            ),
        ])
    func mistakes(text: String, words: String) throws {
        let path = folder.path + "/station.toml"
        try Data(text.replacing("KEY", with: keys.open).utf8).write(to: URL(fileURLWithPath: path))
        let result = try CommandRunner.run(["station", "check", "--config", path])
        #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
}
