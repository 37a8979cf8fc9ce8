// SPDX-License-Identifier: Apache-2.0

package import Output

/// Makes ids of scans that sort by time and are unique across machines: ULIDs, 26 letters and digits.
///
/// 48 bits of milliseconds, then 80 random bits. Within one millisecond, or if the clock was set back, the previous id
/// plus one. See: <https://github.com/ulid/spec>.
package struct ScanIDMaker: Sendable {
    private var time: Int64 = 0
    private var high: UInt16 = 0
    private var low: UInt64 = 0

    package init() {}

    package mutating func next(at moment: WallTime = .now) -> String {
        let milliseconds = max(0, min(moment.milliseconds, 0xffff_ffff_ffff))
        if milliseconds > time {
            time = milliseconds
            // Half of the range is left for further ids within the millisecond.
            high = UInt16.random(in: 0...0x7fff)
            low = UInt64.random(in: 0...UInt64.max)
        } else {
            low &+= 1
            if low == 0 { high &+= 1 }
        }
        var digits: [UInt8] = []
        for shift in stride(from: 45, through: 0, by: -5) {
            digits.append(UInt8(truncatingIfNeeded: time >> Int64(shift)) & 31)
        }
        let random = UInt128(high) << 64 | UInt128(low)
        for shift in stride(from: 75, through: 0, by: -5) {
            digits.append(UInt8(truncatingIfNeeded: random >> shift) & 31)
        }
        return String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
    }

    /// Crockford's base 32: without I, L, O and U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}
