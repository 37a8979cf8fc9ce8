// SPDX-License-Identifier: Apache-2.0

/// Decodes Code 93 by the distances between like edges: nine modules a character. See AIM USS-93.
enum Code93Decoder {
    /// By value: 0 to 9, A to Z, - . space $ / + %, and the four shifts ($) (%) (/) (+).
    static let patterns: [[Int]] = [
        "131112", "111213", "111312", "111411", "121113", "121212", "121311", "111114", "131211", "141111", "211113",
        "211212", "211311", "221112", "221211", "231111", "112113", "112212", "112311", "122112", "132111", "111123",
        "111222", "111321", "121122", "131121", "212112", "212211", "211122", "211221", "221121", "222111", "112122",
        "112221", "122121", "123111", "121131", "311112", "311211", "321111", "112131", "113121", "211131", "121221",
        "312111", "311121", "122211",
    ].map { $0.utf8.map { Int($0) - 48 } }
    private static let startStop = [1, 1, 1, 1, 4, 1]
    private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)

    struct Reading {
        var bytes: [UInt8]
        var first: Int
        var last: Int
    }

    static func read(_ line: WidthSequence) -> Reading? {
        line.firstReading(least: 25) { read(line, from: $0) }
    }

    private static func read(_ line: WidthSequence, from start: Int) -> Reading? {
        guard matches(line, start, startStop) else { return nil }
        let module = line.sum(start, 6) / 9
        guard line.isQuiet(before: start, width: 4 * module) else { return nil }
        var values: [Int] = []
        var index = start + 6
        while index + 7 <= line.widths.count, values.count < 120 {
            if matches(line, index, startStop) {
                // A termination bar of one module ends it.
                let bar = line.widths[index + 6] / module
                guard values.count >= 3, bar < 2.2, line.isQuiet(after: index + 6, width: 4 * module) else {
                    return nil
                }
                guard let bytes = text(values) else { return nil }
                return Reading(bytes: bytes, first: start, last: index + 6)
            }
            let width = line.sum(index, 6) / 9
            guard width > 0.75 * module, width < 1.33 * module,
                let value = patterns.indices.first(where: { matches(line, index, patterns[$0]) })
            else { return nil }
            values.append(value)
            index += 6
        }
        return nil
    }

    /// The five distances between like edges, each within half a module; they differ in all forty-eight patterns.
    private static func matches(_ line: WidthSequence, _ index: Int, _ pattern: [Int]) -> Bool {
        let module = line.sum(index, 6) / 9
        for place in 0..<4 {
            let exact = (line.widths[index + place] + line.widths[index + place + 1]) / module
            if abs(exact - Float(pattern[place] + pattern[place + 1])) >= 0.45 { return false }
        }
        let bars = (line.widths[index] + line.widths[index + 2] + line.widths[index + 4]) / module
        return abs(bars - Float(pattern[0] + pattern[2] + pattern[4])) < 1.3
    }

    /// The text, if both check characters are correct.
    private static func text(_ values: [Int]) -> [UInt8]? {
        func check(_ values: ArraySlice<Int>, _ most: Int) -> Int {
            values.reversed().enumerated().reduce(0) { $0 + ($1.offset % most + 1) * $1.element } % 47
        }
        let data = values.dropLast(2)
        guard check(data, 20) == values[values.count - 2], check(values.dropLast(), 15) == values[values.count - 1]
        else {
            return nil
        }
        var bytes: [UInt8] = []
        var shift: Int?
        for value in data {
            if let kind = shift {
                guard (10...35).contains(value), let byte = shifted(kind, value - 10) else { return nil }
                bytes.append(byte)
                shift = nil
            } else if value >= 43 {
                shift = value
            } else {
                bytes.append(characters[value])
            }
        }
        return shift == nil && !bytes.isEmpty ? bytes : nil
    }

    /// Full ASCII by pairs: shift and letter A to Z (0 to 25).
    private static func shifted(_ kind: Int, _ letter: Int) -> UInt8? {
        switch kind {
        case 43: UInt8(letter + 1)
        case 44:
            switch letter {
            case 0...4: UInt8(letter + 27)
            case 5...9: UInt8(letter + 54)
            case 10...14: UInt8(letter + 81)
            case 15...19: UInt8(letter + 108)
            case 20: 0
            case 21: 64
            case 22: 96
            default: 127
            }
        case 45: letter <= 14 || letter == 25 ? UInt8(letter == 25 ? 58 : letter + 33) : nil
        default: UInt8(letter + 97)
        }
    }
}
