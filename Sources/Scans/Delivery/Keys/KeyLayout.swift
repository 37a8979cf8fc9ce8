// SPDX-License-Identifier: Apache-2.0

/// A keyboard layout: which keys produce which character. It must be that of the session, as a keyboard sends keys,
/// which the session translates.
///
/// Contains only characters that one key produces, with or without Shift or AltGr, in every variant of the layout. Keys
/// that are dead in some variants (`^`, `´`, `` ` ``) would produce two letters or none there. See: xkeyboard-config,
/// symbols/us, gb, de and fr.
package enum KeyLayout: String, Hashable, Sendable, CaseIterable {
    case us, gb, de, fr

    /// A key with its modifiers.
    package struct Stroke: Hashable, Sendable {
        /// A code of linux/input-event-codes.h.
        package var key: UInt16
        package var hasShift = false
        package var hasAltGr = false

        package init(_ key: UInt16, hasShift: Bool = false, hasAltGr: Bool = false) {
            self.key = key
            self.hasShift = hasShift
            self.hasAltGr = hasAltGr
        }
    }

    /// The strokes that type a text, or the first character that this layout lacks.
    ///
    /// Line ends and other control characters are not in any layout: a barcode that could press Enter or leave the
    /// window would act as a stranger at the keyboard.
    package func strokes(for text: String) -> Result<[Stroke], Untypable> {
        var strokes: [Stroke] = []
        let table = table
        // By scalars: a letter with a combining mark is two.
        for scalar in text.unicodeScalars {
            guard let stroke = table[scalar] else { return .failure(Untypable(scalar: scalar)) }
            strokes.append(stroke)
        }
        return .success(strokes)
    }

    /// A character for which a layout has no key.
    package struct Untypable: Error, Hashable, Sendable {
        package var scalar: Unicode.Scalar
    }

    /// Every key that our keyboard needs, for all layouts.
    package static let allKeys: [UInt16] =
        Array(2...13) + [Key.tab] + Array(16...28) + Array(30...41) + [Key.leftShift] + Array(43...53)
        + [Key.space, Key.lessThan, Key.rightAlt]

    private var table: [Unicode.Scalar: Stroke] {
        var table: [Unicode.Scalar: Stroke] = [" ": Stroke(Key.space)]
        for row in rows {
            for (column, key) in row.keys.enumerated() {
                for (level, text) in [row.plain, row.shifted, row.alternate].enumerated() {
                    let scalars = Array(text.unicodeScalars)
                    // A space in the table: no character, or not the same one in every variant.
                    guard column < scalars.count, scalars[column] != " " else { continue }
                    let stroke = Stroke(key, hasShift: level == 1, hasAltGr: level == 2)
                    // The simplest stroke for a character comes first.
                    if table[scalars[column]] == nil { table[scalars[column]] = stroke }
                }
            }
        }
        return table
    }

    private struct Row {
        var keys: [UInt16]
        var plain: String
        var shifted: String
        var alternate = ""
    }

    /// The key rows: from the key left of 1; from Q; from A, with the key next to Enter; from the key next to the left
    /// Shift.
    private static let digits: [UInt16] = [41] + Array(2...13)
    private static let upper: [UInt16] = Array(16...27)
    private static let middle: [UInt16] = Array(30...40) + [43]
    private static let lower: [UInt16] = [Key.lessThan] + Array(44...53)

    private var rows: [Row] {
        switch self {
        case .us:
            [
                Row(keys: Self.digits, plain: "`1234567890-=", shifted: "~!@#$%^&*()_+"),
                Row(keys: Self.upper, plain: "qwertyuiop[]", shifted: "QWERTYUIOP{}"),
                Row(keys: Self.middle, plain: "asdfghjkl;'\\", shifted: "ASDFGHJKL:\"|"),
                Row(keys: Self.lower, plain: " zxcvbnm,./", shifted: " ZXCVBNM<>?"),
            ]
        case .gb:
            [
                Row(keys: Self.digits, plain: "`1234567890-=", shifted: "¬!\"£$%^&*()_+", alternate: "    €"),
                Row(keys: Self.upper, plain: "qwertyuiop[]", shifted: "QWERTYUIOP{}"),
                Row(keys: Self.middle, plain: "asdfghjkl;'#", shifted: "ASDFGHJKL:@~"),
                Row(keys: Self.lower, plain: "\\zxcvbnm,./", shifted: "|ZXCVBNM<>?"),
            ]
        case .de:
            [
                Row(keys: Self.digits, plain: " 1234567890ß ", shifted: "°!\"§$%&/()=? ", alternate: "  ²³   {[]}\\ "),
                Row(keys: Self.upper, plain: "qwertzuiopü+", shifted: "QWERTZUIOPÜ*", alternate: "@ €        ~"),
                Row(keys: Self.middle, plain: "asdfghjklöä#", shifted: "ASDFGHJKLÖÄ'"),
                Row(keys: Self.lower, plain: "<yxcvbnm,.-", shifted: ">YXCVBNM;:_", alternate: "|      µ"),
            ]
        case .fr:
            [
                Row(keys: Self.digits, plain: " &é\"'(-è_çà)=", shifted: " 1234567890°+", alternate: "   #{[| \\^@]}"),
                Row(keys: Self.upper, plain: "azertyuiop $", shifted: "AZERTYUIOP £", alternate: "  €"),
                Row(keys: Self.middle, plain: "qsdfghjklmù*", shifted: "QSDFGHJKLM%"),
                Row(keys: Self.lower, plain: "<wxcvbn,;:!", shifted: ">WXCVBN?./§"),
            ]
        }
    }
}

/// Keys of linux/input-event-codes.h that are at the same place in every layout.
package enum Key {
    package static let tab: UInt16 = 15
    package static let enter: UInt16 = 28
    package static let leftShift: UInt16 = 42
    package static let space: UInt16 = 57
    package static let lessThan: UInt16 = 86
    package static let rightAlt: UInt16 = 100
}

/// The key pressed after a text.
package enum EndingKey: String, Hashable, Sendable, CaseIterable {
    case enter, tab, none

    package var key: UInt16? {
        switch self {
        case .enter: Key.enter
        case .tab: Key.tab
        case .none: nil
        }
    }
}
