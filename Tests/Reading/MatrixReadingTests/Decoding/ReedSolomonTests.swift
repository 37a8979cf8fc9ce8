// SPDX-License-Identifier: Apache-2.0

import MatrixReading
import SimulatedCamera
import Testing

@Suite("Reed–Solomon")
struct ReedSolomonTests {
    static let fields: [(GaloisField, Int)] = [
        (.aztec4, 16), (.aztec6, 64), (.dataMatrix, 256), (.aztec10, 1024), (.aztec12, 4096),
    ]

    @Test("errors up to the limit are corrected in every field", arguments: 0..<5)
    func corrects(index: Int) throws {
        let (field, size) = Self.fields[index]
        var random = SplitMix64(seed: 1)
        for checks in [2, 5, 6, 12, 28] where checks + 1 < size - 1 {
            let count = min(size - 1 - checks, 40)
            let data = (0..<count).map { _ in Int.random(in: 0..<size, using: &random) }
            let right = data + ReedSolomon.checkWords(of: data, count: checks, in: field)
            for errors in 0...checks / 2 {
                var words = right
                for place in words.indices.shuffled(using: &random).prefix(errors) {
                    words[place] ^= Int.random(in: 1..<size, using: &random)
                }
                #expect(ReedSolomon.correct(&words, checks: checks, in: field) == errors)
                #expect(words == right)
            }
        }
    }

    @Test("more errors than the limit are rejected or give another code word, but never a wrong count")
    func refuses() {
        var random = SplitMix64(seed: 2)
        let data = (0..<22).map { _ in Int.random(in: 0..<256, using: &random) }
        let right = data + ReedSolomon.checkWords(of: data, count: 18, in: .dataMatrix)
        var refused = 0
        for trial in 0..<4000 {
            var words = right
            for place in words.indices.shuffled(using: &random).prefix(10 + trial % 10) {
                words[place] ^= Int.random(in: 1..<256, using: &random)
            }
            let before = words
            if ReedSolomon.correct(&words, checks: 18, in: .dataMatrix) == nil {
                refused += 1
                #expect(words == before)
            }
        }
        // The chance that 9 of 40 words of a random word are correctable is one in 10⁶.
        #expect(refused == 4000)
    }

    @Test("impossible sizes are rejected")
    func degenerate() {
        var words = [1, 2, 3]
        #expect(ReedSolomon.correct(&words, checks: 3, in: .dataMatrix) == nil)
        #expect(ReedSolomon.correct(&words, checks: 0, in: .dataMatrix) == nil)
        words = Array(repeating: 1, count: 16)
        #expect(ReedSolomon.correct(&words, checks: 4, in: .aztec4) == nil)
    }
}
