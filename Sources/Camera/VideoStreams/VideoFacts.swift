// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// What is known of a video stream when it has been opened.
package struct VideoFacts: Hashable, Sendable {
    /// `h264`, `hevc`, `mjpeg`: FFmpeg's names.
    package var codec: String
    /// User and password went over the network readably.
    package var isBasic: Bool
    /// Pictures come as datagrams, because the camera refused to send them over the connection.
    package var isDatagrams: Bool

    package init(codec: String, isBasic: Bool = false, isDatagrams: Bool = false) {
        self.codec = codec
        self.isBasic = isBasic
        self.isDatagrams = isDatagrams
    }

    /// `H.264`.
    package var codecName: String {
        switch codec {
        case "h264": "H.264"
        case "hevc": "H.265"
        case "mjpeg": "JPEG"
        default: codec.uppercased()
        }
    }
}

/// Counts since the stream was opened.
package struct VideoCounts: Hashable, Sendable {
    /// Decoded, whether delivered or not.
    package var pictures = 0
    package var damaged = 0
    /// Compressed.
    package var bytes = 0
    /// Pictures that depend on no other.
    package var keys = 0
    package var keyBytes = 0
    /// From the first key picture to the last.
    package var keySpan = Duration.zero
    /// From the first picture to the last.
    package var span = Duration.zero

    package init() {}

    /// The mean time between two key pictures: after a lost packet, codes are unreadable for up to that long.
    package var keyDistance: Duration? { keys > 1 ? keySpan / (keys - 1) : nil }

    func put(to writer: inout WireWriter) {
        for number in [pictures, damaged, bytes, keys, keyBytes] { writer.put(UInt64(number)) }
        writer.put(Int64(keySpan / .nanoseconds(1)))
        writer.put(Int64(span / .nanoseconds(1)))
    }

    init?(from reader: inout WireReader) {
        var numbers: [Int] = []
        for _ in 0..<5 {
            guard let number = reader.number(UInt64.self), number < 1 << 52 else { return nil }
            numbers.append(Int(number))
        }
        guard let keySpan = reader.number(Int64.self), keySpan >= 0, let span = reader.number(Int64.self), span >= 0
        else {
            return nil
        }
        (pictures, damaged, bytes, keys, keyBytes) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        self.keySpan = .nanoseconds(keySpan)
        self.span = .nanoseconds(span)
    }
}
