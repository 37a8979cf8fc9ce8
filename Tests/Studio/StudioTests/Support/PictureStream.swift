// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The studio's `/api/frames`, read as a program would: what HTTP puts around it, and the parts in it.
final class PictureStream {
    private let descriptor: CInt
    /// In small letters.
    private(set) var head = ""
    private var raw: [UInt8] = []
    private var body: [UInt8] = []

    /// - Parameter receiveBuffer: of the connection, bytes; `nil` leaves it to the kernel.
    init(_ studio: StudioProcess, accept: String = "*/*", receiveBuffer: CInt? = nil) throws {
        descriptor = try studio.connection()
        if var size = receiveBuffer {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        }
        try StudioProcess.write(
            Array("GET /api/frames HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nAccept: \(accept)\r\n\r\n".utf8),
            to: descriptor)
        head = String(decoding: try line(upTo: "\r\n\r\n"), as: UTF8.self).lowercased()
    }

    deinit { close(descriptor) }

    /// The next part; `nil` for one that says that there is no picture.
    func next() throws -> (number: Int, jpeg: [UInt8])? {
        let end = Array("\r\n\r\n".utf8)
        while body.firstRange(of: end) == nil { try readBody() }
        let place = body.firstRange(of: end)!
        let text = String(decoding: body[..<place.lowerBound], as: UTF8.self)
        body.removeSubrange(..<place.upperBound)
        guard text.hasPrefix("--frame\r\nContent-Type: image/jpeg"),
            let length = text.firstMatch(of: /Content-Length: (\d+)/).flatMap({ Int($0.1) })
        else { throw StudioProcess.Failure(description: "no head of a part: \(text)") }
        while body.count < length + 2 { try readBody() }
        let jpeg = Array(body[..<length])
        guard body[length..<length + 2].elementsEqual("\r\n".utf8) else {
            throw StudioProcess.Failure(description: "a part of another length than it says")
        }
        body.removeFirst(length + 2)
        return text.firstMatch(of: /Candela-Frame: (\d+)/).flatMap { Int($0.1) }.map { ($0, jpeg) }
    }

    /// Takes what has come, out of its chunks where there are some.
    private func readBody() throws {
        guard head.contains("transfer-encoding: chunked") else {
            if raw.isEmpty { try readSome() }
            body += raw
            raw = []
            return
        }
        let size = String(decoding: try line(upTo: "\r\n"), as: UTF8.self)
        guard let count = Int(size, radix: 16), count > 0 else {
            throw StudioProcess.Failure(description: "the stream has ended: \(size)")
        }
        while raw.count < count + 2 { try readSome() }
        body += raw[..<count]
        raw.removeFirst(count + 2)
    }

    /// What comes before an end, which is taken, too.
    private func line(upTo end: String) throws -> [UInt8] {
        while true {
            if let place = raw.firstRange(of: Array(end.utf8)) {
                defer { raw.removeSubrange(..<place.upperBound) }
                return Array(raw[..<place.lowerBound])
            }
            try readSome()
        }
    }

    private func readSome() throws {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 40_000) > 0 else {
            throw StudioProcess.Failure(description: "the stream is silent")
        }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(descriptor, &part, part.count)
        guard count > 0 else { throw StudioProcess.Failure(description: "the stream was cut") }
        raw += part[..<count]
    }
}
