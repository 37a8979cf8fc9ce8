// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Glibc

/// Debian's mosquitto on its own port. It keeps its messages between stop and start.
package final class Broker {
    package let port: Int
    private let folder: URL
    private var process: TestProgram?

    /// The path of mosquitto; `nil` if it is not installed.
    package static var program: String? {
        ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// - Parameter settings: more lines of its configuration; `FOLDER` in them stands for its own folder.
    package init(_ settings: [String] = ["allow_anonymous true"], prepare: (URL) throws -> Void = { _ in }) throws {
        port = try HTTPServer.freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "candela-broker-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try prepare(folder)
        let lines =
            [
                "listener \(port) 127.0.0.1", "persistence true", "persistence_location \(folder.path)/",
                "max_queued_messages 0", "log_dest none",
            ] + (getuid() == 0 ? ["user root"] : []) + settings
        let text = lines.joined(separator: "\n").replacing("FOLDER", with: folder.path) + "\n"
        try text.write(to: folder.appending(path: "conf"), atomically: true, encoding: .utf8)
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    package var address: String { "mqtt://127.0.0.1:\(port)/candela/scans" }
    package func file(_ name: String) -> String { folder.appending(path: name).path }

    /// Starts it, and waits until it answers.
    package func start() throws {
        guard let program = Self.program else { throw POSIXError(.ENOENT) }
        let process = try TestProgram([program, "-c", folder.appending(path: "conf").path])
        self.process = process
        while !answers {
            guard process.isRunning else { throw POSIXError(.ECONNREFUSED) }
            usleep(10_000)
        }
    }

    /// Stops it with SIGTERM and waits for its end.
    package func stop() {
        process?.end()
        process = nil
    }

    private var answers: Bool {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(port).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Creates a persistent subscription: the broker keeps messages for it from now on, also over a restart.
    package func subscribe(_ arguments: [String] = []) throws {
        // Leaves as soon as the broker has its subscription.
        _ = try subscriber(["-E"] + arguments) { _ in true }
    }

    /// The messages kept for the subscription, in order, up to the first for which `isLast` is true.
    package func messages(_ arguments: [String] = [], until isLast: @escaping (String) -> Bool) throws -> [String] {
        try subscriber(arguments, isLast)
    }

    /// The retained message of a topic.
    package func retained(_ topic: String, until isWanted: @escaping (String) -> Bool) throws -> String? {
        try run(["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic], isWanted).last
    }

    private func subscriber(_ arguments: [String], _ isLast: @escaping (String) -> Bool) throws -> [String] {
        try run(
            ["-h", "127.0.0.1", "-p", "\(port)", "-c", "-i", "reader", "-q", "1", "-t", "candela/scans"] + arguments,
            isLast)
    }

    private func run(_ arguments: [String], _ isLast: @escaping (String) -> Bool) throws -> [String] {
        // The limit is only so that a failing test ends.
        let process = try TestProgram(["mosquitto_sub"] + arguments + ["-W", "60"], capturing: true)
        var lines: [String] = []
        var pending = Data()
        reading: while true {
            guard let piece = process.output?.availableData, !piece.isEmpty else { break }
            pending += piece
            while let end = pending.firstIndex(of: 0x0a) {
                lines.append(String(decoding: pending[pending.startIndex..<end], as: UTF8.self))
                pending = Data(pending[(end + 1)...])
                if isLast(lines[lines.count - 1]) { break reading }
            }
        }
        process.end()
        return lines
    }
}
