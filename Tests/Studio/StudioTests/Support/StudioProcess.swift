// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestServers

/// `candela studio` as a user starts it, on a port of its own. Ended, and waited for, when forgotten.
final class StudioProcess {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The command under test: `CANDELA_BINARY`, else what `swift build -c release` makes.
    static let binary: String =
        ProcessInfo.processInfo.environment["CANDELA_BINARY"]
        ?? repository.appending(path: ".build/release/candela").path

    private let process = Process()
    private let data: URL
    /// With a slash at the end.
    let address: String
    let port: Int
    /// From the file in which a studio without a terminal keeps it, where other machines may ask.
    let token: String?

    init(_ arguments: String...) throws {
        data = FileManager.default.temporaryDirectory.appending(path: "candela-studio-\(UUID().uuidString)")
        process.executableURL = URL(fileURLWithPath: Self.binary)
        process.arguments = ["studio"] + arguments + ["--port", "0"]
        var variables = ProcessInfo.processInfo.environment
        // What is scanned here is none of the user's.
        for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] { variables[name] = data.path }
        process.environment = variables
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw Failure(description: "candela studio ended without an address") }
            line.append(bytes)
        }
        address = String(decoding: line.dropLast(), as: UTF8.self)
        guard let port = URL(string: address)?.port else { throw Failure(description: "no address: \(address)") }
        self.port = port
        let kept = try? Data(contentsOf: data.appending(path: "candela/studio-token"))
        token = kept.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    deinit {
        end()
        try? FileManager.default.removeItem(at: data)
    }

    /// Ends it as Ctrl-C does. Returns the signal that ended it.
    @discardableResult
    func end() -> Int32 {
        if process.isRunning { kill(process.processIdentifier, SIGINT) }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
    }

    /// What the command prints beside this studio, with the same folders.
    func command(_ arguments: String...) throws -> String {
        let command = Process()
        command.executableURL = URL(fileURLWithPath: Self.binary)
        command.arguments = arguments
        command.environment = process.environment
        let output = Pipe()
        command.standardOutput = output
        try command.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        command.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: Requests, as any program may make them

    struct Answer {
        var status: Int
        var headers: String
        var body: String
        /// The body as it came.
        var bytes: ArraySlice<UInt8> = []
    }

    /// Sends bytes as they are, and reads until the connection is closed or the answer is whole.
    func send(_ text: String) throws -> Answer {
        let descriptor = try connection()
        defer { close(descriptor) }
        try Self.write(Array(text.utf8), to: descriptor)
        return try Self.answer(descriptor)
    }

    /// Reads until the connection is closed or the answer is whole.
    static func answer(_ descriptor: CInt) throws -> Answer {
        var bytes: [UInt8] = []
        while true {
            var part = [UInt8](repeating: 0, count: 1 << 16)
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Generous: on a busy machine a thousand other connections take a minute.
            guard unsafe Glibc.poll(&poll, 1, 180_000) > 0 else { throw Failure(description: "no answer") }
            let count = unsafe read(descriptor, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
            if isWhole(bytes) { break }
        }
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        let words = parts[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Failure(description: "no answer: \(parts[0])") }
        let start = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
        return Answer(
            status: status, headers: parts[0].lowercased(), body: parts.dropFirst().joined(separator: "\r\n\r\n"),
            bytes: bytes[start...])
    }

    /// A request as the page itself makes it, with some headers replaced.
    func ask(
        _ method: String, _ path: String, body: String? = nil, host: String? = nil, headers: [String: String] = [:]
    ) throws -> Answer {
        var fields = ["Host": host ?? "127.0.0.1:\(port)", "Connection": "close"]
        if let body {
            fields["Origin"] = "http://127.0.0.1:\(port)"
            fields["Content-Type"] = "application/json"
            fields["Content-Length"] = "\(body.utf8.count)"
        }
        fields.merge(headers) { $1 }
        let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return try send("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
    }

    // MARK: By TLS, through a program that is not ours

    /// Sends a head, and gives all that the program says until the connection is closed.
    func askTLS(_ head: String, _ options: String...) throws -> String {
        let process = try beginTLS("\(head)\r\nConnection: close\r\n\r\n", options)
        let output = process.standardOutput as? Pipe
        let data = output?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Connects and sends; goes on until the connection is closed.
    func beginTLS(_ text: String, _ options: [String] = []) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments =
            ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof", "-servername", "localhost"] + options
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It may have ended already, refused.
        signal(SIGPIPE, SIG_IGN)
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? input.fileHandleForWriting.close()
        return process
    }

    func connection() throws -> CInt {
        let descriptor = connectToLoopback(port: port)
        guard descriptor >= 0 else { throw Failure(description: "cannot connect: \(errno)") }
        return descriptor
    }

    static func write(_ bytes: [UInt8], to descriptor: CInt) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A refused body may not be read to its end.
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
        guard let length = text.firstMatch(of: /content-length: (\d+)/)?.1, let count = Int(length) else {
            return false
        }
        return bytes.count - head.upperBound >= count
    }
}
