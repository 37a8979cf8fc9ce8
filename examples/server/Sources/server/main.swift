// SPDX-License-Identifier: Apache-2.0

// Reads the codes of pictures that are posted to it, one a connection: server PORT, then
//   curl --data-binary @label.jpg http://127.0.0.1:PORT

import CandelaReading
import Glibc

let reader = try BarcodeReader(effort: .normal)
let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
var address = sockaddr_in()
address.sin_family = sa_family_t(AF_INET)
address.sin_port = (CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8080).bigEndian
address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
let isBound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
}
guard isBound == 0, listen(listener, 16) == 0 else { fatalError("cannot listen: \(String(cString: strerror(errno)))") }
print("listening")
fflush(nil)

/// The body of a request, by its `Content-Length`.
func body(of connection: Int32) -> [UInt8]? {
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while received.count < 32 << 20 {
        if let end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
            let head = String(decoding: received[..<end], as: UTF8.self).lowercased()
            let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            let length = field.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
            if received.count >= end + length { return Array(received[end..<end + length]) }
        }
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return nil }
        received += chunk[..<count]
    }
    return nil
}

while true {
    let connection = accept(listener, nil, nil)
    defer { close(connection) }
    guard let picture = body(of: connection) else { continue }
    let lines: [String]
    do {
        lines = try reader.read(encoded: picture).map { "\($0.symbology) \($0.visibleText)" }
    } catch {
        lines = ["error: \(error)"]
    }
    let text = lines.map { $0 + "\n" }.joined()
    let answer =
        "HTTP/1.0 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        + text
    _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
}
