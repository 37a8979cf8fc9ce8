// SPDX-License-Identifier: Apache-2.0

/// Writes the fields of a packet in sequence, in native byte order: both ends are the same executable.
package struct WireWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        var rest = Number.Magnitude(truncatingIfNeeded: number)
        for _ in 0..<MemoryLayout<Number>.size {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8 as Number.Magnitude
        }
    }

    package mutating func put(_ number: Double) { put(number.bitPattern) }

    /// A run of bytes, preceded by its length.
    package mutating func put(_ run: some Collection<UInt8>) {
        put(UInt32(run.count))
        bytes += run
    }

    package mutating func put(_ text: String) { put(text.utf8) }
}

/// Reads the fields of a packet. A malicious picture may control the other end: missing or overlong fields are `nil`.
package struct WireReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything was read.
    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { return nil }
        let value = rest.prefix(size).reversed().reduce(Number.Magnitude(0)) { $0 << 8 | Number.Magnitude($1) }
        rest = rest.dropFirst(size)
        return Number(truncatingIfNeeded: value)
    }

    package mutating func double() -> Double? { number(UInt64.self).map { Double(bitPattern: $0) } }

    package mutating func run() -> [UInt8]? {
        guard let count = number(UInt32.self), rest.count >= Int(count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }

    package mutating func text() -> String? { run().flatMap { String(validating: $0, as: UTF8.self) } }
}
