// SPDX-License-Identifier: Apache-2.0

import Frames

/// The first line of a YUV4MPEG2 stream.
///
/// Source: yuv4mpeg(5) of mjpegtools, and FFmpeg's libavformat/yuv4mpegenc.c for the colour spaces with more bits.
struct Y4MHeader: Equatable {
    static let magic = Array("YUV4MPEG2".utf8)
    /// Longer than any program writes; limits the search in a stream that is not Y4M.
    static let longestLine = 4096

    var size: FrameSize
    var interval: FrameInterval?
    var layout: PixelLayout
    /// The size of all planes together.
    var frameBytes: Int

    /// `line` excludes its line feed.
    init(_ line: some Collection<UInt8>) throws(FrameSourceError) {
        func malformed(_ cause: String) -> FrameSourceError {
            FrameSourceError(.malformed, "cannot read YUV4MPEG2 header: \(cause)")
        }
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard fields.first == "YUV4MPEG2" else {
            throw malformed("the stream does not begin with YUV4MPEG2; for raw frames, specify --format and --size")
        }
        var (width, height): (Int?, Int?) = (nil, nil)
        var colours: Substring = "420jpeg"
        for field in fields.dropFirst() {
            let value = field.dropFirst()
            switch field.first {
            case "W": width = Int(value)
            case "H": height = Int(value)
            case "C": colours = value
            case "F":
                let parts = value.split(separator: ":")
                // The header has frames per second, `FrameInterval` seconds per frame. 0:0 means unknown.
                if parts.count == 2, let rate = UInt32(parts[0]), let per = UInt32(parts[1]) {
                    interval = FrameInterval(numerator: per, denominator: rate)
                }
            default: break  // Interlacing, pixel aspect, extensions: not needed.
            }
        }
        guard let width, let height, width > 0, height > 0, width <= 1 << 16, height <= 1 << 16 else {
            throw malformed("width (W) and height (H) must be present and between 1 and 65536")
        }
        size = FrameSize(width: width, height: height)
        guard let (layout, frameBytes) = Self.planes(colours, size) else {
            throw malformed(
                "unknown colour space C\(colours.prefix(40)); use 420, 422, 444 or mono, of 8 to 16 bits")
        }
        (self.layout, self.frameBytes) = (layout, frameBytes)
    }

    private static func planes(_ colours: Substring, _ size: FrameSize) -> (PixelLayout, frameBytes: Int)? {
        var name = colours
        var bits = 8
        if name.hasPrefix("mono"), name != "mono" {
            guard let value = Int(name.dropFirst(4)) else { return nil }
            (name, bits) = ("mono", value)
        } else if name != "420paldv", let p = name.lastIndex(of: "p"), let value = Int(name[name.index(after: p)...]) {
            (name, bits) = (name[..<p], value)
        }
        guard (8...16).contains(bits) else { return nil }
        let (w, h) = (size.width, size.height)
        let chroma: Int
        switch name {
        case "mono": chroma = 0
        case "420", "420jpeg", "420mpeg2", "420paldv": chroma = 2 * ((w + 1) / 2) * ((h + 1) / 2)
        case "411": chroma = 2 * ((w + 3) / 4) * h
        case "422": chroma = 2 * ((w + 1) / 2) * h
        case "440": chroma = 2 * w * ((h + 1) / 2)
        case "444": chroma = 2 * w * h
        case "444alpha": chroma = 3 * w * h
        default: return nil
        }
        let layout = PixelLayout(luma: bits == 8 ? .plane : .words(significantBits: bits, bigEndian: false))
        return (layout, (w * h + chroma) * (bits == 8 ? 1 : 2))
    }
}
