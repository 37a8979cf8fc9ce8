// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What each released version left in a user's folders, as it wrote it; every later version reads it. Never change a file
/// there: add a folder for the new version.
@Suite("files of earlier versions", .serialized)
struct OldFilesTests {
    static let versions = try! FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "OldFiles").path

    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    /// Runs the command as the user to whom a copy of these files belongs.
    private func run(_ version: String, _ arguments: String...) throws -> CommandResult {
        let copy = scratch.path + "/" + version
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: Self.folder + "/" + version, toPath: copy)
        }
        return try CommandRunner.start(
            arguments,
            environment: [
                "XDG_CONFIG_HOME": copy + "/config", "XDG_DATA_HOME": copy + "/data", "XDG_STATE_HOME": copy + "/state",
            ]
        ).end()
    }

    @Test("the history is listed, and a scan of today is added to it", arguments: versions)
    func history(_ version: String) throws {
        let before = try run(version, "history", "--json")
        let scans = try before.events()
        #expect(scans.compactMap { $0["text"].string } == ["4006381333931", "CANDELA"], "\(before)")
        #expect(scans.allSatisfy { $0["session"].string == "stock" })
        #expect(scans.first?["time"].string == "2026-11-23T16:27:02.023Z")
        #expect(try run(version, "scan", "--once", "--session", "stock", "sim:bench?code=qr:TODAY&pace=free").status == 0)
        let after = try run(version, "history", "--json").events()
        #expect(after.compactMap { $0["text"].string } == ["TODAY", "4006381333931", "CANDELA"])
    }

    @Test("a catalogue answers", arguments: versions)
    func catalogue(_ version: String) throws {
        let result = try run(version, "catalog", "lookup", "4006381333931")
        #expect(result.status == 0 && result.output.contains("Stabilo pen"), "\(result)")
    }

    @Test("a profile is applied, and fitted light constants are kept", arguments: versions)
    func settings(_ version: String) throws {
        let result = try run(version, "profile", "apply", "bench", "--camera", "sim:dim")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        // Fitting one camera keeps what was fitted for the other.
        let fitted = try run(version, "measure", "--fit-lux", "300", "--frames", "12", "sim:bench?lux=300&pace=free")
        #expect(fitted.status == 0 && fitted.errors.isEmpty, "\(fitted)")
        let file = try String(contentsOfFile: scratch.path + "/\(version)/config/candela/light.toml", encoding: .utf8)
        #expect(file.contains("-3.125") && file.contains("300 lux by --fit-lux"), "\(file)")
    }

    @Test("what a killed run left is told", arguments: versions)
    func journals(_ version: String) throws {
        let result = try run(version, "profile", "restore")
        #expect(result.status == 1)
        #expect(
            result.errors.contains("cannot restore the settings of usb-046d_HD_Pro_Webcam_C920_ABCDEF12: it is not plugged in"),
            "\(result)")
        #expect(try run(version, "profile", "restore", "--discard").status == 0)
        #expect(try run(version, "profile", "restore").lines == ["There is nothing to restore."])
    }

    @Test("evidence is judged again", arguments: versions)
    func evidence(_ version: String) throws {
        let result = try run(version, "doctor", "--json", "--replay", Self.folder + "/\(version)/evidence.json")
        #expect(try result.json()["verdict"].string == "ready", "\(result)")
    }
}
