// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A graphical session without a screen: Debian's Xvfb. It ends when this is deallocated.
package final class DisplayServer {
    /// The value for `DISPLAY`.
    package let name: String
    private let process: TestProgram

    private static let server = "/usr/bin/Xvfb"
    package static let paste = "/usr/bin/xclip"

    package static var isInstalled: Bool {
        [server, paste].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Starts it, and waits until it listens.
    package init() throws {
        for number in 100..<160 where !FileManager.default.fileExists(atPath: "/tmp/.X\(number)-lock") {
            let process = try TestProgram([
                Self.server, ":\(number)", "-screen", "0", "320x240x24", "-nolisten", "tcp",
            ])
            // If another server has taken the number meanwhile, Xvfb ends.
            while process.isRunning, !FileManager.default.fileExists(atPath: "/tmp/.X11-unix/X\(number)") {
                usleep(10_000)
            }
            guard process.isRunning else { continue }
            name = ":\(number)"
            self.process = process
            return
        }
        throw POSIXError(.EADDRINUSE)
    }

    deinit { process.end() }

    /// The content of its clipboard, as a program that pastes receives it.
    package func clipboard() throws -> String {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: Self.paste)
        program.arguments = ["-selection", "clipboard", "-o"]
        program.environment = ["DISPLAY": name]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
