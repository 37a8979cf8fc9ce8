// SPDX-License-Identifier: Apache-2.0

/// A text prepared for libzint, and the resulting content and caption.
struct PrintedText {
    var data: [UInt8]
    /// See `EncodedSymbol.content`.
    var content: String
    /// See `EncodedSymbol.caption`.
    var caption: String
    /// libzint's `option_2`, for symbologies where it selects check digits or the number of bars.
    var variant: Int32?

    init(_ data: String, content: String? = nil, caption: String? = nil, variant: Int32? = nil) {
        self.data = Array(data.utf8)
        self.content = content ?? data
        self.caption = caption ?? content ?? data
        self.variant = variant
    }
}

/// Why a text does not fit a rule.
struct TextFault: Error {
    var cause: String
    var isTooLong = false

    init(_ cause: String, isTooLong: Bool = false) {
        self.cause = cause
        self.isTooLong = isTooLong
    }
}

/// The rule for the texts of a symbology.
///
/// libzint converts texts to capitals, pads them with zeros or blanks, and drops what it cannot encode. So each rule
/// checks and completes the text first, and libzint has nothing left to alter.
struct TextRule: Sendable {
    /// What a text must be, in a few words.
    var words: String
    var prepare: @Sendable (String) throws(TextFault) -> PrintedText

    init(_ words: String, _ prepare: @escaping @Sendable (String) throws(TextFault) -> PrintedText) {
        self.words = words
        self.prepare = prepare
    }
}

// MARK: Rules that several share

extension TextRule {
    /// Any text; UTF-8 is declared if it is not ASCII.
    static let anything = Self("any text that fits") { text in PrintedText(text) }

    /// GS1 data in brackets or parentheses.
    static let gs1 = Self("GS1 data, as in (01)09501101530003(10)ABC") { (text: String) throws(TextFault) in
        guard text.hasPrefix("(") || text.hasPrefix("[") else {
            throw TextFault("it holds GS1 data; put application identifiers in parentheses, as in (01)09501101530003")
        }
        return PrintedText(text, content: text.filter { !"()[]".contains($0) }, caption: text)
    }

    /// Characters of a set; `kinds` describes the set.
    static func characters(_ set: String, _ counts: ClosedRange<Int>, _ kinds: String) -> Self {
        let allowed = Set(set.utf8)
        let count = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
        return Self("\(count) character\(counts == 1...1 ? "" : "s"): \(kinds)") { (text: String) throws(TextFault) in
            try require(text, allowed, kinds)
            guard counts.contains(text.utf8.count) else {
                throw TextFault(
                    "it takes \(count) characters, not \(text.utf8.count)",
                    isTooLong: text.utf8.count > counts.upperBound)
            }
            return PrintedText(text)
        }
    }

    /// ASCII, including control characters.
    static func ascii(_ most: Int) -> Self {
        Self("up to \(most) ASCII characters") { (text: String) throws(TextFault) in
            guard text.utf8.allSatisfy({ (1..<0x80).contains($0) }) else { throw TextFault("it takes only ASCII") }
            guard text.utf8.count <= most else {
                throw TextFault("it holds at most \(most) characters, not \(text.utf8.count)", isTooLong: true)
            }
            return PrintedText(text)
        }
    }

    /// An integer without leading zeros: the symbol stores its value, not its digits.
    static func number(_ range: ClosedRange<Int>) -> Self {
        let words = "a number from \(range.lowerBound) to \(range.upperBound)"
        return Self(words) { (text: String) throws(TextFault) in
            let digits = try digits(text)
            guard digits.first != 0 else {
                throw TextFault("it stores a number, so leading zeros would be lost; leave them out")
            }
            guard digits.count <= 9, let value = Int(text), range.contains(value) else {
                throw TextFault("it takes \(words)")
            }
            return PrintedText(text)
        }
    }

    /// Digits that end in a check digit, which is added if missing and verified otherwise.
    ///
    /// - Parameters:
    ///   - counts: the possible numbers of digits without the check digit.
    ///   - identifier: the GS1 application identifier that may precede the number.
    ///   - check: computes the check digit; `nil` if none fits, so that the number cannot exist.
    ///   - form: content and caption made from all digits; by default both are the digits.
    static func checked(
        _ counts: [Int], identifier: String? = nil, _ check: @escaping @Sendable ([UInt8]) -> UInt8?,
        form: @escaping @Sendable (String) -> (content: String, caption: String) = { ($0, $0) }
    ) -> Self {
        let expected = listed(counts.flatMap { [$0, $0 + 1] })
        return Self("\(listed(counts)) digits, with or without the check digit") { (text: String) throws(TextFault) in
            var number = text[...]
            for prefix in identifier.map({ ["(\($0))", "[\($0)]"] }) ?? [] where number.hasPrefix(prefix) {
                number = number.dropFirst(prefix.count)
            }
            var given = try digits(number)
            let isWhole = !counts.contains(given.count)
            guard !isWhole || counts.contains(given.count - 1) else {
                throw TextFault(
                    "it takes \(expected) digits, not \(given.count)", isTooLong: given.count > (counts.max() ?? 0) + 1)
            }
            let last = isWhole ? given.removeLast() : nil
            guard let right = check(given) else {
                throw TextFault("no check digit fits this number, so it was never assigned; check the digits")
            }
            guard last == nil || last == right else {
                throw TextFault("its check digit is \(last ?? 0) and should be \(right)")
            }
            let whole = form(written(given + [right]))
            return PrintedText(written(given), content: whole.content, caption: whole.caption)
        }
    }
}

// MARK: Parts of rules

extension TextRule {
    static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let decimals = "0123456789"
    /// Source: ISO/IEC 16388, in the order of the characters' values.
    static let code39 = decimals + capitals + "-. $/+%"

    static func digits(_ text: some StringProtocol) throws(TextFault) -> [UInt8] {
        let digits = text.utf8.map { $0 &- UInt8(ascii: "0") }
        guard !digits.isEmpty, digits.allSatisfy({ $0 <= 9 }) else { throw TextFault("only digits can be encoded") }
        return digits
    }

    static func written(_ digits: [UInt8]) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    static func require(_ text: some StringProtocol, _ allowed: Set<UInt8>, _ kinds: String) throws(TextFault) {
        guard text.utf8.allSatisfy(allowed.contains) else {
            let wouldFit = text.uppercased().utf8.allSatisfy(allowed.contains)
            throw TextFault("it takes only \(kinds)" + (wouldFit ? "; write capitals" : ""))
        }
    }

    /// "5, 6 or 9".
    static func listed(_ counts: [Int]) -> String {
        let words = counts.sorted().map(String.init)
        return words.count < 2
            ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
    }
}
