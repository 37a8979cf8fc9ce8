// SPDX-License-Identifier: Apache-2.0

/// The pieces a TOML file is written from.
public enum TomlText {
    /// A key as it is where TOML takes it so, else between quotes.
    public static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        return isBare ? text : string(text)
    }

    /// A basic string. Everything that does something on a terminal is escaped too, as people look at the file there.
    public static func string(_ text: String) -> String {
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

    /// A number with a point, as TOML tells it from a whole number by that; at most `decimals` places.
    public static func number(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
        let power = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int64((abs(value) * power).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(power))
        let places = String(rest)
        var text = String(repeating: "0", count: max(0, decimals - places.count)) + places
        while text.count > 1, text.last == "0" { text.removeLast() }
        return (value < 0 && scaled != 0 ? "-" : "") + "\(whole).\(text)"
    }

    /// One line, so that a comment cannot become anything else.
    public static func comment(_ text: String) -> String {
        "# " + String(string(text).dropFirst().dropLast())
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
