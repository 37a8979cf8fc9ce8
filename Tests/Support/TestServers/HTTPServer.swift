// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A local server that answers each request as told, and records the requests.
package final class HTTPServer: Sendable {
    package struct Request: Sendable {
        /// `POST /path HTTP/1.1`.
        package var line: String
        /// By lower-case name.
        package var headers: [String: String]
        package var body: [UInt8]
    }

    package struct Answer: Sendable {
        package var status: Int
        package var headers: [String]
        package var body: [UInt8]
        /// Sends what follows the headers by its argument, which returns false when the client has gone; then the connection
        /// is closed. There is no length then.
        package var stream: (@Sendable (_ send: ([UInt8]) -> Bool) -> Void)?

        package init(_ status: Int, headers: [String] = [], body: String = "") {
            self.status = status
            self.headers = headers
            self.body = Array(body.utf8)
        }

        package init(_ status: Int, headers: [String] = [], bytes: [UInt8]) {
            self.status = status
            self.headers = headers
            body = bytes
        }

        package init(
            _ status: Int, headers: [String] = [], stream: @escaping @Sendable (_ send: ([UInt8]) -> Bool) -> Void
        ) {
            self.status = status
            self.headers = headers
            body = []
            self.stream = stream
        }
    }

    private let listener: CInt
    package let port: Int
    private let seen = Mutex<[Request]>([])
    private let answer: @Sendable (Request) -> Answer?

    /// - Parameters:
    ///   - port: the port to listen on; 0 for any.
    ///   - version: what its answers begin with; RTSP's have the same form.
    ///   - answer: returns the response; `nil` closes the connection without one.
    package init(port: Int = 0, version: String = "HTTP/1.1", answer: @escaping @Sendable (Request) -> Answer?) throws {
        (listener, self.port) = try Self.listen(port)
        self.answer = answer
        Thread.detachNewThread { [weak self, listener] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    Self.serve(connection, version) { self?.handle($0) }
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
    }

    package var requests: [Request] { seen.withLock { $0 } }
    package func url(_ path: String = "/scans") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// A local port on which nothing listens.
    package static func freePort() throws -> Int {
        let (socket, port) = try listen(0)
        close(socket)
        return port
    }

    private func handle(_ request: Request) -> Answer? {
        seen.withLock { $0.append(request) }
        return answer(request)
    }

    private static func listen(_ port: Int) throws -> (CInt, Int) {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        var on: CInt = 1
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let isBound = unsafe Glibc.bind(socket, pointer, length) == 0
                let isListening = isBound && Glibc.listen(socket, 64) == 0
                let hasName = unsafe getsockname(socket, pointer, &length) == 0
                return isListening && hasName
            }
        }
        guard socket >= 0, bound else { throw POSIXError(.EADDRINUSE) }
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func serve(_ connection: CInt, _ version: String, _ handle: (Request) -> Answer?) {
        var pending: [UInt8] = []
        while let request = next(connection, &pending), let answer = handle(request) {
            let length = answer.stream == nil ? ["Content-Length: \(answer.body.count)"] : []
            let head = ["\(version) \(answer.status) Answer"] + length + answer.headers
            let isSent = write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + answer.body, to: connection)
            guard let stream = answer.stream else { continue }
            if isSent { stream { write($0, to: connection) } }
            return
        }
    }

    private static func write(_ bytes: [UInt8], to connection: CInt) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe send(connection, $0.baseAddress! + sent, $0.count - sent, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func next(_ connection: CInt, _ pending: inout [UInt8]) -> Request? {
        while true {
            if let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: pending[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    guard parts.count == 2 else { continue }
                    headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
                let length = headers["content-length"].flatMap { Int($0) } ?? 0
                if pending.count >= end.upperBound + length {
                    let body = Array(pending[end.upperBound..<(end.upperBound + length)])
                    pending.removeFirst(end.upperBound + length)
                    return Request(line: lines[0], headers: headers, body: body)
                }
            }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }
}
