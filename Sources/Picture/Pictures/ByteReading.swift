// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// A little-endian number of two, three or four bytes; `nil` outside the span.
    func little(_ offset: Int, bytes: Int) -> Int? {
        guard offset >= 0, offset <= count - bytes else { return nil }
        return (0..<bytes).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
    }

    /// A big-endian number of two to four bytes; `nil` outside the span.
    func big(_ offset: Int, bytes: Int) -> Int? {
        guard offset >= 0, offset <= count - bytes else { return nil }
        return (0..<bytes).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
    }

    func holds(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where unsafe self[offset + index] != text.utf8Start[index] {
            return false
        }
        return true
    }
}
