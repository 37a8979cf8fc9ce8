// SPDX-License-Identifier: Apache-2.0

import Frames

/// Consecutive JPEG pictures (`ffmpeg -f mjpeg`, `rpicam-vid --codec mjpeg`), cut at their markers.
///
/// Skips segments by their length, because a thumbnail inside one has its own end marker. Ignores bytes between
/// pictures. A picture cut short by the start of the next one, or by the end of the stream, is passed on as it is.
///
/// Source: ITU-T T.81, annex B.
struct JPEGCutter: FrameCutter {
    /// More than any camera's frame; limits the memory for a stream without an end marker.
    static let largestFrame = 1 << 26

    private enum Place {
        case outside
        case marker
        case scan
    }
    private var place = Place.outside
    /// The parse position in the picture at the front of the buffer.
    private var at = 0
    /// Where the content of the last segment began, if no other picture can be inside it: not in one of an application.
    private var content: Int?

    mutating func next(
        _ buffer: inout StreamBuffer, deadline: FrameTimestamp?
    ) throws(FrameSourceError) -> CutOutcome {
        while true {
            if let length = follow(&buffer) {
                place = .outside
                at = 0
                return .frame(.jpeg(buffer.take(length)))
            }
            guard buffer.count <= Self.largestFrame else {
                throw FrameSourceError(
                    .malformed, "cannot read JPEG stream: a picture has no end within \(Self.largestFrame) bytes")
            }
            switch try buffer.fill(deadline) {
            case .done: continue
            case .end:
                // A start marker without data cannot be decoded.
                guard place != .outside, buffer.count > 4 else { return .end }
                place = .outside
                at = 0
                return .frame(.jpeg(buffer.take(buffer.count)))
            case .stopped: return .stopped
            case .timeout: return .timeout
            }
        }
    }

    /// Parses as far as bytes are available. Returns the length of the first picture once its end is found.
    private mutating func follow(_ buffer: inout StreamBuffer) -> Int? {
        while true {
            switch place {
            case .outside:
                var skipped = 0
                while skipped + 1 < buffer.count, buffer[skipped] != 0xff || buffer[skipped + 1] != 0xd8 {
                    skipped += 1
                }
                let isStart = skipped + 1 < buffer.count
                buffer.drop(skipped)
                guard isStart else { return nil }
                at = 2
                content = nil
                place = .marker
            case .marker:
                guard at + 1 < buffer.count else { return nil }
                guard buffer[at] == 0xff else {
                    // Not a marker: treat it as compressed data, up to the next valid marker. The length of the segment before
                    // may be false, and the next pictures may lie in what it skipped.
                    if let content { at = content }
                    content = nil
                    place = .scan
                    continue
                }
                content = nil
                switch buffer[at + 1] {
                case 0xff: at += 1
                case 0xd9: return at + 2
                case 0xd8: return at
                case 0x00, 0x01, 0xd0...0xd7: at += 2
                case let marker:
                    guard at + 3 < buffer.count else { return nil }
                    let length = Int(buffer[at + 2]) << 8 | Int(buffer[at + 3])
                    let mayHoldPicture = (0xe0...0xef).contains(marker) || marker == 0xfe
                    if !mayHoldPicture { content = at + 4 }
                    at += 2 + max(length, 2)
                    if marker == 0xda { place = .scan }
                }
            case .scan:
                // 0xff is followed by 0 (a data byte), a restart marker, fill, or another marker.
                while at + 1 < buffer.count {
                    if buffer[at] == 0xff {
                        let next = buffer[at + 1]
                        if next != 0, next != 0xff, !(0xd0...0xd7).contains(next) { break }
                    }
                    at += 1
                }
                guard at + 1 < buffer.count else { return nil }
                place = .marker
            }
        }
    }
}
