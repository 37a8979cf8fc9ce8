// SPDX-License-Identifier: Apache-2.0

/// Why a specification of a simulated camera is invalid.
package struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case unknownPreset
        case unknownKey
        case invalidValue
        /// The code's text does not fit its symbology, or libzint is missing.
        case unsuitableCode
    }
    package var kind: Kind
    /// A full sentence that lists the valid choices: verb, object, place: cause; next step.
    package var description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// The user's text, safe to show: shortened, with control characters escaped.
    static func quoted(_ text: some StringProtocol) -> String {
        var result = "\""
        for scalar in text.unicodeScalars.prefix(60) {
            switch scalar.value {
            case 0x20, 0x21, 0x23...0x5b, 0x5d...0x7e: result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + (text.unicodeScalars.count > 60 ? "…\"" : "\"")
    }
}
