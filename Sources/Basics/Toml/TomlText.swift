// SPDX-License-Identifier: Apache-2.0

/// Writes the parts of a TOML file.
package enum TomlText {
    /// A key, quoted if TOML needs it.
    package static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        return isBare ? text : string(text)
    }

    /// A basic string. Invisible scalars are escaped too, because people view the file on a terminal.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                guard isInvisible(scalar) else {
                    result.unicodeScalars.append(scalar)
                    continue
                }
                let digits = String(scalar.value, radix: 16)
                result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return result + "\""
    }

    /// A float, always with a decimal point, which tells it from an integer in TOML; at most `decimals` decimals.
    package static func number(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        let power = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int64((abs(value) * power).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(power))
        let places = String(rest)
        var text = String(repeating: "0", count: max(0, decimals - places.count)) + places
        while text.count > 1, text.last == "0" { text.removeLast() }
        return (value < 0 && scaled != 0 ? "-" : "") + "\(whole).\(text)"
    }

    /// A comment; the text is escaped so that it stays on one line.
    package static func comment(_ text: String) -> String {
        "# " + String(string(text).dropFirst().dropLast())
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
