// SPDX-License-Identifier: Apache-2.0

/// The digits of an EAN-13, UPC-A or EAN-8 from its edges, whatever its check digit. For symbols whose bars are all clear; see
/// `RetailDecoder` for reading.
enum RetailDigits {
    struct Reading: Equatable {
        var digits: [Int]
        var roughness: Float
    }

    /// Space, bar, space, bar of the left odd digits; right ones have the same widths beginning with a bar.
    private static let odd = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
        [1, 2, 1, 3], [3, 1, 1, 2],
    ]
    /// Which of the six left digits are even, for each first digit.
    private static let parities = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]

    static func read(_ line: WidthSequence) -> Reading? {
        line.firstReading(least: 43) { read(line, from: $0, perHalf: 6) ?? read(line, from: $0, perHalf: 4) }
    }

    /// 3 × the digits at odd places from the right, and the others: a multiple of ten with the check digit.
    static func check(of digits: [Int]) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 3 : 1) * $1.element }
        return (10 - sum % 10) % 10
    }

    /// Bars and spaces from the first to the last.
    static func elements(_ perHalf: Int) -> Int { 2 * 4 * perHalf + 11 }

    /// The first element of a digit, counted from the first bar.
    static func offset(_ place: Int, _ perHalf: Int) -> Int { 3 + 4 * place + (place < perHalf ? 0 : 5) }

    /// The mean width of a module, in samples, of what has the frame of such a code: quiet zones and guards, whatever the bars of its
    /// digits; else `nil`.
    static func module(_ line: WidthSequence, from start: Int, perHalf: Int) -> Float? {
        let count = elements(perHalf)
        guard start + count <= line.widths.count else { return nil }
        let module = line.sum(start, count) / Float(2 * 7 * perHalf + 11)
        guard line.isQuiet(before: start, width: 5 * module), line.isQuiet(after: start + count - 1, width: 5 * module)
        else { return nil }
        func isGuard(_ from: Int, _ length: Int) -> Bool {
            (from..<from + length).allSatisfy { abs(line.widths[start + $0] / module - 1) < 0.6 }
        }
        guard isGuard(0, 3), isGuard(3 + 4 * perHalf, 5), isGuard(count - 3, 3) else { return nil }
        return module
    }

    private static func read(_ line: WidthSequence, from start: Int, perHalf: Int) -> Reading? {
        guard let module = module(line, from: start, perHalf: perHalf) else { return nil }
        var roughness: Float = 0
        var digits: [Int] = []
        var evens = 0
        for place in 0..<2 * perHalf {
            let from = start + offset(place, perHalf)
            let unit = line.sum(from, 4) / 7
            guard abs(unit / module - 1) < 0.25 else { return nil }
            let exact = (0..<4).map { line.widths[from + $0] / unit }
            let whole = exact.map { Int($0.rounded()) }
            for (width, rounded) in zip(exact, whole) { roughness = max(roughness, abs(width - Float(rounded))) }
            if let digit = odd.firstIndex(of: whole) {
                digits.append(digit)
                evens <<= 1
            } else if place < perHalf, perHalf == 6, let digit = odd.firstIndex(of: whole.reversed()) {
                digits.append(digit)
                evens = evens << 1 | 1
            } else {
                return nil
            }
        }
        if perHalf == 6 {
            guard let first = parities.firstIndex(of: evens >> 6) else { return nil }
            digits.insert(first, at: 0)
        }
        return Reading(digits: digits, roughness: roughness)
    }
}
