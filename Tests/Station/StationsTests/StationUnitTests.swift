// SPDX-License-Identifier: Apache-2.0

import Foundation
import Stations
import Testing

@Suite("A station's unit")
struct StationUnitTests {
    /// What systemd-analyze says; it needs no running systemd.
    private func analyze(_ arguments: [String], _ unit: String) throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: StationUnit.name)
        try Data(unit.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        process.arguments = arguments + [file.path]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private let unit = StationUnit.text(program: "/bin/true", configuration: "/etc/hostname")

    @Test("systemd finds no mistake in it")
    func verified() throws {
        let (status, output) = try analyze(["verify", "--man=no"], unit)
        #expect(status == 0 && !output.contains(StationUnit.name + ":"), "\(output)")
    }

    @Test("systemd rates its exposure at most 2.5")
    func rated() throws {
        let (status, output) = try analyze(["security", "--offline=yes", "--threshold=25", "--no-pager"], unit)
        #expect(status == 0, "\(output)")
        #expect(output.contains("Overall exposure level"))
    }

    @Test("paths are quoted for systemd")
    func quoted() {
        let text = StationUnit.text(program: "/opt/a b/candela", configuration: "/etc/100%.toml")
        #expect(text.contains("ExecStart=\"/opt/a b/candela\" station run --config /etc/100%%.toml\n"))
    }

    @Test("the example is a station's file")
    func example() throws { _ = try StationFile(Array(StationUnit.example.utf8)) }
}
