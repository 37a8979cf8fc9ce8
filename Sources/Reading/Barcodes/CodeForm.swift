// SPDX-License-Identifier: Apache-2.0

/// What the content of a code is by its own rules, whatever its symbology: a pharmacy's number, a label of a blood bank. It is
/// recognised in what was read, and never replaces the symbology or the text.
package struct CodeForm: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable {
        /// An Italian pharmaceutical number, in base 32 in a Code 39.
        case code32
        /// A German pharmaceutical number (Pharmazentralnummer), in a Code 39.
        case pzn
        /// A label of the health industry (HIBC), with its check character.
        case hibc
        /// A data structure of ISBT 128: blood, tissues, cells.
        case isbt128 = "isbt-128"
        /// A web address that carries a GS1 key.
        case gs1DigitalLink = "gs1-digital-link"
        /// Code 39 whose pairs of characters stand for small letters and other signs.
        case fullASCII = "code-39-extended"
    }

    package var name: Name
    /// The content as it is printed below the code, if that differs from the text.
    package var printed: String?

    /// The form of a code; `nil` if it has none of those that are known. Check digits must be right.
    package init?(of code: Barcode) {
        let bytes = code.bytes
        let isCode39 = code.symbology == .code39 || code.symbology == .code39Mod43
        if isCode39, let number = Self.code32(bytes) {
            self.init(name: .code32, printed: "A" + number)
        } else if isCode39, let number = Self.pzn(bytes) {
            self.init(name: .pzn, printed: "PZN-" + number)
        } else if Self.carriesText.contains(code.symbology), Self.isHIBC(bytes) {
            self.init(name: .hibc)
        } else if code.symbology == .code128 || code.symbology == .dataMatrix, Self.isISBT128(bytes) {
            self.init(name: .isbt128)
        } else if !code.symbology.isLinear, let text = code.text, Self.isDigitalLink(text) {
            self.init(name: .gs1DigitalLink)
        } else if isCode39, let text = FullASCII.text(of: bytes) {
            self.init(name: .fullASCII, printed: text)
        } else {
            return nil
        }
    }

    private init(name: Name, printed: String? = nil) {
        self.name = name
        self.printed = printed
    }

    private static let carriesText: Set<Symbology> = [.code39, .code39Mod43, .code128, .dataMatrix, .qr, .aztec]

    // MARK: - Code 32

    private static let base32 = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ".utf8)

    /// Six characters in base 32 are nine digits, the last of which checks the others. Source: Italian Ministry of Health,
    /// decree of 10 June 1983.
    private static func code32(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 6 else { return nil }
        var value = 0
        for byte in bytes {
            guard let digit = base32.firstIndex(of: byte) else { return nil }
            value = value * 32 + digit
        }
        guard value < 1_000_000_000 else { return nil }
        let text = String(value)
        let digits = [UInt8](repeating: 0x30, count: 9 - text.utf8.count) + Array(text.utf8)
        let values = digits.map { Int($0) - 0x30 }
        // Every second digit is doubled, and its digits are added.
        let sum = values[..<8].enumerated().reduce(0) { sum, digit in
            sum + (digit.offset % 2 == 0 ? digit.element : 2 * digit.element / 10 + 2 * digit.element % 10)
        }
        return sum % 10 == values[8] ? String(decoding: digits, as: UTF8.self) : nil
    }

    // MARK: - PZN

    /// A minus and seven or, since 2013, eight digits. Source: IFA, "PZN technical information".
    private static func pzn(_ bytes: [UInt8]) -> String? {
        guard bytes.first == UInt8(ascii: "-"), bytes.count == 8 || bytes.count == 9 else { return nil }
        let digits = bytes.dropFirst()
        guard digits.allSatisfy(isDigit) else { return nil }
        let values = digits.map { Int($0) - 0x30 }
        let first = values.count == 7 ? 2 : 1
        let sum = values.dropLast().enumerated().reduce(0) { $0 + ($1.offset + first) * $1.element }
        return sum % 11 == values[values.count - 1] ? String(decoding: digits, as: UTF8.self) : nil
    }

    // MARK: - HIBC

    /// A plus, then a labeler's code that begins with a letter, or a secondary part that begins with a digit or a dollar; a
    /// check character modulo 43. Source: ANSI/HIBC 2.6.
    private static func isHIBC(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 6, bytes[0] == UInt8(ascii: "+"), CheckDigit.isValidModulo43(bytes) else { return false }
        if bytes[1] == UInt8(ascii: "$") || isDigit(bytes[1]) { return true }
        // The labeler's code, the product's number, and the unit of measure before the check character or a slash.
        return isLetter(bytes[1]) && bytes[2...4].allSatisfy { isLetter($0) || isDigit($0) }
    }

    // MARK: - ISBT 128

    /// The data identifiers of one symbol and the length of what follows. Source: ISBT 128 Standard, Technical
    /// Specification, table 3: blood groups, product, expiry, collection, production.
    private static let structures: [(identifier: String, length: Int)] = [
        ("=%", 4), ("=<", 8), ("=>", 6), ("&>", 10), ("=*", 6), ("&*", 10), ("=}", 6), ("&}", 10),
    ]

    private static func isISBT128(_ bytes: [UInt8]) -> Bool {
        for (identifier, length) in structures where bytes.starts(with: identifier.utf8) {
            return bytes.count == 2 + length && bytes.dropFirst(2).allSatisfy { isDigit($0) || isLetter($0) }
        }
        // A donation's number: facility, year, serial number, and two flag characters.
        guard bytes.count == 16, bytes[0] == UInt8(ascii: "=") else { return false }
        return (isLetter(bytes[1]) || isDigit(bytes[1])) && bytes[1] != UInt8(ascii: "O") && bytes[1] != 0x30
            && bytes[2..<6].allSatisfy { isDigit($0) || isLetter($0) } && bytes[6..<14].allSatisfy(isDigit)
            && bytes[14..<16].allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "*") }
    }

    // MARK: - GS1 Digital Link

    /// Keys that may begin the path, and the digits whose last one checks the others. Source: GS1 Digital Link Standard: URI
    /// Syntax, 4.3.
    private static let keys: [(identifier: String, digits: Set<Int>)] = [
        ("01", [8, 12, 13, 14]), ("00", [18]), ("402", [17]), ("410", [13]), ("411", [13]), ("412", [13]),
        ("413", [13]), ("414", [13]), ("415", [13]), ("416", [13]), ("417", [13]), ("8006", [18]), ("8017", [18]),
        ("8018", [18]),
    ]

    private static func isDigitalLink(_ text: String) -> Bool {
        let lowered = text.prefix(8).lowercased()
        guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://"), text.utf8.count <= 4096 else {
            return false
        }
        let address = text.drop { $0 != "/" }.dropFirst(2)
        let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
        guard path.count >= 3, !path[0].isEmpty else { return false }
        for index in 1..<path.count - 1 {
            let value = Array(path[index + 1].utf8)
            for key in keys where path[index] == key.identifier && key.digits.contains(value.count) {
                if value.allSatisfy(isDigit), CheckDigit.isValidModulo10(checked(value, key.identifier)) { return true }
            }
        }
        return false
    }

    /// The component of an 8006 or 8026 follows its number: fourteen digits with a check digit, and four without.
    private static func checked(_ value: [UInt8], _ identifier: String) -> [UInt8] {
        identifier == "8006" ? Array(value.prefix(14)) : value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
}
