// SPDX-License-Identifier: Apache-2.0

/// A field of 2ᵇ elements, as tables of powers and logarithms of its generator x.
package struct GaloisField: Sendable {
    /// The number of elements.
    let size: Int
    /// `powers[i]` is xⁱ for i below `2 * (size - 1)`, so that the sum of two logarithms needs no modulo.
    private let powers: [UInt16]
    private let logarithms: [UInt16]

    /// - Parameter polynomial: a primitive polynomial of degree `bits`, its bits the coefficients.
    package init(polynomial: Int, bits: Int) {
        precondition((2...12).contains(bits) && polynomial >> bits == 1, "the polynomial has the field's degree")
        size = 1 << bits
        var powers: [UInt16] = Array(repeating: 0, count: 2 * (size - 1))
        var logarithms: [UInt16] = Array(repeating: 0, count: size)
        var value = 1
        for exponent in 0..<size - 1 {
            powers[exponent] = UInt16(value)
            powers[exponent + size - 1] = UInt16(value)
            logarithms[value] = UInt16(exponent)
            value <<= 1
            if value >= size { value ^= polynomial }
        }
        self.powers = powers
        self.logarithms = logarithms
    }

    func multiply(_ a: Int, _ b: Int) -> Int {
        a == 0 || b == 0 ? 0 : Int(powers[Int(logarithms[a]) + Int(logarithms[b])])
    }

    /// `b` must not be 0.
    func divide(_ a: Int, _ b: Int) -> Int {
        a == 0 ? 0 : Int(powers[Int(logarithms[a]) + size - 1 - Int(logarithms[b])])
    }

    /// xⁿ for any n from 0.
    package func power(_ exponent: Int) -> Int { Int(powers[exponent % (size - 1)]) }

    /// Source: ISO/IEC 16022, 5.7.1.
    package static let dataMatrix = GaloisField(polynomial: 0x12d, bits: 8)
    /// Aztec's mode message. Source for this and the next: ISO/IEC 24778, 7.3.1.2.
    package static let aztec4 = GaloisField(polynomial: 0x13, bits: 4)
    package static let aztec6 = GaloisField(polynomial: 0x43, bits: 6)
    package static let aztec8 = dataMatrix
    package static let aztec10 = GaloisField(polynomial: 0x409, bits: 10)
    package static let aztec12 = GaloisField(polynomial: 0x1069, bits: 12)
}
