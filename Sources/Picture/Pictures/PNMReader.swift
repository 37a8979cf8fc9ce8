// SPDX-License-Identifier: Apache-2.0

import Frames

/// Reads the portable bitmaps P1 to P6, 8 or 16 bits, plain or raw, as luma.
///
/// Source: pbm(5), pgm(5), ppm(5) of Netpbm.
struct PNMReader {
    let size: FrameSize
    private let kind: UInt8
    private let largest: Int
    private let start: Int

    /// `nil` if the header is not valid.
    init?(_ data: Span<UInt8>) {
        guard data.count >= 3, data[0] == UInt8(ascii: "P") else { return nil }
        kind = data[1] &- UInt8(ascii: "0")
        guard (1...6).contains(kind) else { return nil }
        var at = 2
        guard let width = Self.number(data, &at), let height = Self.number(data, &at), width > 0, height > 0 else {
            return nil
        }
        size = FrameSize(width: width, height: height)
        if kind == 1 || kind == 4 {
            largest = 1
        } else {
            guard let value = Self.number(data, &at), (1...65535).contains(value) else { return nil }
            largest = value
        }
        // A single white space ends the header.
        guard at < data.count else { return nil }
        start = at + 1
    }

    /// The picture and the number of its complete rows; the rest is white. The size is within the caller's limit.
    func read(_ data: Span<UInt8>) -> (luma: LumaImage, rows: Int) {
        var rows = 0
        let luma = LumaImage(size: size) { target in
            // A row at a time in an array: Swift 6.2 takes no two spans as parameters if one is changed.
            var row = [UInt8](repeating: 255, count: size.width)
            var at = start
            while rows < size.height, kind <= 3 ? readPlain(data, &at, &row) : readRaw(data, &at, &row) {
                for x in row.indices { target[rows &* row.count &+ x] = row[x] }
                rows += 1
            }
            for index in rows * size.width..<size.area { target[index] = 255 }
        }
        return (luma, rows)
    }

    /// Whether there is another whole row.
    private func readRaw(_ data: Span<UInt8>, _ at: inout Int, _ row: inout [UInt8]) -> Bool {
        let width = size.width
        let wide = largest > 255
        let rowBytes =
            switch kind {
            case 4: (width + 7) / 8
            case 5: width * (wide ? 2 : 1)
            default: width * (wide ? 6 : 3)
            }
        let from = at
        guard data.count - from >= rowBytes else { return false }
        at += rowBytes
        switch (kind, wide) {
        case (4, _):
            for x in 0..<width { row[x] = data[from &+ x / 8] &<< UInt8(x & 7) & 0x80 == 0 ? 255 : 0 }
        case (5, false) where largest == 255:
            for x in 0..<width { row[x] = data[from &+ x] }
        case (5, false):
            for x in 0..<width { row[x] = scaled(Int(data[from &+ x])) }
        case (5, true):
            for x in 0..<width { row[x] = scaled(Int(data[from &+ 2 &* x]) &<< 8 | Int(data[from &+ 2 &* x &+ 1])) }
        case (_, false):
            for x in 0..<width {
                let at = from &+ 3 &* x
                row[x] = weighted(Int(data[at]), Int(data[at &+ 1]), Int(data[at &+ 2]))
            }
        case (_, true):
            for x in 0..<width {
                let at = from &+ 6 &* x
                let red = Int(data[at]) &<< 8 | Int(data[at &+ 1])
                let green = Int(data[at &+ 2]) &<< 8 | Int(data[at &+ 3])
                let blue = Int(data[at &+ 4]) &<< 8 | Int(data[at &+ 5])
                row[x] = weighted(red, green, blue)
            }
        }
        return true
    }

    /// Whether there is another whole row.
    private func readPlain(_ data: Span<UInt8>, _ at: inout Int, _ row: inout [UInt8]) -> Bool {
        for x in 0..<size.width {
            switch kind {
            case 1:
                // Digits of a plain bitmap may have no spaces between them.
                while at < data.count, data[at] != UInt8(ascii: "0"), data[at] != UInt8(ascii: "1") { at += 1 }
                guard at < data.count else { return false }
                row[x] = data[at] == UInt8(ascii: "0") ? 255 : 0
                at += 1
            case 2:
                guard let value = Self.number(data, &at) else { return false }
                row[x] = scaled(value)
            default:
                guard let red = Self.number(data, &at), let green = Self.number(data, &at),
                    let blue = Self.number(data, &at)
                else { return false }
                row[x] = weighted(red, green, blue)
            }
        }
        return true
    }

    private func scaled(_ value: Int) -> UInt8 { UInt8((min(value, largest) * 255 + largest / 2) / largest) }

    private func weighted(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        let sum: Int = Int(scaled(red)) * 77 + Int(scaled(green)) * 150 + Int(scaled(blue)) * 29
        return UInt8((sum + 128) >> 8)
    }

    /// The next number after white space and comments; `nil` at the end, at other characters, or for more than eight
    /// digits.
    private static func number(_ data: Span<UInt8>, _ at: inout Int) -> Int? {
        while at < data.count {
            if data[at] == UInt8(ascii: "#") {
                while at < data.count, data[at] != 0x0a { at += 1 }
            } else if data[at] == 0x20 || (0x09...0x0d).contains(data[at]) {
                at += 1
            } else {
                break
            }
        }
        var value = 0
        let first = at
        while at < data.count, (0x30...0x39).contains(data[at]), at - first <= 8 {
            value = value * 10 + Int(data[at] - 0x30)
            at += 1
        }
        return at > first && at - first <= 8 ? value : nil
    }
}
