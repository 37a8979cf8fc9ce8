// SPDX-License-Identifier: Apache-2.0

/// The character sets that symbols declare by number. Source: AIM ITS/04-023, "ECI Part 3: Register".
enum CharacterSet: Hashable, Sendable {
    /// No ECI: Latin-1 by the standards, or UTF-8 if the bytes are valid UTF-8.
    case undeclared
    case ascii
    case latin1
    /// ISO/IEC 8859-5.
    case cyrillic
    /// ISO/IEC 8859-9: Latin-1 except for six letters.
    case turkish
    /// ISO/IEC 8859-15: Latin-1 except for eight characters.
    case latin9
    case windows1251
    case windows1252
    case utf8
    /// Big-endian.
    case utf16
    case utf16LittleEndian

    /// `nil` for unsupported sets.
    init?(number: Int) {
        switch number {
        case 1, 3: self = .latin1
        case 7: self = .cyrillic
        case 11: self = .turkish
        case 17: self = .latin9
        case 22: self = .windows1251
        case 23: self = .windows1252
        case 25: self = .utf16
        case 26: self = .utf8
        case 27, 170: self = .ascii
        case 33: self = .utf16LittleEndian
        default: return nil
        }
    }

    /// `nil` if the bytes are not valid in the set.
    func text(of bytes: ArraySlice<UInt8>) -> String? {
        switch self {
        case .undeclared:
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            // Text does not contain such control characters: the bytes are binary data and must not be shown as letters.
            let isText = bytes.allSatisfy { $0 >= 0xa0 || (0x20..<0x7f).contains($0) || Self.textControls.contains($0) }
            return isText ? Self.mapped(bytes) { $0 } : nil
        case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? String(validating: bytes, as: UTF8.self) : nil
        case .latin1: return Self.mapped(bytes) { $0 }
        case .cyrillic: return Self.mapped(bytes, Self.cyrillic)
        case .turkish: return Self.mapped(bytes) { Self.turkishLetters[$0] ?? $0 }
        case .latin9: return Self.mapped(bytes) { Self.latin9Letters[$0] ?? $0 }
        case .windows1251: return Self.mapped(bytes, Self.windows1251)
        case .windows1252: return Self.mapped(bytes, Self.windows1252)
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .utf16: return Self.words(bytes) { high, low in high << 8 | low }
        case .utf16LittleEndian: return Self.words(bytes) { low, high in high << 8 | low }
        }
    }

    /// Tab, line ends, and the separators of ISO/IEC 15434.
    private static let textControls: Set<UInt8> = [0x04, 0x09, 0x0a, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f]

    private static func mapped(_ bytes: ArraySlice<UInt8>, _ scalar: (UInt32) -> UInt32?) -> String? {
        var text = ""
        for byte in bytes {
            guard let number = byte < 0x80 ? UInt32(byte) : scalar(UInt32(byte)), let letter = Unicode.Scalar(number)
            else { return nil }
            text.unicodeScalars.append(letter)
        }
        return text
    }

    private static func words(_ bytes: ArraySlice<UInt8>, _ join: (UInt16, UInt16) -> UInt16) -> String? {
        guard bytes.count % 2 == 0 else { return nil }
        let all = Array(bytes)
        let words = stride(from: 0, to: all.count, by: 2).map { join(UInt16(all[$0]), UInt16(all[$0 + 1])) }
        return String(validating: words, as: UTF16.self)
    }

    private static func cyrillic(_ byte: UInt32) -> UInt32 {
        switch byte {
        case 0x80...0xa0, 0xad: byte
        case 0xf0: 0x2116
        case 0xfd: 0xa7
        default: byte + 0x360
        }
    }

    private static func windows1251(_ byte: UInt32) -> UInt32? {
        byte >= 0xc0 ? byte + 0x350 : windows1251Rest[Int(byte) - 0x80]
    }

    /// 0x80 to 0xbf; `nil` at 0x98, which is not assigned.
    private static let windows1251Rest: [UInt32?] = [
        0x402, 0x403, 0x201a, 0x453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030, 0x409, 0x2039, 0x40a, 0x40c,
        0x40b, 0x40f, 0x452, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, nil, 0x2122, 0x459, 0x203a,
        0x45a, 0x45c, 0x45b, 0x45f, 0xa0, 0x40e, 0x45e, 0x408, 0xa4, 0x490, 0xa6, 0xa7, 0x401, 0xa9, 0x404, 0xab,
        0xac, 0xad, 0xae, 0x407, 0xb0, 0xb1, 0x406, 0x456, 0x491, 0xb5, 0xb6, 0xb7, 0x451, 0x2116, 0x454, 0xbb,
        0x458, 0x405, 0x455, 0x457,
    ]

    private static func windows1252(_ byte: UInt32) -> UInt32? {
        byte >= 0xa0 ? byte : windows1252Rest[Int(byte) - 0x80]
    }

    /// 0x80 to 0x9f.
    private static let windows1252Rest: [UInt32?] = [
        0x20ac, nil, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, nil, 0x17d,
        nil, nil, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, nil,
        0x17e, 0x178,
    ]

    private static let turkishLetters: [UInt32: UInt32] = [
        0xd0: 0x11e, 0xdd: 0x130, 0xde: 0x15e, 0xf0: 0x11f, 0xfd: 0x131, 0xfe: 0x15f,
    ]

    private static let latin9Letters: [UInt32: UInt32] = [
        0xa4: 0x20ac, 0xa6: 0x160, 0xa8: 0x161, 0xb4: 0x17d, 0xb8: 0x17e, 0xbc: 0x152, 0xbd: 0x153, 0xbe: 0x178,
    ]
}
