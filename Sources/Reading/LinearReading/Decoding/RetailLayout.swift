// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// The positions of the guards and digits of an EAN or UPC symbol, in modules from its first bar.
///
/// See ISO/IEC 15420, 4.2 and 4.3.
struct RetailLayout: Sendable {
    var symbology: Symbology
    /// From the first bar to the end of the last.
    var modules: Int
    /// The first module of each dark module of the guards.
    var guards: [Int]
    /// The first module of each digit; a digit has seven.
    var slots: [Int]

    /// The number of bars and spaces, from the first bar to the last: four a digit, and the guards.
    var elements: Int { 4 * slots.count + (symbology == .upcE ? 9 : 11) }

    /// Guards and digits from left to right: the first module of each, its width, and its possible patterns.
    var parts: [(at: Int, width: Int, patterns: Range<Int>)] {
        func part(_ at: Int, guard number: Int) -> (at: Int, width: Int, patterns: Range<Int>) {
            let pattern = RetailPattern.count + number
            return (at, RetailPattern.guards[number].width, pattern..<pattern + 1)
        }
        let digits = slots.indices.map { (at: slots[$0], width: 7, patterns: patterns(of: $0)) }
        let half = slots.count / 2
        if symbology == .upcE { return [part(0, guard: 0)] + digits + [part(45, guard: 2)] }
        return [part(0, guard: 0)] + digits[..<half] + [part(slots[half] - 5, guard: 1)] + digits[half...]
            + [part(modules - 3, guard: 0)]
    }

    /// The possible patterns of the digit in a slot, whatever the other digits are.
    func patterns(of slot: Int) -> Range<Int> {
        switch symbology {
        case .ean13: slot < 6 ? 0..<20 : 20..<30
        case .ean8: slot < 4 ? 0..<10 : 20..<30
        default: 0..<20
        }
    }

    static let ean13 = RetailLayout(
        symbology: .ean13, modules: 95, guards: [0, 2, 46, 48, 92, 94],
        slots: (0..<6).map { 3 + 7 * $0 } + (0..<6).map { 50 + 7 * $0 })
    static let ean8 = RetailLayout(
        symbology: .ean8, modules: 67, guards: [0, 2, 32, 34, 64, 66],
        slots: (0..<4).map { 3 + 7 * $0 } + (0..<4).map { 36 + 7 * $0 })
    static let upcE = RetailLayout(
        symbology: .upcE, modules: 51, guards: [0, 2, 46, 48, 50], slots: (0..<6).map { 3 + 7 * $0 })
}

/// The thirty patterns of seven modules: number set A for the digits 0 to 9, then B, then C.
enum RetailPattern {
    static let setA = 0
    static let setB = 10
    static let setC = 20
    static let count = 30

    /// Widths of set A, beginning with a space. C has the same widths and begins with a bar; B is C from right to left.
    private static let widths = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
        [1, 2, 1, 3], [3, 1, 1, 2],
    ]

    /// The dark runs of each pattern: first module and one past the last.
    static let bars: [[(from: Int, to: Int)]] = (0..<count).map { index in
        let widths = index / 10 == 1 ? Self.widths[index % 10].reversed() : Self.widths[index % 10]
        var runs: [(from: Int, to: Int)] = []
        var at = 0
        for (place, width) in widths.enumerated() {
            if place % 2 == (index >= setC ? 0 : 1) { runs.append((at, at + width)) }
            at += width
        }
        return runs
    }

    /// The guards at the start and end of a symbol, in its middle, and at the end of a UPC-E: width and dark runs.
    static let guards: [(width: Int, bars: [(from: Int, to: Int)])] = [
        (3, [(0, 1), (2, 3)]), (5, [(1, 2), (3, 4)]), (6, [(1, 2), (3, 4), (5, 6)]),
    ]

    /// Which of the six left digits of an EAN-13 are from set B, by its first digit; bit 5 is the leftmost.
    static let parityOfEAN13: [UInt8] = [
        0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
    ]

    /// Which of the six digits of a UPC-E of number system 0 are from set B, by its check digit; number system 1 has the
    /// complement.
    static let parityOfUPCE: [UInt8] = [
        0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
    ]
}
