// SPDX-License-Identifier: Apache-2.0

/// The full ASCII form of Code 39: two characters, the first of which is a shift, stand for one that the symbology lacks. Source:
/// ISO/IEC 16388, annex A.
enum FullASCII {
    /// The text that the characters of a symbol mean; `nil` if they cannot be meant so, or if nothing speaks for it.
    ///
    /// Plain text contains slashes, plus signs and dollars, too. Two small letters, each of which has a plus sign before its capital,
    /// or one and another shift, speak for it, if every shift fits.
    static func text(of bytes: [UInt8]) -> String? {
        var characters: [UInt8] = []
        var shifts = 0
        var hasSmallLetter = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard let shift = Shift(rawValue: byte) else {
                characters.append(byte)
                index += 1
                continue
            }
            guard index + 1 < bytes.count, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index + 1]),
                let meant = shift.character(bytes[index + 1] - UInt8(ascii: "A"))
            else { return nil }
            // A plus sign at the start is that of an HIBC label.
            if shift != .plus || index > 0 { shifts += 1 }
            if shift == .plus, index > 0 { hasSmallLetter = true }
            characters.append(meant)
            index += 2
        }
        return hasSmallLetter && shifts > 1 ? String(decoding: characters, as: UTF8.self) : nil
    }

    private enum Shift: UInt8 {
        case dollar = 0x24
        case percent = 0x25
        case plus = 0x2b
        case slash = 0x2f

        /// - Parameter letter: 0 for A to 25 for Z.
        func character(_ letter: UInt8) -> UInt8? {
            switch (self, letter) {
            case (.dollar, _): letter + 0x01
            case (.plus, _): letter + UInt8(ascii: "a")
            case (.slash, ...14): letter + UInt8(ascii: "!")
            case (.slash, 25): UInt8(ascii: ":")
            case (.slash, _): nil
            case (.percent, ...4): letter + 0x1b
            case (.percent, ...9): letter - 5 + UInt8(ascii: ";")
            case (.percent, ...14): letter - 10 + UInt8(ascii: "[")
            case (.percent, ...18): letter - 15 + UInt8(ascii: "{")
            case (.percent, 20): 0
            case (.percent, 21): UInt8(ascii: "@")
            case (.percent, 22): UInt8(ascii: "`")
            // T, and X to Z.
            case (.percent, _): 0x7f
            }
        }
    }
}
