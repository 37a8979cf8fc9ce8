// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConditions
import TestServers
import Testing

/// The examples, built as somebody else would: outside of the repository, by version. Building takes minutes the first time.
@Suite(
    "the examples",
    .disabled(if: Emulation.isOn, "they are compiled for this machine"), .serialized)
final class ExampleTests {
    private let folder: URL
    /// The folder of the programs; built once.
    private static let programs: Result<String, Failure> = {
        let built = Shell.run(".ci/examples")
        guard built.status == 0, let folder = built.output.split(separator: "\n").last else {
            return .failure(Failure(description: built.errors))
        }
        return .success(String(folder))
    }()

    struct Failure: Error, CustomStringConvertible { var description: String }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "candela-examples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test("all of them build without warnings, each in under 60 lines, with a helper beside them")
    func build() throws {
        let programs = try Self.programs.get()
        for name in ["scanning-loop", "kiosk", "server", "light-meter", "list-cameras", "candela-worker"] {
            #expect(FileManager.default.isExecutableFile(atPath: programs + "/" + name), "\(name)")
        }
        let lines = Shell.run("wc -l examples/*/Sources/*/*.swift").output.split(separator: "\n").dropLast()
        #expect(
            lines.count == 5 && lines.allSatisfy { ($0.split(separator: " ").first.flatMap { Int($0) } ?? 99) < 60 })
    }

    @Test("scanning-loop prints a code with its place; without its helper it says what to do")
    func scanningLoop() throws {
        let programs = try Self.programs.get()
        #expect(try lines(1, of: [programs + "/scanning-loop", "sim:"])[0].hasPrefix("qr\tCANDELA\t("))
        let alone = folder.path + "/scanning-loop"
        try FileManager.default.copyItem(atPath: programs + "/scanning-loop", toPath: alone)
        let failed = Shell.run("unset CANDELA_PLUGIN_DIR; '\(alone)' sim:")
        // An installed candela has a helper, too.
        if !FileManager.default.fileExists(atPath: "/usr/libexec/candela"),
            !FileManager.default.fileExists(atPath: "/usr/local/libexec/candela")
        {
            #expect(failed.status != 0 && failed.errors.contains("add the product candela-worker"), "\(failed)")
        }
    }

    @Test("a helper of another version refuses to work, and the error says so")
    func otherVersion() throws {
        let programs = try Self.programs.get()
        let copy = folder.path + "/loop"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: programs + "/scanning-loop", toPath: copy + "/scanning-loop")
        // Starts the real one as another version's program would.
        let script = "#!/bin/bash\nCANDELA_WORKER_VERSION=99.0.0 exec '\(programs)/candela-worker' \"$@\"\n"
        try script.write(toFile: copy + "/candela-worker", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy + "/candela-worker")
        let failed = Shell.run("'\(copy)/scanning-loop' sim:")
        #expect(failed.status != 0 && failed.errors.contains("install the same version"), "\(failed)")
    }

    @Test("kiosk tells the row of a CSV file and keeps the scan, where candela finds both")
    func kiosk() throws {
        let programs = try Self.programs.get()
        try "code,name,price\nCANDELA,Candle,2.50\n".write(
            toFile: folder.path + "/prices.csv", atomically: true, encoding: .utf8)
        let home = ["HOME=\(folder.path)", "XDG_DATA_HOME=\(folder.path)/data", "XDG_STATE_HOME=\(folder.path)/state"]
        let said = try lines(1, of: ["env"] + home + [programs + "/kiosk", folder.path + "/prices.csv", "sim:"])
        #expect(said == ["code: CANDELA, name: Candle, price: 2.50"])
        let kept = Shell.run("env \(home.joined(separator: " ")) '\(Shell.candela)' history --session kiosk --json")
        #expect(kept.output.contains(#""text":"CANDELA""#) && kept.output.contains(#""session":"kiosk""#), "\(kept)")
    }

    @Test("server reads a posted picture, and says what is wrong with another")
    func server() throws {
        let programs = try Self.programs.get()
        let made = Shell.run("'\(Shell.candela)' encode POSTED -s qr -o '\(folder.path)/code.png'")
        #expect(made.status == 0, "\(made)")
        let free = "import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); print(s.getsockname()[1])"
        let port = try #require(Int(Shell.run("python3 -c '\(free)'").output.dropLast()))
        let server = try TestProgram([programs + "/server", "\(port)"], capturing: true)
        defer { server.end() }
        #expect(try #require(server.output).availableData == Data("listening\n".utf8))
        func post(_ what: String) -> Shell.Result {
            Shell.run("curl --silent --noproxy '*' --data-binary '\(what)' http://127.0.0.1:\(port)")
        }
        #expect(post("@\(folder.path)/code.png").output == "qr POSTED\n")
        #expect(post("no picture").output.hasPrefix("error: "))
    }

    @Test("light-meter tells light and rate, without a helper")
    func lightMeter() throws {
        let alone = folder.path + "/light-meter"
        try FileManager.default.copyItem(atPath: try Self.programs.get() + "/light-meter", toPath: alone)
        let told = Shell.run("'\(alone)' sim: 1")
        #expect(told.status == 0 && told.output.split(separator: "\n").count == 1, "\(told)")
        #expect(told.output.contains(" lux (") && told.output.contains(" frames a second"), "\(told)")
    }

    @Test("list-cameras lists the controls of a camera in units")
    func listCameras() throws {
        let told = Shell.run("'\(try Self.programs.get())/list-cameras' sim:")
        #expect(
            told.status == 0 && told.output.contains("exposure_time_absolute: ") && told.output.contains(" ms)"),
            "\(told)")
    }

    // MARK: Helpers

    /// The first lines of a program that runs until it is ended.
    private func lines(_ count: Int, of words: [String]) throws -> [String] {
        let program = try TestProgram(words, capturing: true)
        let output = try #require(program.output)
        var text = ""
        while text.count(where: { $0 == "\n" }) < count {
            let data = output.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        program.end()
        let lines = text.split(separator: "\n").map(String.init)
        try #require(lines.count >= count, "\(words) ended after \(lines)")
        return Array(lines.prefix(count))
    }
}
