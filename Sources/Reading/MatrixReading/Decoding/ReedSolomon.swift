// SPDX-License-Identifier: Apache-2.0

/// Reed–Solomon codes whose generator polynomial has the roots x¹, x², … xⁿ, as in Data Matrix and Aztec.
package enum ReedSolomon {
    /// Corrects `words`: the first is the highest coefficient, the last `checks` are check words.
    ///
    /// Only errors at unknown positions are corrected, at most `checks / 2`. Treating some words as erasures would
    /// correct more, but detect fewer wrong texts.
    /// - Returns: the number of wrong words; `nil` if there are more than can be corrected, and then `words` is
    ///   unchanged.
    package static func correct(_ words: inout [Int], checks: Int, in field: GaloisField) -> Int? {
        guard checks > 0, checks < words.count, words.count < field.size else { return nil }
        let syndromes = self.syndromes(of: words, checks, field)
        guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
        guard let locator = locator(syndromes, field), (locator.count - 1) * 2 <= checks else { return nil }

        // Word i from the end is wrong if the locator is 0 at x⁻ⁱ.
        let order = field.size - 1
        var places: [Int] = []
        for place in 0..<words.count where value(of: locator, at: field.power(order - place % order), field) == 0 {
            places.append(place)
        }
        guard places.count == locator.count - 1 else { return nil }

        // Forney: with the first root x¹, the error value is evaluator / derivative, both at its position.
        var evaluator = Array(repeating: 0, count: checks)
        for (i, a) in syndromes.enumerated() {
            for (j, b) in locator.enumerated() where i + j < checks { evaluator[i + j] ^= field.multiply(a, b) }
        }
        var derivative: [Int] = []
        for index in 1..<locator.count { derivative.append(index % 2 == 1 ? locator[index] : 0) }
        var corrected = words
        for place in places {
            let inverse = field.power(order - place % order)
            let slope = value(of: derivative, at: inverse, field)
            guard slope != 0 else { return nil }
            corrected[words.count - 1 - place] ^= field.divide(value(of: evaluator, at: inverse, field), slope)
        }
        guard self.syndromes(of: corrected, checks, field).allSatisfy({ $0 == 0 }) else { return nil }
        words = corrected
        return places.count
    }

    /// The check words of `data`, for tests and for making symbols.
    package static func checkWords(of data: [Int], count: Int, in field: GaloisField) -> [Int] {
        // The generator's coefficients below the highest, which is 1; lowest first.
        var generator = [1]
        for root in 1...count {
            var next = [0] + generator
            for (index, coefficient) in generator.enumerated() {
                next[index] ^= field.multiply(coefficient, field.power(root))
            }
            generator = next
        }
        var remainder = Array(repeating: 0, count: count)
        for word in data {
            let lead = remainder[0] ^ word
            remainder.removeFirst()
            remainder.append(0)
            for index in 0..<count { remainder[index] ^= field.multiply(lead, generator[count - 1 - index]) }
        }
        return remainder
    }

    private static func syndromes(of words: [Int], _ checks: Int, _ field: GaloisField) -> [Int] {
        (1...checks).map { root in
            let x = field.power(root)
            return words.reduce(0) { field.multiply($0, x) ^ $1 }
        }
    }

    /// The value of a polynomial with the lowest coefficient first.
    private static func value(of polynomial: [Int], at x: Int, _ field: GaloisField) -> Int {
        polynomial.reversed().reduce(0) { field.multiply($0, x) ^ $1 }
    }

    /// The Berlekamp-Massey error locator, lowest coefficient (1) first, without trailing zeros; `nil` if it is not a
    /// valid locator.
    private static func locator(_ syndromes: [Int], _ field: GaloisField) -> [Int]? {
        var current = [1]
        var previous = [1]
        var length = 0
        var gap = 1
        var lastDiscrepancy = 1
        for n in syndromes.indices {
            var discrepancy = syndromes[n]
            for i in 1..<max(1, current.count) where i <= n {
                discrepancy ^= field.multiply(current[i], syndromes[n - i])
            }
            guard discrepancy != 0 else {
                gap += 1
                continue
            }
            let factor = field.divide(discrepancy, lastDiscrepancy)
            let before = current
            current += Array(repeating: 0, count: max(0, previous.count + gap - current.count))
            for (i, coefficient) in previous.enumerated() { current[i + gap] ^= field.multiply(factor, coefficient) }
            if 2 * length <= n {
                length = n + 1 - length
                previous = before
                lastDiscrepancy = discrepancy
                gap = 1
            } else {
                gap += 1
            }
        }
        while current.last == 0 { current.removeLast() }
        return current.count - 1 == length ? current : nil
    }
}
