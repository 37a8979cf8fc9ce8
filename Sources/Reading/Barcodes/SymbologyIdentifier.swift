// SPDX-License-Identifier: Apache-2.0

/// The symbology identifier of a code: a bracket, a letter for the symbology, and a digit or letter for how it is used.
/// Source: ISO/IEC 15424.
package struct SymbologyIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The letter of the symbology: `Q` for QR, `d` for Data Matrix, `z` for Aztec, `C` for Code 128.
    package let code: Character
    /// The modifier.
    package let modifier: Character

    /// - Returns: `nil` unless it is a bracket and two ASCII letters or digits.
    package init?(_ text: String) {
        let characters = Array(text)
        guard characters.count == 3, characters[0] == "]",
            characters[1...].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        code = characters[1]
        modifier = characters[2]
    }

    package var description: String { "]\(code)\(modifier)" }

    /// Whether the text is GS1 element strings, separated by the control character GS; `nil` if it cannot be told.
    package var isGS1: Bool? {
        switch code {
        case "C": modifier == "1"
        case "d": modifier == "2" || modifier == "5"
        case "Q": modifier == "3" || modifier == "4"
        case "z": "1478A".contains(modifier)
        case "e": true
        default: nil
        }
    }

    /// Whether the code names the character set of its text (an Extended Channel Interpretation); `nil` if it cannot be
    /// told.
    package var namesEncoding: Bool? {
        switch code {
        case "d": ("4"..."6").contains(modifier)
        case "Q": modifier == "2" || modifier == "4" || modifier == "6"
        case "z": "345678BC".contains(modifier)
        case "L": modifier == "1"
        default: nil
        }
    }
}
