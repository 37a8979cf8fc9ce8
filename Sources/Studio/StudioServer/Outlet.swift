// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
internal import WebPage

/// A stream to a client, cut into pieces of the size for which the server has room. For the server's thread.
final class Outlet {
    /// The server's side of the stream, which waits for one call.
    @safe private struct Waiting: @unchecked Sendable {
        // Unchecked: the C side accepts the call from any thread.
        let stream: OpaquePointer
    }

    private let stream: any AnswerStream
    /// Taken from the stream but not yet sent.
    private var rest: ArraySlice<UInt8> = []

    init(_ stream: any AnswerStream) { self.stream = stream }

    /// - Returns: how many bytes were put into `room`; 0 if there are none at the moment, -1 at the end.
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
