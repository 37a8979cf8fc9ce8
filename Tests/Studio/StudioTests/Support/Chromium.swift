// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A running Chromium, driven over a pipe by its DevTools protocol: no port, no WebSocket. Its start takes a second of
/// processor time, so the tests of a process share as many as are needed at the same time.
///
/// Source: https://chromedevtools.github.io/devtools-protocol/; `--remote-debugging-pipe` reads requests from descriptor 3
/// and writes answers to 4, each JSON with a zero byte behind it.
final class Chromium: @unchecked Sendable {
    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private let profile: URL
    private var buffer = Data()
    private var number = 0
    /// What its page complained of since it was leased.
    private(set) var complaints: [String] = []

    private static let idle = Mutex<[Chromium]>([])
    private static let all = Mutex<[Chromium]>([])

    /// An idle one, or a new one. Only its holder may use it, until `giveBack()`.
    static func lease() throws -> Chromium {
        let chromium = try idle.withLock { $0.popLast() } ?? Chromium()
        chromium.complaints = []
        return chromium
    }

    func giveBack() { if process.isRunning { Self.idle.withLock { $0.append(self) } } }

    private init() throws {
        let found = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let path = found else {
            throw Browser.Failure(description: "there is no chromium; run make packages-test")
        }
        profile = FileManager.default.temporaryDirectory.appending(path: "candela-browser-\(UUID().uuidString)")
        // A shell puts the pipes where the browser looks for them.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh", path, "--headless=new",
            "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
            "--mute-audio", "--hide-scrollbars", "--user-data-dir=\(profile.path)", "about:blank",
        ]
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        let isFirst = Self.all.withLock { all in
            all.append(self)
            return all.count == 1
        }
        if isFirst { atexit { Chromium.all.withLock { for chromium in $0 { chromium.end() } } } }
        try process.run()
    }

    private func end() {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: profile)
    }

    // MARK: The pipe

    func call(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try requests.fileHandleForWriting.write(
            contentsOf: try JSONSerialization.data(withJSONObject: message) + Data([0]))
        while true {
            let answer = try next()
            guard answer["id"] as? Int == number else {
                note(answer)
                continue
            }
            if let error = answer["error"] { throw Browser.Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func note(_ event: [String: Any]) {
        switch event["method"] as? String {
        case "Runtime.exceptionThrown", "Log.entryAdded": complaints.append("\(event["params"] ?? "")")
        default: break
        }
    }

    private func next() throws -> [String: Any] {
        let descriptor = answers.fileHandleForReading.fileDescriptor
        while true {
            if let end = buffer.firstIndex(of: 0) {
                let message = buffer[buffer.startIndex..<end]
                buffer = Data(buffer[buffer.index(after: end)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe Glibc.poll(&poll, 1, 240_000) > 0 else {
                throw Browser.Failure(description: "the browser is silent")
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe read(descriptor, &bytes, bytes.count)
            guard count > 0 else { throw Browser.Failure(description: "the browser has ended") }
            buffer.append(contentsOf: bytes[..<count])
        }
    }
}
