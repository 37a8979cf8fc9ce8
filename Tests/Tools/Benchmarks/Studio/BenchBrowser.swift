// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import TestServers

/// A browser without drawing: it reads events on one connection, and on another each picture as soon as it is available.
final class BenchBrowser: Sendable {
    private let isOver = Atomic(false)
    private let count = Atomic(0)

    init(port: Int) {
        Thread.detachNewThread { [self] in
            guard let connection = BenchConnection(port: port) else { return }
            connection.ask("/api/frames")
            let head = Array("Candela-Frame: ".utf8)
            while !isOver.load(ordering: .relaxed), connection.readSome() > 0 {
                count.add(connection.take(countOf: head), ordering: .relaxed)
            }
        }
        Thread.detachNewThread { [self] in
            guard let connection = BenchConnection(port: port) else { return }
            connection.ask("/api/events")
            while !isOver.load(ordering: .relaxed), connection.readSome() > 0 { connection.forget() }
        }
    }

    /// Pictures received.
    var frames: Int { count.load(ordering: .relaxed) }

    func end() { isOver.store(true, ordering: .relaxed) }
}

/// A keep-alive connection. Use it on one thread.
final class BenchConnection {
    private let descriptor: CInt
    private let port: Int
    private var buffer: [UInt8] = []
    private var head = ""

    init?(port: Int) {
        self.port = port
        descriptor = connectToLoopback(port: port)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func ask(_ path: String) {
        let bytes = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    func readSome() -> Int {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(descriptor, &part, part.count)
        if count > 0 { buffer += part[..<count] }
        return count
    }

    func forget() { buffer = [] }

    /// Counts a word in the received data, then forgets the data except a possible beginning of the word.
    func take(countOf word: [UInt8]) -> Int {
        var found = 0
        while let place = buffer.firstRange(of: word) {
            found += 1
            buffer.removeSubrange(..<place.upperBound)
        }
        buffer.removeFirst(max(0, buffer.count - word.count + 1))
        return found
    }

    /// The body of the response; `nil` if the connection has ended.
    func get(_ path: String) -> Data? {
        ask(path)
        buffer = []
        let end = Array("\r\n\r\n".utf8)
        var start: Int?
        while true {
            guard readSome() > 0 else { return nil }
            if start == nil, let place = buffer.prefix(8192).firstRange(of: end) {
                head = String(decoding: buffer[..<place.lowerBound], as: UTF8.self).lowercased()
                start = place.upperBound
            }
            guard let start else { continue }
            let length = field("content-length").flatMap { Int($0) } ?? 0
            if buffer.count - start >= length { return Data(buffer[start..<start + length]) }
        }
    }

    /// A header of the last response.
    func field(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
