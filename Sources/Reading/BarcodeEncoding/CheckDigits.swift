// SPDX-License-Identifier: Apache-2.0

/// Check digits of the printed-only symbologies; those of GS1 are in `GS1CheckDigit.swift`.
enum CheckDigits {
    /// The difference to the next multiple of ten: POSTNET, PLANET, CEPNet, Korea Post.
    static func sum(_ digits: [UInt8]) -> UInt8 { missingToTen(digits.reduce(0) { $0 + Int($1) }) }

    /// Leitcode and Identcode. Source: Deutsche Post, Leitcode: from the right, the digits' weights are 4, 9, 4, …
    static func post(_ digits: [UInt8]) -> UInt8 {
        missingToTen(
            digits.reversed().enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset.isMultiple(of: 2) ? 4 : 9) })
    }

    /// The Pharmazentralnummer of eight digits. Source: IFA, Check Digit Calculations of PZN, PPN and Basic UDI-DI:
    /// weights 1 to 7, modulo 11. A number whose result is 10 is not assigned.
    static func pzn(_ digits: [UInt8]) -> UInt8? {
        let rest = digits.enumerated().reduce(0) { $0 + ($1.offset + 1) * Int($1.element) } % 11
        return rest == 10 ? nil : UInt8(rest)
    }

    /// Code 32, the Italian Farmacode. Source: Ministero della Salute: every second digit counts twice, as the sum of its
    /// own digits.
    static func code32(_ digits: [UInt8]) -> UInt8 {
        let sum = digits.enumerated().reduce(0) { sum, next in
            let digit = Int(next.element)
            return sum + (next.offset.isMultiple(of: 2) ? digit : digit * 2 / 10 + digit * 2 % 10)
        }
        return UInt8(sum % 10)
    }

    /// MSI's modulo 10, which is Luhn's: from the right, every second digit counts twice, beginning with the first.
    static func luhn(_ digits: [UInt8]) -> UInt8 {
        missingToTen(
            digits.reversed().enumerated().reduce(0) { sum, next in
                let digit = Int(next.element)
                return sum + (next.offset.isMultiple(of: 2) ? digit * 2 / 10 + digit * 2 % 10 : digit)
            })
    }

    /// One of Code 11's check characters: from the right, the weights are 1, 2, … up to `most`, then 1 again; modulo 11,
    /// where ten is the hyphen.
    static func code11(_ values: [Int], most: Int) -> Int {
        values.reversed().enumerated().reduce(0) { $0 + ($1.offset % most + 1) * $1.element } % 11
    }

    /// The sum of the characters' indices in `set`, modulo its length: HIBC's, over Code 39's characters.
    static func place(of text: some StringProtocol, in set: String) -> Character {
        let set = Array(set)
        return set[text.reduce(0) { $0 + (set.firstIndex(of: $1) ?? 0) } % set.count]
    }

    /// RM4SCC. Source: Royal Mail: the sums, modulo 6, of each character's row and column in a square of six by six. Rows
    /// and columns count from 1, and 6 counts as 0.
    static func royalMail(_ text: String) -> Character {
        let set = Array(TextRule.decimals + TextRule.capitals)
        let places = text.map { set.firstIndex(of: $0) ?? 0 }
        let row = places.reduce(0) { $0 + ($1 / 6 + 1) } % 6
        let column = places.reduce(0) { $0 + ($1 % 6 + 1) } % 6
        return set[(row + 5) % 6 * 6 + (column + 5) % 6]
    }

    /// The ninth character of a North American vehicle identification number. Source: 49 CFR 565.15(c). `nil` if a
    /// character has no value.
    static func vin(_ text: String) -> Character? {
        let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
        let values = Dictionary(
            uniqueKeysWithValues: zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", "012345678912345678123457923456789"))
        var sum = 0
        for (character, weight) in zip(text, weights) {
            guard let value = values[character]?.wholeNumberValue else { return nil }
            sum += value * weight
        }
        return sum % 11 == 10 ? "X" : Character("\(sum % 11)")
    }

    private static func missingToTen(_ sum: Int) -> UInt8 { UInt8((10 - sum % 10) % 10) }
}
