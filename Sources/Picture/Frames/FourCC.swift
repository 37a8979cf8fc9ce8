// SPDX-License-Identifier: Apache-2.0

/// A pixel format's four-character code, as V4L2 spells it: the first character in the lowest byte.
///
/// Source: `v4l2_fourcc` in `linux/videodev2.h`.
package struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Four ASCII characters; shorter codes are padded with spaces (`Y10` is `"Y10 "`), as V4L2 does.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        self.rawValue = (0..<4).reduce(0) { $0 | UInt32($1 < bytes.count ? bytes[$1] : 0x20) << (8 * UInt32($1)) }
    }

    /// The four characters without trailing spaces. A byte that is not printable ASCII is shown as `\xNN`, the big-endian
    /// flag (bit 31) as a `-BE` ending, as in `v4l2-ctl`.
    package var description: String {
        var text = ""
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            let byte = UInt8(truncatingIfNeeded: rawValue >> shift) & (shift == 24 ? 0x7f : 0xff)
            if (0x20...0x7e).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                text += "\\x" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        while text.last == " " { text.removeLast() }
        return rawValue & 0x8000_0000 == 0 ? text : text + "-BE"
    }
}
