// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import Testing
import TestServers

@Suite("candela scan: hooks")
struct HooksTests {
    let folder: TemporaryFolder
    let place: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        place = ["XDG_DATA_HOME": folder.path + "/data", "no_proxy": "*", "WAYLAND_DISPLAY": "", "DISPLAY": ""]
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandResult {
        try CommandRunner.start(arguments, environment: place.merging(environment) { $1 }).end()
    }

    private func read(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    private func ids(_ events: [JSON]) -> [String] {
        events.filter { $0["event"].string == "scan" }.compactMap { $0["id"].string }
    }

    @Test("--exec runs a program for each scan, without a shell; what it prints is not among the results")
    func exec() throws {
        let out = folder.path + "/out"
        let result = try run(
            "scan", "--once", "--raw", "sim:bench?code=qr:a;b", "--exec",
            "sh -c 'echo \"$CANDELA_TEXT/$CANDELA_SYMBOLOGY/$1\" >> \(out); echo noise' sh {text}")
        #expect(result.status == 0 && result.lines == ["a;b"])
        #expect(result.errorLines == ["noise"])
        #expect(try read("out") == "a;b/qr/a;b\n")
    }

    @Test("a missing program is reported before a camera is opened")
    func noProgram() throws {
        let result = try run("scan", "--once", "sim:", "--exec", "no-such-program {text}")
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors.contains("there is no program no-such-program"))
    }

    @Test("--post sends each scan's very event, with its id, and the token from a file that nobody else may read")
    func post() throws {
        let server = try HTTPServer { _ in .init(204) }
        let token = try folder.write(Array("T0ken\n".utf8), "token")
        let open = try run("scan", "--once", "sim:", "--post", server.url(), "--post-token-file", token)
        #expect(open.status == 2 && open.errors.contains("chmod 600"))
        #expect(unsafe chmod(token, 0o600) == 0)
        let result = try run(
            "scan", "--count", "3", "--interval", "0", "--json", "sim:", "--post", server.url(), "--post-token-file",
            token)
        #expect(result.status == 0)
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == result.lines)
        #expect(server.requests.map { $0.headers["idempotency-key"] } == ids(try result.events()))
        #expect(Set(server.requests.map { $0.headers["authorization"] }) == ["Bearer T0ken"])
    }

    @Test("a server that is away loses nothing: the next scan with the same hook sends what waits, in order")
    func away() throws {
        let url = "http://127.0.0.1:\(try HTTPServer.freePort())/scans"
        let first = try run(
            "scan", "--count", "2", "--interval", "0", "--json", "sim:", "--post", url, "--deliver-for", "0")
        #expect(first.status == 0)
        let waiting = try run("history", "waiting", "--json").json()
        #expect(waiting["waiting"][0]["hook"].string == "post \(url)")
        #expect(waiting["waiting"][0]["scans"].int == 2)
        let state = try first.events().last { $0["event"].string == "hook" }
        #expect(state?["state"].string == "waiting" && state?["scans"].int == 2)
        #expect(first.errors.contains("2 scans not delivered yet"))
        // The same address, with somebody there.
        let server = try HTTPServer(port: Int(url.split(separator: ":").last!.split(separator: "/")[0])!) { _ in
            .init(200)
        }
        let second = try run("scan", "--once", "--json", "sim:", "--post", url)
        #expect(second.status == 0)
        #expect(
            server.requests.map { $0.headers["idempotency-key"] } == ids(try first.events()) + ids(try second.events()))
        #expect(try run("history", "waiting").lines == ["No scans are waiting for delivery."])
    }

    @Test("what a server refuses is kept as refused; history deliver offers it again on request")
    func refused() throws {
        let isOpen = Mutex(false)
        let server = try HTTPServer { _ in isOpen.withLock { $0 } ? .init(200) : .init(422, body: "unknown article") }
        let scan = try run("scan", "--once", "--json", "sim:", "--post", server.url())
        #expect(scan.status == 0)
        let event = try #require(try scan.events().last)
        #expect(event["state"].string == "refused" && event["reason"].string == "HTTP 422: unknown article")
        #expect(event["id"].string == ids(try scan.events()).first)
        isOpen.withLock { $0 = true }
        let nothing = try run("history", "deliver", "--post", server.url())
        #expect(nothing.status == 0 && nothing.lines == ["0 scans delivered"])
        let again = try run("history", "deliver", "--post", server.url(), "--again")
        #expect(again.status == 0 && again.lines == ["1 scan delivered"])
        #expect(server.requests.count == 2)
    }

    @Test("history deliver delivers waiting scans, and reports what is left")
    func deliver() throws {
        let server = try HTTPServer { _ in .init(503) }
        _ = try run("scan", "--once", "sim:", "--post", server.url(), "--deliver-for", "0")
        let result = try run("history", "deliver", "--post", server.url(), "--deliver-for", "100ms")
        #expect(result.status == 1 && result.lines == ["0 scans delivered, 1 still waiting"])
        #expect(try run("history", "deliver").status == 2)
    }

    @Test("codes of pictures are saved if a hook needs them, and delivered")
    func pictures() throws {
        let server = try HTTPServer { _ in .init(200) }
        let picture = try folder.write(try TestPicture(of: "PICTURE"), "a.pgm")
        #expect(try run("scan", picture, "--post", server.url()).status == 0)
        #expect(server.requests.count == 1)
        #expect(try run("history", "--count", "--json").json()["scans"].int == 1)
    }

    @Test("with --no-history scans are still delivered, and undelivered ones are reported as lost")
    func memory() throws {
        let server = try HTTPServer { _ in .init(200) }
        let result = try run("scan", "--once", "--json", "--no-history", "sim:", "--post", server.url())
        #expect(result.status == 0)
        #expect(server.requests.map { $0.headers["idempotency-key"] } == ids(try result.events()))
        let lost = try run(
            "scan", "--once", "--no-history", "sim:", "--post", "http://127.0.0.1:\(try HTTPServer.freePort())/",
            "--deliver-for", "0")
        #expect(lost.status == 2 && lost.errors.contains("1 scan lost, neither delivered nor stored"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test("--dry-run shows what each hook would be sent, sends nothing and keeps nothing")
    func dryRun() throws {
        let server = try HTTPServer { _ in .init(200) }
        let result = try run(
            "scan", "--once", "--json", "--dry-run", "sim:bench?code=qr:-x", "--post", server.url(), "--exec",
            "touch -- \(folder.path)/{text}", "--exec", "touch {text}", "--type", "--type-layout", "us")
        #expect(result.status == 0)
        let events = try result.events()
        #expect(events.map { $0["event"].string } == ["scan", "hook", "hook", "hook", "hook"])
        #expect(events.dropFirst().compactMap { $0["state"].string } == ["preview", "preview", "preview", "preview"])
        #expect(events[1]["message"].string == "touch -- \(folder.path)/-x")
        #expect(events[2]["reason"].string?.contains("put -- before") == true)
        #expect(events[3]["message"].string?.hasPrefix("POST \(server.url()) {\"event\":\"scan\"") == true)
        #expect(events[4]["message"].string == "type -x")
        #expect(server.requests.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try run("scan", "--once", "--dry-run", "sim:").status == 2)
    }

    @Test("--type needs the layout named, and says how to get the right")
    func type() throws {
        #expect(try run("scan", "--type", "sim:").errors.contains("--type-layout"))
        #expect(try run("scan", "--type-end", "tab", "sim:").status == 2)
        #expect(try run("scan", "--type", "--type-layout", "xx", "sim:").status == 2)
        guard unsafe access("/dev/uinput", R_OK | W_OK) != 0 else { return }
        let result = try run("scan", "--once", "--type", "--type-layout", "us", "sim:")
        #expect(result.status == 2)
        #expect(result.errors.contains("/dev/uinput") && result.errors.contains("sudo"))
    }

    @Test("--clipboard hands each text to the session's program, and says when there is none")
    func clipboard() throws {
        #expect(try run("scan", "--once", "--clipboard", "sim:").errors.contains("no graphical session"))
        let program = try folder.write(
            Array("#!/bin/sh\nprintf '%s ' \"$@\" > \(folder.path)/out; cat >> \(folder.path)/out\n".utf8), "bin/xclip")
        #expect(unsafe chmod(program, 0o755) == 0)
        let path = "\(folder.path)/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        let result = try run("scan", "--once", "--clipboard", "sim:", environment: ["DISPLAY": ":9", "PATH": path])
        #expect(result.status == 0)
        #expect(try read("out") == "-selection clipboard CANDELA")
    }

    @Test(
        "in a real graphical session another program finds the text on the clipboard, after the scan has ended, too",
        .enabled(if: DisplayServer.isInstalled, "Xvfb or xclip is not installed"))
    func realClipboard() throws {
        let server = try DisplayServer()
        let text = "Grüße 9 €"
        let result = try run(
            "scan", "--once", "--clipboard", "--deliver-for", "500s",
            "sim:bench?code=qr:Gr%C3%BC%C3%9Fe%209%20%E2%82%AC",
            environment: ["DISPLAY": server.name, "WAYLAND_DISPLAY": ""])
        #expect(result.status == 0 && result.output.contains(text), "\(result)")
        // On a loaded machine the program that holds the text may take a while to answer.
        let end = ContinuousClock.now + .seconds(300)
        var found = try server.clipboard()
        while found != text, ContinuousClock.now < end {
            usleep(200_000)
            found = try server.clipboard()
        }
        #expect(found == text, "\(result)")
    }

    @Test(
        "a broker stopped and started in the middle of 1,000 scans: all arrive, in order",
        .enabled(if: Broker.program != nil, "mosquitto is not installed"))
    func broker() throws {
        let broker = try Broker()
        try broker.start()
        try broker.subscribe()
        let scan = try CommandRunner.start(
            [
                "scan", "--json", "--interval", "0", "--count", "1000", "sim:bench?pace=free&frame=320x240", "--publish",
                broker.address, "--deliver-for", "500s",
            ], environment: place)
        func scans(_ output: String) -> Int {
            output.split(separator: "\n").count { $0.contains("\"event\":\"scan\"") }
        }
        try scan.wait { output, _ in scans(output) >= 300 }
        broker.stop()
        try scan.wait { output, _ in scans(output) >= 600 && output.contains("\"state\":\"away\"") }
        try broker.start()
        let result = try scan.end()
        #expect(result.status == 0)
        let announced = ids(try result.events())
        #expect(announced.count == 1000 && Set(announced).count == 1000)
        let last = try #require(announced.last)
        let arrived = try broker.messages { $0.contains(last) }.map { try JSON($0)["id"].string ?? "" }
        // Dropping duplicates by their ids, as a receiver does.
        var seen: Set<String> = []
        #expect(arrived.filter { seen.insert($0).inserted } == announced)
        #expect(result.output.contains("\"state\":\"back\""))
        #expect(try run("history", "waiting").lines == ["No scans are waiting for delivery."])
    }

    @Test("killed with SIGKILL while it passes on, every scan arrives by the next run")
    func killed() throws {
        let server = try HTTPServer { _ in .init(200) }
        var announced: [String] = []
        for count in [1, 7, 30] {
            let scan = try CommandRunner.start(
                ["scan", "--json", "--interval", "0", "sim:bench?pace=free", "--post", server.url()],
                environment: place)
            try scan.wait { output, _ in output.split(separator: "\n").count > count }
            scan.signal(SIGKILL)
            announced += try scan.end().lines.compactMap { try? JSON($0) }.compactMap { $0["id"].string }
        }
        #expect(try run("history", "deliver", "--post", server.url(), "--deliver-for", "500s").status == 0)
        let arrived = Set(server.requests.compactMap { $0.headers["idempotency-key"] })
        #expect(arrived.isSuperset(of: announced))
    }
}

@Suite("candela scan: manual entry")
struct ManualEntryTests {
    let folder: TemporaryFolder
    let place: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        place = ["XDG_DATA_HOME": folder.path + "/data"]
    }

    /// Types lines into the terminal of a scan that sees no code.
    private func type(_ lines: String..., options: String...) throws -> CommandResult {
        let scan = try CommandRunner.start(
            ["scan", "--json", "sim:empty", "--timeout", "600s"] + options, to: .terminal, environment: place)
        scan.type(lines.map { $0 + "\n" }.joined())
        return try scan.end()
    }

    /// The events; a terminal shows what is typed into it, too.
    private func events(_ result: CommandResult) throws -> [JSON] {
        try result.output.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.map { try JSON(String($0)) }
    }

    @Test("a typed EAN is a scan like any other: checked, kept, changed by the rules, passed on")
    func typed() throws {
        let result = try type(
            "4006381333931", options: "--once", "--transform", "s/^/LIB-/", "--exec", "sh -c 'echo got $CANDELA_TEXT'")
        #expect(result.status == 0)
        let event = try #require(try events(result).first)
        #expect(event["text"].string == "LIB-4006381333931" && event["symbology"].string == "ean-13")
        #expect(event["reader"].string == "keyboard" && event["source"].string == "keyboard")
        #expect(result.errors.contains("got LIB-4006381333931"))
        let kept = try CommandRunner.start(["history", "--json"], environment: place).end()
        #expect(try kept.events().first?["id"].string == event["id"].string)
    }

    @Test("a wrong check digit is told, and the line is no scan")
    func wrong() throws {
        let result = try type("4006381333930", "hello", "0-306-40615-2", options: "--once")
        #expect(try events(result).map { $0["text"].string } == ["9780306406157"])
        #expect(result.errors.contains("cannot accept 4006381333930: its check digit is wrong"))
        #expect(result.errors.contains("cannot accept hello: ") && result.errors.contains("--manual"))
    }

    @Test("--manual says what every line is, or that there is none")
    func manual() throws {
        let result = try type("hello \u{7}", options: "--once", "--manual", "code-128")
        #expect(try events(result).map { $0["symbology"].string } == ["code-128"])
        #expect(try type("4006381333931", options: "--manual", "none", "--timeout", "2s").status == 1)
        #expect(try CommandRunner.run("scan", "--manual", "nonsense", "sim:").status == 2)
    }
}
