// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
internal import WebPage

/// A stream on its way to a client, in pieces of the size that the server has room for. For the server's thread.
final class Outlet {
    /// The server's side of it, which waits for one call.
    @safe private struct Waiting: @unchecked Sendable {
        // Unchecked: the C side takes the call from any thread.
        let stream: OpaquePointer
    }

    private let stream: any AnswerStream
    /// What was taken of the stream and not sent yet.
    private var rest: ArraySlice<UInt8> = []

    init(_ stream: any AnswerStream) { self.stream = stream }

    /// - Returns: how many bytes were put into `room`; 0 for none at the moment, -1 at the end.
    func take(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        if rest.isEmpty {
            switch stream.take() {
            case .bytes(let bytes): rest = bytes[...]
            case .nothingYet: return 0
            case .end: return -1
            }
        }
        let piece = rest.prefix(room.count)
        _ = unsafe room.update(fromContentsOf: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }

    func wait(_ waiting: OpaquePointer) {
        let waiting = unsafe Waiting(stream: waiting)
        stream.whenDue { unsafe candela_http_wake(waiting.stream) }
    }

    func close() { stream.close() }
}
