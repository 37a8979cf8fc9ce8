// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs commands in the repository.
enum Shell {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The command under test.
    static let candela =
        ProcessInfo.processInfo.environment["CANDELA_BINARY"]
        ?? repository.appending(path: ".build/release/candela").path

    static func run(_ script: String) -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-shell-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> FileHandle? {
            _ = FileManager.default.createFile(atPath: folder.path + name, contents: nil)
            return FileHandle(forWritingAtPath: folder.path + name)
        }
        func text(_ name: String) -> String {
            String(decoding: FileManager.default.contents(atPath: folder.path + name) ?? Data(), as: UTF8.self)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = repository
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file("/output")
        process.standardError = file("/errors")
        do {
            try process.run()
        } catch {
            return Result(status: -1, output: "", errors: "\(error)")
        }
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: text("/output"), errors: text("/errors"))
    }
}
