// SPDX-License-Identifier: Apache-2.0

/// Decodes Data Matrix's encodations, from code words to content. Source: ISO/IEC 16022, 5.2.
struct DataMatrixText {
    private let words: [Int]
    private var next = 0
    private var content = MatrixContent()
    /// The text that a macro appends at the end.
    private var trailer: String = ""
    /// The words of a structured append header, before the data.
    private var headerLength = 0

    /// `nil` if the words are not valid in any encodation, usually because of a wrong correction.
    static func content(of words: [Int]) -> MatrixContent? {
        var reader = DataMatrixText(words: words)
        return reader.readAll() ? reader.content : nil
    }

    private init(words: [Int]) { self.words = words }

    private var left: Int { words.count - next }

    private mutating func take() -> Int? {
        guard next < words.count else { return nil }
        defer { next += 1 }
        return words[next]
    }

    private enum Step { case goOn, end, wrong }

    private mutating func readAll() -> Bool {
        var upperShift = false
        while left > 0 {
            switch readASCII(&upperShift) {
            case .goOn: continue
            case .wrong: return false
            case .end: next = words.count
            }
        }
        content.append(trailer)
        return true
    }

    private mutating func readASCII(_ upperShift: inout Bool) -> Step {
        let position = next
        guard let word = take() else { return .end }
        switch word {
        case 1...128:
            content.append(UInt8(word - 1 + (upperShift ? 128 : 0)))
            upperShift = false
        case 129: return .end
        case 130...229:
            content.append(UInt8(0x30 + (word - 130) / 10))
            content.append(UInt8(0x30 + (word - 130) % 10))
        case 230: return readPairs(.c40)
        case 231: return readBytes()
        case 232: separator(at: position)
        case 233:
            // Structured append: position and count, and two words for the file's name.
            guard position == 0, left >= 3 else { return .wrong }
            next += 3
            headerLength = 4
        case 234:
            guard position == 0 else { return .wrong }
            content.isReaderProgramming = true
        case 235: upperShift = true
        case 236, 237:
            guard position == 0 else { return .wrong }
            content.append(word == 236 ? "[)>\u{1e}05\u{1d}" : "[)>\u{1e}06\u{1d}")
            trailer = "\u{1e}\u{4}"
        case 238: return readPairs(.x12)
        case 239: return readPairs(.text)
        case 240: return readEDIFACT()
        case 241: return readCharacterSet() ? .goOn : .wrong
        // Some encoders end with an unlatch although there is nothing to leave.
        case 254 where left == 0: return .end
        default: return .wrong
        }
        return .goOn
    }

    /// FNC1: in first place it means GS1, in second place an industry's identifier precedes it, later it is a separator.
    private mutating func separator(at position: Int) {
        switch position - headerLength {
        case 0: content.isGS1 = true
        case 1 where !content.isGS1 && content.bytes.count <= 2: break
        default: content.append(0x1d)
        }
    }

    // MARK: C40, Text and X12

    private enum Pairs { case c40, text, x12 }

    /// Three values in two words, until an unlatch, or a single remaining word in ASCII.
    private mutating func readPairs(_ kind: Pairs) -> Step {
        var shift = 0
        var upper = false
        while left >= 2 {
            if words[next] == 254 {
                next += 1
                return .goOn
            }
            let value = words[next] << 8 + words[next + 1] - 1
            next += 2
            guard (0..<64000).contains(value) else { return .wrong }
            for character in [value / 1600, value / 40 % 40, value % 40] {
                guard
                    kind == .x12
                        ? appendX12(character) : appendShifted(character, kind, &shift, &upper)
                else { return .wrong }
            }
        }
        if left == 1, words[next] == 254 { next += 1 }
        return .goOn
    }

    private mutating func appendX12(_ value: Int) -> Bool {
        switch value {
        case 0...3: content.append(Array("\r*> ".utf8)[value])
        case 4...13: content.append(UInt8(0x30 + value - 4))
        default: content.append(UInt8(0x41 + value - 14))
        }
        return true
    }

    private mutating func appendShifted(_ value: Int, _ kind: Pairs, _ shift: inout Int, _ upper: inout Bool) -> Bool {
        var character: Int
        switch shift {
        case 0:
            switch value {
            case 0...2:
                shift = value + 1
                return true
            case 3: character = 0x20
            case 4...13: character = 0x30 + value - 4
            default: character = (kind == .c40 ? 0x41 : 0x61) + value - 14
            }
        case 1:
            guard value < 32 else { return false }
            character = value
        case 2:
            switch value {
            case 0...26: character = Int(Self.marks[value])
            case 27:
                // FNC1. A leading one is encoded in ASCII, so here it is a separator.
                content.append(0x1d)
                shift = 0
                return true
            case 30:
                upper = true
                shift = 0
                return true
            default: return false
            }
        default:
            guard value < 32 else { return false }
            switch kind {
            case .text where value == 0: character = 0x60
            case .text where value <= 26: character = 0x40 + value
            default: character = 0x60 + value
            }
        }
        if upper { character += 128 }
        upper = false
        shift = 0
        content.append(UInt8(character))
        return true
    }

    private static let marks = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_".utf8)

    // MARK: EDIFACT, Base 256, character sets

    /// Four values of six bits in three words; one or two words at the end are in ASCII.
    private mutating func readEDIFACT() -> Step {
        while left > 2 {
            let bits = words[next] << 16 | words[next + 1] << 8 | words[next + 2]
            for index in 0..<4 {
                let value = bits >> (18 - 6 * index) & 0x3f
                if value == 0x1f {
                    // The rest of the last word is empty.
                    next += min(3, index + 1)
                    return .goOn
                }
                content.append(UInt8(value & 0x20 == 0 ? value | 0x40 : value))
            }
            next += 3
        }
        return .goOn
    }

    private mutating func readBytes() -> Step {
        guard let first = takeByte() else { return .wrong }
        var count = Int(first)
        if count == 0 {
            count = left
        } else if count >= 250 {
            guard let second = takeByte() else { return .wrong }
            count = 250 * (count - 249) + Int(second)
        }
        guard count <= left else { return .wrong }
        for _ in 0..<count {
            guard let byte = takeByte() else { return .wrong }
            content.append(byte)
        }
        return .goOn
    }

    /// Bytes are randomised by their position, so that equal ones do not form a pattern. Source: ISO/IEC 16022, annex
    /// B.2.
    private mutating func takeByte() -> UInt8? {
        let position = next + 1
        guard let word = take() else { return nil }
        return UInt8((word - (149 * position % 255 + 1) + 256) % 256)
    }

    private mutating func readCharacterSet() -> Bool {
        guard let first = take(), first >= 1 else { return false }
        if first <= 127 {
            content.beginCharacterSet(first - 1)
            return true
        }
        guard let second = take(), second >= 1 else { return false }
        if first <= 191 {
            content.beginCharacterSet((first - 128) * 254 + second - 1 + 127)
            return true
        }
        guard let third = take(), third >= 1 else { return false }
        content.beginCharacterSet((first - 192) * 64516 + (second - 1) * 254 + third - 1 + 16383)
        return true
    }
}
