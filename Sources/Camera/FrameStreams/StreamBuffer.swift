// SPDX-License-Identifier: Apache-2.0

import Frames

/// Bytes read from the stream and not yet used. An operation that times out can be resumed where it stopped.
struct StreamBuffer {
    enum Outcome: Equatable {
        case done
        /// The stream ended after this many of the requested bytes.
        case end(after: Int)
        case stopped
        case timeout
    }

    let input: StreamInput
    private(set) var bytes: [UInt8] = []
    private var start = 0

    init(_ input: StreamInput) { self.input = input }

    var count: Int { bytes.count - start }

    subscript(_ offset: Int) -> UInt8 { bytes[start + offset] }

    /// Removes `count` bytes from the front.
    mutating func drop(_ count: Int) {
        start += count
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        } else if start > bytes.count / 2, start > 1 << 16 {
            bytes.removeFirst(start)
            start = 0
        }
    }

    mutating func take(_ count: Int) -> [UInt8] {
        defer { drop(count) }
        return Array(bytes[start..<start + count])
    }

    /// Reads at least one more byte.
    mutating func fill(_ deadline: FrameTimestamp?) throws(FrameSourceError) -> Outcome {
        let chunk = 1 << 16
        let before = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: chunk))
        var got = 0
        defer { bytes.removeLast(chunk - got) }
        let outcome = try unsafe bytes.withUnsafeMutableBufferPointer {
            (memory: inout UnsafeMutableBufferPointer<UInt8>) throws(FrameSourceError) -> StreamInput.Outcome in
            try unsafe input.read(
                into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(memory)[before...]),
                deadline: deadline)
        }
        switch outcome {
        case .bytes(let count):
            got = count
            return .done
        case .end: return .end(after: count - chunk)
        case .stopped: return .stopped
        case .timeout: return .timeout
        }
    }

    /// Fills the rest of `payload`: first from this buffer, then directly from the stream.
    mutating func fill(_ payload: StreamPayload, _ deadline: FrameTimestamp?) throws(FrameSourceError) -> Outcome {
        if count > 0, payload.filled < payload.count {
            let part = min(count, payload.count - payload.filled)
            payload.append(bytes[start..<start + part])
            drop(part)
        }
        while payload.filled < payload.count {
            switch try payload.read(input, deadline) {
            case .bytes: continue
            case .end: return .end(after: payload.filled)
            case .stopped: return .stopped
            case .timeout: return .timeout
            }
        }
        return .done
    }
}
