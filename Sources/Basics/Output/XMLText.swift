// SPDX-License-Identifier: Apache-2.0

/// Text in XML.
package enum XMLText {
    /// Escapes text for an element's contents or a quoted attribute. Characters that XML does not allow become U+FFFD.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
                let isOutside = isControl || (0x7f...0x9f).contains(scalar.value) || scalar.value & 0xfffe == 0xfffe
                result.unicodeScalars.append(isOutside ? "\u{fffd}" : scalar)
            }
        }
        return result
    }
}
