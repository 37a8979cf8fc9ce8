// SPDX-License-Identifier: Apache-2.0

/// Appends fields to a message in the byte order of its protocol: USB is little endian, USB/IP big endian.
extension [UInt8] {
    package mutating func append<Value: FixedWidthInteger>(little value: Value) {
        var rest = value
        for _ in 0..<Value.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    package mutating func append<Value: FixedWidthInteger>(big value: Value) {
        var shift = Value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Value(truncatingIfNeeded: shift)))
        }
    }

    /// The lowest `size` bytes of `value`, lowest first.
    package init(little value: Int64, size: Int) {
        self = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }

    /// The integer in `size` bytes at `offset`, lowest first; `nil` if there are too few bytes.
    package func little(at offset: Int, size: Int, signed: Bool = false) -> Int64? {
        guard (1...8).contains(size), offset >= 0, offset <= count - size else { return nil }
        var value: UInt64 = 0
        for index in (0..<size).reversed() { value = value << 8 | UInt64(self[offset + index]) }
        let unused = UInt64(64 - 8 * size)
        return signed ? Int64(bitPattern: value << unused) >> Int64(unused) : Int64(bitPattern: value)
    }

    /// The 32-bit number at `offset`, highest byte first. The caller has checked the length.
    package func big(at offset: Int) -> UInt32 {
        self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
