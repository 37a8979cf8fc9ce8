// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// The valid symbol nearest to the observed profile, and the next nearest.
///
/// Compares every possible EAN-13, EAN-8 or UPC-E with correct parity and check digit: by dynamic programming over the
/// digits from right to left, which keeps the smallest distance of the part to the right for each digit and each
/// remainder of the check sum.
struct RetailSearch {
    struct Answer {
        /// Pattern numbers of the slots.
        var patterns: [Int]
        /// All digits as printed, values 0 to 9.
        var digits: [UInt8]
        /// The squared distance, up to a constant common to all symbols.
        var distance: Float
        /// The distance of the nearest other valid symbol.
        var next: Float
        /// The other symbol's patterns.
        var nextPatterns: [Int]
    }

    private let layout: RetailLayout
    /// Distance of pattern s in slot i by itself: `i * 30 + s`.
    private let own: [Float]
    private let overlaps: [Float]
    /// The sum of the squares of the observed values.
    private let energy: Float

    /// - Parameters:
    ///   - seen: observed darkness at each sample without the guards' darkness; sample 0 is `margin` modules before the
    ///     first bar.
    init(_ layout: RetailLayout, _ templates: RetailTemplates, seen: [Float], margin: Int) {
        self.layout = layout
        overlaps = templates.overlaps
        energy = dot(seen, 0, seen, 0, seen.count)
        let length = templates.length
        var own: [Float] = []
        own.reserveCapacity(layout.slots.count * RetailPattern.count)
        for slot in layout.slots {
            let from = (slot + margin - RetailTemplates.reach) * templates.density
            for pattern in 0..<RetailPattern.count {
                // Digits overlap the guards, which are three modules wide, and the margin.
                let product = dot(seen, from, templates.darkness, pattern * length, length)
                own.append(templates.squares[pattern] - 2 * product)
            }
        }
        self.own = own
    }

    /// As a share of the energy.
    private static let leastDistance: Float = 0.005

    /// The squared distance that would remain if a single digit could have any pattern, as a share of the present one.
    ///
    /// If a valid symbol is forced on one with a damaged digit, or on something else, some digit would fit far better
    /// with another pattern, which parity and check digit forbid.
    func shareLeft(whenFreed answer: Answer) -> Float {
        let patterns = answer.patterns
        var best: Float = 0
        for slot in patterns.indices {
            func cost(_ pattern: Int) -> Float {
                var sum = own[slot * RetailPattern.count + pattern]
                // Digits next to a guard have no neighbour on that side.
                if slot > 0, layout.slots[slot] - layout.slots[slot - 1] == 7 {
                    sum += overlaps[patterns[slot - 1] * RetailPattern.count + pattern]
                }
                if slot + 1 < patterns.count, layout.slots[slot + 1] - layout.slots[slot] == 7 {
                    sum += overlaps[pattern * RetailPattern.count + patterns[slot + 1]]
                }
                return sum
            }
            let now = cost(patterns[slot])
            for pattern in layout.patterns(of: slot) { best = min(best, cost(pattern) - now) }
        }
        // In a picture without noise hardly anything remains, and what little does proves nothing.
        let distance = max(energy + answer.distance, Self.leastDistance * energy)
        return max(0, 1 + best / distance)
    }

    func nearest() -> Answer {
        switch layout.symbology {
        case .ean13: ean13()
        case .ean8: ean8()
        default: upcE()
        }
    }

    private func ean13() -> Answer {
        // Weights from the left of the twelve digits after the first: 3, 1, 3, … 1.
        let weights = (0..<12).map { $0 % 2 == 0 ? 3 : 1 }
        let right = completions(
            from: 6, to: 12, sets: [Int](repeating: RetailPattern.setC, count: 12), weights, after: nil)
        var answer: Answer?
        for first in 0..<10 {
            let sets =
                (0..<6).map {
                    RetailPattern.parityOfEAN13[first] >> (5 - $0) & 1 == 1 ? RetailPattern.setB : RetailPattern.setA
                } + [Int](repeating: RetailPattern.setC, count: 6)
            let left = completions(from: 0, to: 6, sets: sets, weights, after: right)
            take(left + right, sets, weights, rest: (20 - first) % 10, prefix: [UInt8(first)], suffix: [], &answer)
        }
        return answer!
    }

    private func ean8() -> Answer {
        let weights = (0..<8).map { $0 % 2 == 0 ? 3 : 1 }
        let sets = (0..<8).map { $0 < 4 ? RetailPattern.setA : RetailPattern.setC }
        var answer: Answer?
        let all = completions(from: 0, to: 8, sets: sets, weights, after: nil)
        take(all, sets, weights, rest: 0, prefix: [], suffix: [], &answer)
        return answer!
    }

    /// The check digit is that of the abbreviated UPC-A, in which the digits' positions depend on the sixth digit.
    private func upcE() -> Answer {
        let classes: [(last: ClosedRange<Int>, weights: [Int])] = [
            (0...2, [1, 3, 3, 1, 3, 1]), (3...3, [1, 3, 1, 1, 3, 0]), (4...4, [1, 3, 1, 3, 3, 0]),
            (5...9, [1, 3, 1, 3, 1, 3]),
        ]
        var answer: Answer?
        for system in 0..<2 {
            for check in 0..<10 {
                let parity = RetailPattern.parityOfUPCE[check] ^ (system == 1 ? 0b111111 : 0)
                let sets = (0..<6).map { parity >> (5 - $0) & 1 == 1 ? RetailPattern.setB : RetailPattern.setA }
                for kind in classes {
                    let all = completions(from: 0, to: 6, sets: sets, kind.weights, after: nil, last: kind.last)
                    take(
                        all, sets, kind.weights, rest: (60 - 3 * system - check) % 10, prefix: [UInt8(system)],
                        suffix: [UInt8(check)], &answer)
                }
            }
        }
        return answer!
    }

    /// For each slot from `from`, each digit in it and each remainder of the weighted sum over it and the following
    /// slots: the smallest distance. `[slot - from][digit * 10 + rest]`. `after` is the table of the slot after it.
    private func completions(
        from: Int, to end: Int, sets: [Int], _ weights: [Int], after: [[Float]]?, last: ClosedRange<Int> = 0...9
    ) -> [[Float]] {
        var tables = [[Float]](repeating: [], count: end - from)
        var following = after?[0]
        for slot in (from..<end).reversed() {
            var table = [Float](repeating: .infinity, count: 100)
            for digit in 0..<10 {
                let pattern = sets[slot] + digit
                let alone = own[slot * RetailPattern.count + pattern]
                let add = weights[slot] * digit % 10
                guard let behind = following else {
                    if last.contains(digit) { table[digit * 10 + add] = alone }
                    continue
                }
                var least = (
                    Float.infinity, Float.infinity, Float.infinity, Float.infinity, Float.infinity, Float.infinity,
                    Float.infinity, Float.infinity, Float.infinity, Float.infinity
                )
                let row = pattern * RetailPattern.count + sets[slot + 1]
                for next in 0..<10 {
                    let both = overlaps[row + next]
                    let base = next * 10
                    least.0 = min(least.0, both + behind[base])
                    least.1 = min(least.1, both + behind[base + 1])
                    least.2 = min(least.2, both + behind[base + 2])
                    least.3 = min(least.3, both + behind[base + 3])
                    least.4 = min(least.4, both + behind[base + 4])
                    least.5 = min(least.5, both + behind[base + 5])
                    least.6 = min(least.6, both + behind[base + 6])
                    least.7 = min(least.7, both + behind[base + 7])
                    least.8 = min(least.8, both + behind[base + 8])
                    least.9 = min(least.9, both + behind[base + 9])
                }
                let all = [
                    least.0, least.1, least.2, least.3, least.4, least.5, least.6, least.7, least.8, least.9,
                ]
                for rest in 0..<10 { table[digit * 10 + (rest + add) % 10] = alone + all[rest] }
            }
            tables[slot - from] = table
            following = table
        }
        return tables
    }

    /// Follows the tables to the nearest symbol whose weighted sum leaves `rest`, and to the nearest other one. The other
    /// differs first in some slot, so one check of each slot finds it.
    private func take(
        _ tables: [[Float]], _ sets: [Int], _ weights: [Int], rest: Int, prefix: [UInt8], suffix: [UInt8],
        _ answer: inout Answer?
    ) {
        var digits: [Int] = []
        var left = rest
        var before: Float = 0
        var distance: Float = 0
        var other: (distance: Float, slot: Int, digit: Int) = (.infinity, 0, 0)
        for slot in tables.indices {
            func cost(_ digit: Int) -> Float {
                let value = before + tables[slot][digit * 10 + left]
                guard slot > 0 else { return value }
                return value + overlaps[(sets[slot - 1] + digits[slot - 1]) * RetailPattern.count + sets[slot] + digit]
            }
            var (best, least) = (0, Float.infinity)
            for digit in 0..<10 where cost(digit) < least { (best, least) = (digit, cost(digit)) }
            if slot == 0 { distance = least }
            // Skip it: it is neither the nearest nor the next nearest.
            if slot == 0, let answer, least >= answer.next { return }
            for digit in 0..<10 where digit != best && cost(digit) < other.distance {
                other = (cost(digit), slot, digit)
            }
            if slot > 0 {
                before += overlaps[(sets[slot - 1] + digits[slot - 1]) * RetailPattern.count + sets[slot] + best]
            }
            before += own[slot * RetailPattern.count + sets[slot] + best]
            left = (left + 10 - weights[slot] * best % 10) % 10
            digits.append(best)
        }
        let patterns = zip(sets, digits).map { $0 + $1 }
        let isNearest = answer.map { distance < $0.distance } ?? true
        guard isNearest else {
            if distance < answer!.next { (answer!.next, answer!.nextPatterns) = (distance, patterns) }
            return
        }
        var next = Answer(
            patterns: patterns, digits: prefix + digits.map { UInt8($0) } + suffix, distance: distance,
            next: other.distance,
            nextPatterns: follow(tables, sets, weights, digits, rest, from: other.slot, digit: other.digit))
        if let answer, answer.distance < next.next {
            (next.next, next.nextPatterns) = (answer.distance, answer.patterns)
        }
        answer = next
    }

    /// The nearest symbol that has `digits` up to a slot and another digit there.
    private func follow(
        _ tables: [[Float]], _ sets: [Int], _ weights: [Int], _ digits: [Int], _ rest: Int, from slot: Int, digit: Int
    ) -> [Int] {
        var result = Array(digits[..<slot]) + [digit]
        var left = rest
        for index in result.indices { left = (left + 30 - weights[index] * result[index] % 10) % 10 }
        for next in slot + 1..<max(slot + 1, tables.count) {
            var (best, least) = (0, Float.infinity)
            for candidate in 0..<10 {
                let cost =
                    tables[next][candidate * 10 + left]
                    + overlaps[(sets[next - 1] + result[next - 1]) * RetailPattern.count + sets[next] + candidate]
                if cost < least { (best, least) = (candidate, cost) }
            }
            result.append(best)
            left = (left + 10 - weights[next] * best % 10) % 10
        }
        return zip(sets, result).map { $0 + $1 }
    }
}
