// SPDX-License-Identifier: Apache-2.0

/// A key pressed at a terminal.
package enum TerminalKey: Hashable, Sendable {
    case character(Character)
    case enter, tab, escape, backspace
    case up, down, left, right
    /// With Ctrl: `control("z")`.
    case control(Character)
}

/// Decodes keys from the bytes that a terminal sends.
package struct TerminalKeyDecoder: Sendable {
    private var pending: [UInt8] = []

    package init() {}

    /// - Parameter bytes: the bytes of one read: a lone escape character is the Esc key, with more after it a sequence.
    package mutating func take(_ bytes: [UInt8]) -> [TerminalKey] {
        let input = pending + bytes
        pending = []
        var keys: [TerminalKey] = []
        var place = 0
        while place < input.count {
            let byte = input[place]
            switch byte {
            case 0x1b:
                let (key, length) = Self.sequence(input[place...])
                if let key { keys.append(key) }
                place += length
            case 0x0d, 0x0a:
                keys.append(.enter)
                place += 1
            case 0x09:
                keys.append(.tab)
                place += 1
            case 0x08, 0x7f:
                keys.append(.backspace)
                place += 1
            case 0..<0x20:
                keys.append(.control(Character(UnicodeScalar(byte + 0x60))))
                place += 1
            default:
                let length = Self.utf8Length(byte)
                guard place + length <= input.count else {
                    // The rest of the character has not arrived yet.
                    pending = Array(input[place...])
                    return keys
                }
                let text = String(decoding: input[place..<place + length], as: UTF8.self)
                keys += text.filter { $0 != "\u{fffd}" }.map { .character($0) }
                place += length
            }
        }
        return keys
    }

    /// A cursor key; `nil` for other sequences. Source: ECMA-48, 5.4; xterm's SS3.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> (TerminalKey?, length: Int) {
        let rest = Array(bytes)
        guard rest.count > 1 else { return (.escape, 1) }
        guard rest[1] == UInt8(ascii: "[") || rest[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        var end = 2
        while end < rest.count, (0x20...0x3f).contains(rest[end]) { end += 1 }
        guard end < rest.count else { return (nil, rest.count) }
        switch rest[end] {
        case UInt8(ascii: "A"): return (.up, end + 1)
        case UInt8(ascii: "B"): return (.down, end + 1)
        case UInt8(ascii: "C"): return (.right, end + 1)
        case UInt8(ascii: "D"): return (.left, end + 1)
        default: return (nil, end + 1)
        }
    }

    private static func utf8Length(_ first: UInt8) -> Int {
        switch first {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
    }
}
