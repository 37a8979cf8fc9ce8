// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestServers
import Testing

/// The studio of a station, asked by curl.
@Suite("candela station: the studio")
struct StationStudioTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String) throws -> String {
        let path = folder.path + "/station.toml"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(
        "it has the camera while somebody looks: each scan goes the station's way, once, and the station goes on when they leave"
    )
    func visit() throws {
        let port = try HTTPServer.freePort()
        func text(_ code: String) -> String {
            """
            [camera]
            use = "sim:bench?code=qr:\(code)"
            interval = "300ms"
            [text]
            uppercase = true
            [studio]
            listen = "127.0.0.1:\(port)"
            [output]
            print = "json"
            """
        }
        let run = try CommandRunner.start(
            ["station", "--config", try write(text("one"))],
            environment: ["XDG_DATA_HOME": folder.path, "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
        func scans(_ output: String) -> Int { output.split(separator: "\n").count { $0.contains(#""event":"scan""#) } }
        try run.wait { output, errors in errors.contains("studio-token") && scans(output) >= 2 }
        let token = try String(contentsOfFile: folder.path + "/candela/studio-token", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let page = "http://127.0.0.1:\(port)"
        func ask(_ words: [String], token: String = token) throws -> String {
            let program = try TestProgram(
                ["curl", "-s", "-H", "Authorization: Bearer \(token)", "-H", "Origin: \(page)"] + words, capturing: true
            )
            let answer = try #require(program.output).readToEnd() ?? Data()
            program.wait()
            return String(decoding: answer, as: UTF8.self)
        }
        // Whoever has no token gets nothing and takes no camera.
        #expect(try ask(["-o", "/dev/null", "-w", "%{http_code}", page + "/api/state"], token: "x") == "401")
        let visitor = try TestProgram(
            ["curl", "-s", "-N", "-H", "Authorization: Bearer \(token)", page + "/api/events"], capturing: true)
        try run.wait { _, errors in errors.contains("somebody looks at the studio page") }
        var before: Int?
        try run.wait { output, _ in
            before = before ?? scans(output)
            return scans(output) >= before! + 3
        }
        #expect(try ask([page + "/api/scans"]).contains(#""text":"ONE""#))
        // A changed file changes the camera of the studio, too.
        _ = try write(text("two"))
        run.signal(SIGHUP)
        try run.wait { output, _ in output.contains(#""text":"TWO""#) }
        // What is paused stays so only while somebody looks.
        _ = try ask([
            "-X", "POST", "-H", "Content-Type: application/json", "-d", #"{"paused":true}"#, page + "/api/pause",
        ])
        try run.wait { _, errors in errors.contains("somebody has paused it") }
        visitor.end()
        try run.wait { _, errors in errors.contains("scans again after") }
        run.signal(SIGTERM)
        let result = try run.end()
        #expect(result.status == 128 + SIGTERM)
        let announced = try result.events().compactMap { $0["event"].string == "scan" ? $0["id"].string : nil }
        let kept = try CommandRunner.start(["history", "--json"], environment: ["XDG_DATA_HOME": folder.path]).end()
            .events().compactMap { $0["id"].string }
        #expect(Set(announced).count == announced.count && Set(announced) == Set(kept))
        #expect(!result.errors.contains(token))
    }

    @Test(
        "a mistake in [studio] is named with its line",
        arguments: [
            ("[studio]\ntls = true", "line 2: "), ("[studio]\nlisten = \"localhost\"", "line 2: listen"),
            ("[studio]\nlisten = 8347", "line 2: listen"),
            ("[studio]\nlisten = \"127.0.0.1\"\ntls_key = \"x\"", "line "),
        ])
    func mistakes(text: String, words: String) throws {
        let result = try CommandRunner.run(["station", "check", "--config", try write(text)])
        #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    }
}
