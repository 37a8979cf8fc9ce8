// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The bars that a linear code must have: from its text, as a generator draws them.
package enum DrawnBars {
    /// The modules from the first bar to the last, `true` for dark; several if generators differ. Empty for other symbologies, and
    /// for a text that the symbology does not hold.
    package static func modules(of symbology: Symbology, _ text: String) -> [[Bool]] {
        let bytes = Array(text.utf8)
        switch symbology {
        case .ean13 where bytes.count == 13: return retail(bytes, .ean13)
        case .upcA where bytes.count == 12: return retail([48] + bytes, .ean13)
        case .ean8 where bytes.count == 8: return retail(bytes, .ean8)
        case .code128 where (1...80).contains(bytes.count) && bytes.allSatisfy { (32..<127).contains($0) }:
            // Four digits in the middle take as much room in pairs as one by one.
            let styles: [(Pairs, Int)] = [(.late, 4), (.early, 4), (.late, 6), (.early, 6), (.eager, 2), (.never, 0)]
            // What has no small letters can be drawn with code set A: by standard only where control characters need it, but label
            // printers can be told to begin with it.
            let sets = bytes.allSatisfy { $0 < 96 } ? [104, 103] : [104]
            let all = sets.flatMap { set in styles.map { code128(bytes, $0.0, within: $0.1, start: set) } }
            return all.enumerated().filter { index, modules in !all[..<index].contains(modules) }.map(\.element)
        default: return []
        }
    }

    private static func retail(_ digits: [UInt8], _ layout: RetailLayout) -> [[Bool]] {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return [] }
        var modules = [Bool](repeating: false, count: layout.modules)
        for place in layout.guards { modules[place] = true }
        // An EAN-13 has its first digit in the number sets of the next six.
        let isLong = layout.slots.count == 12
        let parity = isLong ? RetailPattern.parityOfEAN13[Int(digits[0]) - 48] : 0
        for (place, digit) in digits.dropFirst(isLong ? 1 : 0).enumerated() {
            let half = layout.slots.count / 2
            let isB = place < half && parity >> (half - 1 - place) & 1 == 1
            let set = place >= half ? RetailPattern.setC : isB ? RetailPattern.setB : RetailPattern.setA
            for run in RetailPattern.bars[set + Int(digit) - 48] {
                for module in run.from..<run.to { modules[layout.slots[place] + module] = true }
            }
        }
        return [modules]
    }

    /// The stop character of Code 128: seven elements.
    private static let stop = [2, 3, 3, 1, 1, 1, 2]

    /// When a generator draws digits in pairs: runs of four or more at an end of the text, and of six or four in its middle, take
    /// half the room so. An odd number leaves a digit over, before the pairs or after them. Source: ISO/IEC 15417, annex E.
    private enum Pairs {
        case late, early, never
        /// From two digits on at the beginning, too.
        case eager
    }

    /// - Parameters:
    ///   - within: how many digits in the middle of a text are worth it.
    ///   - start: the start character of the code set for single characters: 103 for A, 104 for B.
    private static func code128(_ text: [UInt8], _ pairs: Pairs, within: Int, start: Int) -> [Bool] {
        func digits(_ from: Int) -> Int { text[from...].prefix { (48...57).contains($0) }.count }
        var values: [Int] = []
        var at = 0
        var isC = false
        while at < text.count {
            let run = digits(at)
            let isWorth = pairs != .never
                && (run >= (at == 0 || at + run == text.count ? pairs == .eager ? 2 : 4 : within) || run == text.count && run == 2)
            if isC, run >= 2 {
                values.append(Int(text[at] - 48) * 10 + Int(text[at + 1] - 48))
                at += 2
            } else if !isC, isWorth, run.isMultiple(of: 2) || at == 0 || pairs == .early || pairs == .eager {
                values.append(values.isEmpty ? 105 : 99)
                isC = true
            } else {
                // 101 and 100 change to A and B.
                if isC || values.isEmpty { values.append(values.isEmpty ? start : start == 103 ? 101 : 100) }
                isC = false
                values.append(Int(text[at]) - 32)
                at += 1
            }
        }
        values.append(Code128Decoder.check(of: values[...]))
        var modules: [Bool] = []
        for widths in values.map({ Code128Decoder.patterns[$0] }) + [stop] {
            for (place, width) in widths.enumerated() {
                modules += [Bool](repeating: place % 2 == 0, count: width)
            }
        }
        return modules
    }
}
