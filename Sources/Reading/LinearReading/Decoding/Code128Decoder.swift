// SPDX-License-Identifier: Apache-2.0

/// Decodes Code 128 by the distances between like edges, which neither blur nor ink spread changes: of eleven modules,
/// from the start of each bar to the next, and from the end of each bar to the next. See ISO/IEC 15417, 4.3.4 and the
/// annex on the reference decode algorithm.
enum Code128Decoder {
    static let patterns: [[Int]] = [
        "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
        "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
        "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
        "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
        "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
        "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
        "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
        "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
        "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
        "113141", "114131", "311141", "411131", "211412", "211214", "211232",
    ].map { $0.utf8.map { Int($0) - 48 } }

    static let (fnc3, fnc2, shift, toC, fnc1) = (96, 97, 98, 99, 102)

    /// Pattern number by its four distances, five bits each.
    private static let byDistances: [Int: [Int]] = {
        var table: [Int: [Int]] = [:]
        for (number, widths) in patterns.enumerated() {
            table[key((0..<4).map { widths[$0] + widths[$0 + 1] }), default: []].append(number)
        }
        return table
    }()

    private static func key(_ distances: [Int]) -> Int { distances.reduce(0) { $0 << 4 | $1 } }

    struct Reading {
        var values: [Int]
        var first: Int
        var last: Int
        /// The largest difference between a measured distance and a whole number of modules.
        var roughness: Float
    }

    /// - Parameters:
    ///   - quiet: the least light margin at both ends, in modules.
    ///   - leastValues: the least number of patterns, with start and check, without stop.
    static func read(_ line: WidthSequence, quiet: Float = 4, leastValues: Int = 3) -> Reading? {
        line.firstReading(least: 19) { start in
            guard let reading = read(line, from: start, quiet, leastValues) else { return nil }
            return check(of: reading.values.dropLast()) == reading.values.last ? reading : nil
        }
    }

    /// The patterns of a symbol, whatever its check character. For symbols whose bars are all clear.
    static func readUnchecked(_ line: WidthSequence) -> Reading? {
        line.firstReading(least: 19) { read(line, from: $0, 4, 3) }
    }

    /// The check character of a start character and those after it.
    static func check(of values: ArraySlice<Int>) -> Int {
        values.enumerated().reduce(0) { ($0 + max(1, $1.offset) * $1.element) % 103 }
    }

    private static func read(
        _ line: WidthSequence, from start: Int, _ quiet: Float, _ leastValues: Int
    ) -> Reading? {
        guard let first = value(line, start), (103...105).contains(first.number) else { return nil }
        let module = line.sum(start, 6) / 11
        guard line.isQuiet(before: start, width: quiet * module) else { return nil }
        var values = [first.number]
        var roughness = first.roughness
        var index = start + 6
        var last = line.sum(start, 6)
        while true {
            // The stop pattern has seven elements and thirteen modules.
            if index + 7 <= line.widths.count, isStop(line, index) {
                guard values.count >= leastValues, line.isQuiet(after: index + 6, width: quiet * module) else {
                    return nil
                }
                return Reading(values: values, first: start, last: index + 6, roughness: roughness)
            }
            guard index + 6 <= line.widths.count, values.count < 120, let next = value(line, index),
                next.number < 103
            else { return nil }
            let width = line.sum(index, 6)
            guard width > 0.75 * last, width < 1.33 * last else { return nil }
            last = width
            values.append(next.number)
            roughness = max(roughness, next.roughness)
            index += 6
        }
    }

    /// Fewer characters may be a part of anything.
    private static let leastUnframed = 5

    /// The number of characters between two quiet zones that hold nothing else, and neither start nor stop. The space that ends
    /// the last one is a part of the quiet zone.
    static func unframed(_ line: WidthSequence) -> Int? {
        line.firstReading(least: 6 * leastUnframed - 1) { start in
            var (index, count, last) = (start, 0, Float?.none)
            while index + 5 <= line.widths.count, count < 100 {
                let module = (last ?? line.sum(start, min(6, line.widths.count - start))) / 11
                // The picture's border is no margin: what it cuts has lost its start and stop there.
                if index == start, start == 0 ? line.edges[0] < 4 * module : !line.isQuiet(before: start, width: 6 * module) {
                    return nil
                }
                if count > 0, line.isQuiet(after: index + 4, width: 6 * module) {
                    return count + 1 >= leastUnframed && isCut(line, index, module) ? count + 1 : nil
                }
                guard index + 6 <= line.widths.count, let next = value(line, index), next.number < 103 else { return nil }
                let width = line.sum(index, 6)
                if let last { guard width > 0.8 * last, width < 1.25 * last else { return nil } }
                last = width
                count += 1
                index += 6
            }
            return nil
        }
    }

    /// Fewer characters beside a start or stop may be a part of anything.
    private static let leastCut = 4

    /// The number of characters after a start character, if a quiet zone follows them in place of the stop pattern.
    static func charactersWithoutStop(_ line: WidthSequence) -> Int? {
        line.firstReading(least: 6 * (leastCut + 1)) { start in
            guard let first = value(line, start), (103...105).contains(first.number) else { return nil }
            let module = line.sum(start, 6) / 11
            guard line.isQuiet(before: start, width: 4 * module) else { return nil }
            let (count, index) = characters(line, from: start + 6, width: line.sum(start, 6))
            guard count >= leastCut else { return nil }
            // Less than a stop pattern is left, which has four bars.
            for bars in 0..<4 {
                let last = index + 2 * bars - 2
                if last + 1 >= line.widths.count || line.widths[last + 1] >= 6 * module {
                    return count
                }
            }
            return nil
        }
    }

    /// The number of characters before a stop pattern, if a quiet zone precedes them in place of the start character.
    static func charactersWithoutStart(_ line: WidthSequence) -> Int? {
        line.firstReading(least: 7) { stop in
            guard isStop(line, stop) else { return nil }
            let width = line.sum(stop, 7) * 11 / 13
            let module = width / 11
            guard line.isQuiet(after: stop + 6, width: 4 * module) else { return nil }
            var (index, count, last) = (stop, 0, width)
            while index >= 6, let next = value(line, index - 6) {
                let here = line.sum(index - 6, 6)
                guard here > 0.75 * last, here < 1.33 * last else { break }
                // A start character: nothing is missing.
                guard next.number < 103 else { return nil }
                (index, count, last) = (index - 6, count + 1, here)
            }
            guard count >= leastCut else { return nil }
            // Less than a character is left, which has three bars.
            return (0..<3).contains { bars in
                let first = index - 2 * bars
                return first == 0 || first > 0 && line.widths[first - 1] >= 6 * module
            } ? count : nil
        }
    }

    /// How many characters follow one another from an element on, and the element after them.
    private static func characters(_ line: WidthSequence, from start: Int, width: Float) -> (count: Int, index: Int) {
        var (index, count, last) = (start, 0, width)
        while index + 6 <= line.widths.count, count < 120, let next = value(line, index), next.number < 103 {
            let here = line.sum(index, 6)
            guard here > 0.75 * last, here < 1.33 * last else { break }
            (index, count, last) = (index + 6, count + 1, here)
        }
        return (count, index)
    }

    /// Whether five elements are a character without its last space.
    private static func isCut(_ line: WidthSequence, _ index: Int, _ module: Float) -> Bool {
        patterns[..<103].contains { pattern in
            (0..<4).allSatisfy { place in
                let exact = (line.widths[index + place] + line.widths[index + place + 1]) / module
                return abs(exact - Float(pattern[place] + pattern[place + 1])) < 0.45
            }
        }
    }

    private static func isStop(_ line: WidthSequence, _ index: Int) -> Bool {
        let module = line.sum(index, 7) / 13
        // 2331112: the distances between like edges.
        return [5, 6, 4, 2, 2].enumerated().allSatisfy { place, modules in
            abs((line.widths[place + index] + line.widths[place + index + 1]) / module - Float(modules)) < 0.5
        }
    }

    private static func value(_ line: WidthSequence, _ index: Int) -> (number: Int, roughness: Float)? {
        let module = line.sum(index, 6) / 11
        guard module > 0 else { return nil }
        var distances: [Int] = []
        var roughness: Float = 0
        for place in 0..<4 {
            let exact = (line.widths[index + place] + line.widths[index + place + 1]) / module
            let whole = exact.rounded()
            roughness = max(roughness, abs(exact - whole))
            distances.append(Int(min(15, max(0, whole))))
        }
        guard roughness < 0.42, let numbers = byDistances[key(distances)] else { return nil }
        // If the distances fit two patterns, the bars decide: their sums differ by two modules.
        let bars = (line.widths[index] + line.widths[index + 2] + line.widths[index + 4]) / module
        let number = numbers.min {
            abs(barSum($0) - bars) < abs(barSum($1) - bars)
        }!
        guard abs(barSum(number) - bars) < 1.3 else { return nil }
        return (number, roughness)
    }

    private static func barSum(_ number: Int) -> Float {
        Float(patterns[number][0] + patterns[number][2] + patterns[number][4])
    }
}
