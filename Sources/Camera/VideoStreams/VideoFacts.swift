// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// What is known of a video stream when it has been opened.
public struct VideoFacts: Hashable, Sendable {
    /// `h264`, `hevc`, `mjpeg`: FFmpeg's names.
    public var codec: String
    /// User and password went over the network readably.
    public var isBasic: Bool
    /// Pictures come as datagrams, because the camera refused to send them over the connection.
    public var isDatagrams: Bool

    package init(codec: String, isBasic: Bool = false, isDatagrams: Bool = false) {
        self.codec = codec
        self.isBasic = isBasic
        self.isDatagrams = isDatagrams
    }

    /// `H.264`.
    public var codecName: String {
        switch codec {
        case "h264": "H.264"
        case "hevc": "H.265"
        case "mjpeg": "JPEG"
        default: codec.uppercased()
        }
    }
}

/// Counts since the stream was opened.
public struct VideoCounts: Hashable, Sendable {
    /// Decoded, whether delivered or not.
    public var pictures = 0
    public var damaged = 0
    /// Compressed.
    public var bytes = 0
    /// Pictures that depend on no other.
    public var keys = 0
    public var keyBytes = 0
    /// From the first key picture to the last.
    public var keySpan = Duration.zero
    /// From the first picture to the last.
    public var span = Duration.zero

    package init() {}

    /// The mean time between two key pictures: after a lost packet, codes are unreadable for up to that long.
    public var keyDistance: Duration? { keys > 1 ? keySpan / (keys - 1) : nil }

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
