// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import TestServers
import Testing

@Suite("candela station")
struct StationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] {
        ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
    }

    @discardableResult
    private func write(_ text: String) throws -> String {
        let path = folder.path + "/station.toml"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func start(_ text: String) throws -> RunningCommand {
        try CommandRunner.start(["station", "--config", try write(text)], environment: environment)
    }

    private func ids() throws -> [String] {
        try CommandRunner.start(["history", "--json"], environment: environment).end().events()
            .compactMap { $0["id"].string }
    }

    @Test("check says what the station would do, and opens nothing")
    func check() throws {
        let path = try write(
            """
            name = "gate-3"
            [camera]
            use = "sim:busy-nowhere"
            symbology = "ean-13"
            [hooks]
            exec = ["true"]
            [health]
            listen = "127.0.0.1:1"
            """)
        let result = try CommandRunner.run("station", "check", "--config", path)
        #expect(result.status == 0 || result.errors.contains("sim:busy-nowhere"))
        let good = try write(
            try String(contentsOfFile: path, encoding: .utf8).replacing("sim:busy-nowhere", with: "Nobody"))
        let answer = try CommandRunner.run("station", "check", "--config", good)
        #expect(answer.status == 0)
        #expect(
            answer.lines == [
                "station gate-3", "camera Nobody: reads ean-13", "hook: exec true", "history: on",
                "health: http://127.0.0.1:1/healthz and /metrics",
            ])
    }

    @Test(
        "a mistake is named with its line, and nothing starts",
        arguments: [
            ("[camera]\ninterval = \"soon\"", "line 2: interval: "),
            ("[camera]\nsymbology = [\"ean\", \"nope\"]", "line 2: "),
            ("[text]\nmatch = '['", "line 2: "), ("\n[health]\nlisten = \"9347\"", "line 3: listen"),
            ("[hooks]\npublish = \"http://x/y\"", "line 2: "),
            ("[fleet]\nbroker = \"mqtt://h\"", "line 2: cannot use the broker"),
            ("[output]\nprint = \"xml\"", "line 2: print"), ("[camera]\nlight = \"disco\"", "line 2: light"),
            ("[history]\nsave = 1", "line 2: save must be"),
            ("[hooks]\npost = \"http://h/\"\npost_token_file = \"/nowhere\"", "/nowhere"),
            ("[camera]\nuse = \"-\"", "standard input"), ("[history]\nkeep = \"1s\"", "line 2: keep"),
        ])
    func mistakes(text: String, words: String) throws {
        for command in [["station", "check"], ["station"]] {
            let result = try CommandRunner.run(command + ["--config", try write(text)])
            #expect(result.status == 2 && result.output == "")
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test("a missing file is an error; SIGTERM ends a station that waits for its camera")
    func waiting() throws {
        #expect(try CommandRunner.run("station", "--config", "/nowhere/station.toml").status == 2)
        let run = try start("[camera]\nuse = \"NobodyHasThis\"")
        try run.wait { _, errors in errors.contains("cannot find a camera named") }
        run.signal(SIGTERM)
        #expect(try run.end().status == 128 + SIGTERM)
    }

    @Test("what is announced is in the history; a busy camera is tried again, and the end of the trouble is said")
    func busy() throws {
        let run = try start("[camera]\nuse = \"sim:bench?busy=on\"\n[output]\nprint = \"json\"")
        try run.wait { _, errors in errors.contains("another program is using it") }
        try write("[camera]\nuse = \"sim:bench\"\ninterval = \"300ms\"\n[output]\nprint = \"json\"")
        run.signal(SIGHUP)
        try run.wait { output, _ in output.split(separator: "\n").count { $0.contains(#""event":"scan""#) } >= 3 }
        run.signal(SIGTERM)
        let result = try run.end()
        let announced = try result.events().compactMap { $0["event"].string == "scan" ? $0["id"].string : nil }
        let kept = Set(try ids())
        #expect(announced.count >= 3 && Set(announced).isSubset(of: kept))
        #expect(result.errors.contains("the changed configuration is applied"))
    }

    @Test("a changed file with a mistake is refused, and the station goes on")
    func refused() throws {
        let good = "[camera]\nuse = \"sim:bench\"\ninterval = \"300ms\"\n[output]\nprint = \"json\"\n"
        let run = try start(good)
        try run.wait { output, _ in output.contains(#""event":"scan""#) }
        try write(good + "nonsense = 3\n")
        run.signal(SIGHUP)
        try run.wait { _, errors in errors.contains("line 6") && errors.contains("goes on as before") }
        let before = try ids().count
        try run.wait { output, _ in output.split(separator: "\n").count > before + 2 }
        run.signal(SIGTERM)
        _ = try run.end()
    }

    @Test("a run that ends leaves no open file behind, with history and hooks", .needsRealKernel)
    func released() throws {
        let text =
            "[camera]\nuse = \"sim:bench\"\ninterval = \"300ms\"\n[hooks]\nexec = \"true\"\n[output]\nprint = \"json\"\n"
        let run = try start(text)
        try run.wait { output, _ in output.contains(#""event":"scan""#) }
        func files() throws -> [String] {
            let folder = "/proc/\(run.processID)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
                .filter { $0.contains("history.sqlite") }
        }
        /// What is open once a run has opened all, and the one before has closed all: for two seconds, at most a minute.
        func settled() throws -> [String] {
            var (last, same) = (try files(), 0)
            for _ in 0..<1200 where same < 40 || last.isEmpty {
                usleep(50_000)
                let now = try files()
                same = now.count == last.count ? same + 1 : 0
                last = now
            }
            return last
        }
        // SQLite keeps one file of the run before for the next, because closing it would give up the locks of both: that one may come
        // after the first count. What is left behind by each run would be three more.
        var first: [String]?
        for reload in 1...4 {
            run.signal(SIGHUP)
            try run.wait { _, errors in
                errors.split(separator: "\n").count { $0.contains("changed configuration is applied") } >= reload
            }
            if first == nil { first = try settled() }
        }
        let last = try settled()
        #expect(!last.isEmpty && last.count <= 1 + (first?.count ?? 0), "\(first ?? []), then \(last)")
        run.signal(SIGTERM)
        _ = try run.end()
    }

    @Test("the health is served where the file says, and to this machine's names only")
    func health() throws {
        let port = try HTTPServer.freePort()
        let run = try start("[camera]\nuse = \"sim:bench\"\n[health]\nlisten = \"127.0.0.1:\(port)\"")
        try run.wait { _, errors in errors.contains("/metrics") }
        func ask(_ path: String, host: String = "127.0.0.1") throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "python3", "-c",
                "import http.client,sys; c=http.client.HTTPConnection('127.0.0.1',int(sys.argv[1])); "
                    + "c.request('GET',sys.argv[2],headers={'Host':sys.argv[3]}); r=c.getresponse(); print(r.status, r.read().decode())",
                "\(port)", path, "\(host):\(port)",
            ]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }
        var answer = ""
        for _ in 0..<300 where !answer.hasPrefix("200") {
            answer = try ask("/healthz")
            usleep(100_000)
        }
        #expect(answer.hasPrefix("200 ") && answer.contains(#""healthy":true"#) && !answer.contains("CANDELA"))
        #expect(try ask("/metrics").contains("candela_station_camera_scanning{"))
        let stranger = try ask("/metrics", host: "evil.example")
        #expect(!stranger.hasPrefix("200"))
        run.signal(SIGTERM)
        _ = try run.end()
    }

    @Test(
        "a broker keeps the station's state, and Home Assistant's description",
        .enabled(if: Broker.program != nil, "mosquitto is not installed"))
    func fleet() throws {
        let broker = try Broker()
        try broker.start()
        let topic = "gates/3"
        let run = try start(
            """
            name = "gate-3"
            [camera]
            use = "sim:bench"
            interval = "1s"
            [hooks]
            publish = "mqtt://127.0.0.1:\(broker.port)/\(topic)/scans"
            [fleet]
            broker = "mqtt://127.0.0.1:\(broker.port)/\(topic)"
            home_assistant = true
            """)
        #expect(try broker.retained("\(topic)/status") { $0 == "online" } == "online")
        let health = try broker.retained("\(topic)/health") { $0.contains(#""healthy":true"#) }
        #expect(health?.contains(#""station":"gate-3""#) == true)
        let found = try broker.retained("homeassistant/binary_sensor/candela_gate-3/trouble/config") { _ in true }
        let message = try JSONSerialization.jsonObject(with: Data((found ?? "").utf8)) as? [String: Any]
        #expect(message?["availability_topic"] as? String == "\(topic)/status")
        #expect(message?["state_topic"] as? String == "\(topic)/health")
        run.signal(SIGKILL)
        _ = try run.end()
        // The broker itself says so.
        #expect(try broker.retained("\(topic)/status") { $0 == "offline" } == "offline")
    }

    @Test("install shows its steps; only root installs")
    func install() throws {
        let result = try CommandRunner.run("station", "install", "--dry-run")
        #expect(result.status == 0)
        #expect(result.lines.contains("systemctl enable --now candela-station.service"))
        #expect(try CommandRunner.run("station", "install", "--config", "station.toml").status == 2)
    }
}
