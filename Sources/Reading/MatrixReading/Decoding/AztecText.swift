// SPDX-License-Identifier: Apache-2.0

/// Decodes Aztec's encodation, from bits to content. Source: ISO/IEC 24778, 7.2 and table 2.
struct AztecText {
    private let bits: [Bool]
    private var next = 0
    private var content = MatrixContent()
    private var latched = Table.upper

    private enum Table { case upper, lower, mixed, punctuation, digit }

    private enum Code {
        case bytes([UInt8])
        case latch(Table)
        case shift(Table)
        case binary
        case flag
    }

    /// `nil` if the bits are not valid.
    static func content(of bits: [Bool]) -> MatrixContent? {
        var reader = AztecText(bits: bits)
        return reader.readAll() ? reader.content : nil
    }

    private init(bits: [Bool]) { self.bits = bits }

    private mutating func take(_ count: Int) -> Int? {
        guard next + count <= bits.count else { return nil }
        defer { next += count }
        return (0..<count).reduce(0) { $0 << 1 | (bits[next + $1] ? 1 : 0) }
    }

    private mutating func readAll() -> Bool {
        // A structured append begins with latches there and back, then an optional name between spaces, then its position
        // and the number of symbols as letters.
        let isPart = bits.count >= 10 && Self.begins(bits, with: [29, 29])
        if isPart { next = 10 }
        var table = latched
        // The remainder is padding: shorter than a code, or all ones.
        reading: while let value = take(table == .digit ? 4 : 5) {
            switch Self.code(value, in: table) {
            case .bytes(let bytes): content.append(bytes)
            case .latch(let other): latched = other
            case .shift(let other):
                table = other
                continue
            case .binary:
                guard readBinary() else { break reading }
            case .flag:
                guard let isRight = readFlag() else { break reading }
                guard isRight else { return false }
            }
            table = latched
        }
        return isPart ? dropHeader() : true
    }

    private static func begins(_ bits: [Bool], with codes: [Int]) -> Bool {
        codes.enumerated().allSatisfy { index, code in
            (0..<5).reduce(0) { $0 << 1 | (bits[index * 5 + $1] ? 1 : 0) } == code
        }
    }

    private mutating func dropHeader() -> Bool {
        var length = 0
        let bytes = content.bytes
        if bytes.first == 0x20 {
            guard let end = bytes.dropFirst().firstIndex(of: 0x20) else { return false }
            length = end + 1
        }
        guard bytes.count >= length + 2,
            bytes[length..<length + 2].allSatisfy({ (0x41...0x5a).contains($0) })
        else { return false }
        content.removeFirst(length + 2)
        return true
    }

    /// `false` at the end of the bits: padding with ones looks like the start of binary data.
    private mutating func readBinary() -> Bool {
        guard var count = take(5) else { return false }
        if count == 0 {
            guard let more = take(11) else { return false }
            count = more + 31
        }
        for _ in 0..<count {
            guard let byte = take(8) else { return false }
            content.append(UInt8(byte))
        }
        return true
    }

    /// FLG(n): FNC1, or a character set of n digits. `nil` at the end of the bits.
    private mutating func readFlag() -> Bool? {
        guard let count = take(3) else { return nil }
        switch count {
        case 0:
            if content.bytes.isEmpty { content.isGS1 = true } else { content.append(0x1d) }
        case 7: return false
        default:
            var number = 0
            for _ in 0..<count {
                guard let digit = take(4) else { return nil }
                guard (2...11).contains(digit) else { return false }
                number = number * 10 + digit - 2
            }
            content.beginCharacterSet(number)
        }
        return true
    }

    private static func code(_ value: Int, in table: Table) -> Code {
        switch (table, value) {
        case (.upper, 0), (.lower, 0), (.mixed, 0), (.digit, 0): .shift(.punctuation)
        case (.upper, 1), (.lower, 1), (.mixed, 1), (.digit, 1): .bytes([0x20])
        case (.upper, 2...27): .bytes([UInt8(0x41 + value - 2)])
        case (.upper, 28): .latch(.lower)
        case (.upper, 29), (.lower, 29): .latch(.mixed)
        case (.upper, 30), (.lower, 30): .latch(.digit)
        case (.upper, 31), (.lower, 31), (.mixed, 31): .binary
        case (.lower, 2...27): .bytes([UInt8(0x61 + value - 2)])
        case (.lower, 28): .shift(.upper)
        case (.mixed, 28): .latch(.lower)
        case (.mixed, 29): .latch(.upper)
        case (.mixed, 30): .latch(.punctuation)
        case (.mixed, _): .bytes([mixed[value - 2]])
        case (.punctuation, 0): .flag
        case (.punctuation, 31): .latch(.upper)
        case (.punctuation, _): .bytes(punctuation[value - 1])
        case (.digit, 2...11): .bytes([UInt8(0x30 + value - 2)])
        case (.digit, 12): .bytes([0x2c])
        case (.digit, 13): .bytes([0x2e])
        case (.digit, 14): .latch(.upper)
        default: .shift(.upper)
        }
    }

    /// Values 2 to 27.
    private static let mixed: [UInt8] =
        Array(1...13) + [27, 28, 29, 30, 31] + Array("@\\^_`|~".utf8) + [127]

    /// Values 1 to 30.
    private static let punctuation: [[UInt8]] =
        ["\r", "\r\n", ". ", ", ", ": "].map { Array($0.utf8) } + "!\"#$%&'()*+,-./:;<=>?[]{}".utf8.map { [$0] }
}
