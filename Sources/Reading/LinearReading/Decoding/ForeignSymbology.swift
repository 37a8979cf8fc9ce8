// SPDX-License-Identifier: Apache-2.0

/// Linear symbologies that no reader here reads, by their wide and narrow elements: enough to tell which one it is.
struct ForeignSymbology: Sendable {
    let name: String
    /// Elements, bars and spaces in turn, as `W` and `n`.
    private let start: [Bool]
    private let stop: [Bool]
    private let digits: Set<[Bool]>
    /// Fewer digits may be a part of anything.
    private let least: Int

    private init(_ name: String, start: String, stop: String, digits: [String], least: Int) {
        self.name = name
        self.start = Self.elements(start)
        self.stop = Self.elements(stop)
        self.digits = Set(digits.map(Self.elements))
        self.least = least
    }

    private static func elements(_ text: String) -> [Bool] { text.map { $0 == "W" } }

    /// Sources: MSI Data Corporation's description of 1971; AIM USS-Code 11; the tables of zint.
    static let all: [ForeignSymbology] = [
        .init(
            "MSI Plessey", start: "Wn", stop: "nWn",
            digits: (0..<10).map { digit in
                (0..<4).map { digit >> (3 - $0) & 1 == 1 ? "Wn" : "nW" }.joined()
            }, least: 4),
        .init("Industrial 2 of 5", start: "WnWnnn", stop: "WnnnW", digits: barsOnly, least: 4),
        .init("IATA 2 of 5", start: "nnnn", stop: "Wnn", digits: barsOnly, least: 4),
        .init(
            "Matrix 2 of 5", start: "Wnnnnn", stop: "Wnnnn",
            digits: twoOfFive.map { $0.joined() + "n" }, least: 4),
        .init(
            "Code 11", start: "nnWWnn", stop: "nnWWn",
            digits: [
                "nnnnWn", "WnnnWn", "nWnnWn", "WWnnnn", "nnWnWn", "WnWnnn", "nWWnnn", "nnnWWn", "WnnWnn", "Wnnnnn",
                "nnWnnn",
            ], least: 5),
    ]

    /// The five elements of each digit of the 2 of 5 family.
    private static let twoOfFive: [[String]] = [
        "nnWWn", "WnnnW", "nWnnW", "WWnnn", "nnWnW", "WnWnn", "nWWnn", "nnnWW", "WnnWn", "nWnWn",
    ].map { $0.map(String.init) }

    /// The same in the bars, with narrow spaces between them.
    private static let barsOnly = twoOfFive.map { $0.map { $0 + "n" }.joined() }

    /// The number of digits, if the elements are a whole symbol.
    func digits(in elements: [Bool]) -> Int? {
        let size = digits.first?.count ?? 1
        let inner = elements.count - start.count - stop.count
        guard inner > 0, inner % size == 0, inner / size >= least, Array(elements.prefix(start.count)) == start,
            Array(elements.suffix(stop.count)) == stop
        else { return nil }
        for index in Swift.stride(from: start.count, to: start.count + inner, by: size)
        where !digits.contains(Array(elements[index..<index + size])) { return nil }
        return inner / size
    }

    /// Which elements between two quiet zones are wide; `nil` if bars or spaces are not of two widths.
    static func elements(of line: WidthSequence) -> [Bool]? {
        guard let run = longestRun(line) else { return nil }
        let bars = wide(run.indices.filter { $0 % 2 == 0 }.map { run[$0] })
        let spaces = wide(run.indices.filter { $0 % 2 == 1 }.map { run[$0] })
        guard let bars, let spaces else { return nil }
        return run.indices.map { $0 % 2 == 0 ? bars[$0 / 2] : spaces[$0 / 2] }
    }

    /// The elements from a bar to a bar, without spaces as wide as a quiet zone.
    private static func longestRun(_ line: WidthSequence) -> [Float]? {
        let bars = stride(from: 0, to: line.widths.count, by: 2).map { line.widths[$0] }.sorted()
        guard bars.count >= 8 else { return nil }
        // Half of the bars or more are narrow in most; twice that is a wide one.
        let quiet = 5 * bars[bars.count / 4]
        var (best, first) = (0..<0, 0)
        for index in stride(from: 1, through: line.widths.count, by: 2) {
            guard index >= line.widths.count || line.widths[index] > quiet else { continue }
            if index - first > best.count { best = first..<min(index, line.widths.count) }
            first = index + 1
        }
        guard best.count >= 19, best.count % 2 == 1 else { return nil }
        return Array(line.widths[best])
    }

    private static func wide(_ widths: [Float]) -> [Bool]? {
        guard let least = widths.min(), let most = widths.max(), least > 0 else { return nil }
        if most < 1.45 * least { return widths.map { _ in false } }
        guard most < 6 * least else { return nil }
        let limit = (least + most) / 2
        let (narrow, wide) = (widths.filter { $0 < limit }, widths.filter { $0 >= limit })
        let (low, high) = (narrow.reduce(0, +) / Float(narrow.count), wide.reduce(0, +) / Float(wide.count))
        // All must be clearly one or the other.
        guard high > 1.5 * low, widths.allSatisfy({ abs($0 - (low + high) / 2) > 0.18 * (high - low) }) else {
            return nil
        }
        return widths.map { $0 > (low + high) / 2 }
    }
}
