// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// One line about a control.
enum ListingControl {
    /// `brightness 0x00980900 (int) : min=0 max=255 step=1 default=128 value=128 flags=inactive`; before v4l-utils 1.2 without
    /// the number.
    static func control(_ text: Substring) -> CameraListing.Control? {
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")"),
            let colon = text[close...].firstIndex(of: ":"),
            text[text.index(after: close)..<colon].allSatisfy(\.isWhitespace)
        else { return nil }
        let words = text[..<open].split(separator: " ")
        guard (1...2).contains(words.count), isName(words[0]) else { return nil }
        let name = String(words[0])
        var id = ListingNames.id(name)
        if words.count == 2 {
            guard words[1].hasPrefix("0x"), let number = UInt32(words[1].dropFirst(2), radix: 16) else { return nil }
            id = ControlID(rawValue: number)
        }
        guard let id, let kind = kinds[String(text[text.index(after: open)..<close].trimmed)] else { return nil }
        let rest = text[text.index(after: colon)...]
        guard rest.contains("=") else { return nil }
        let isBoolean = kind == .boolean
        let description = ControlDescription(
            id: id, name: name, kind: kind, minimum: field("min", rest) ?? 0,
            maximum: field("max", rest) ?? (isBoolean ? 1 : 0), step: UInt64(max(0, field("step", rest) ?? 1)),
            defaultValue: field("default", rest) ?? 0, flags: flags(rest), dimensions: dimensions(rest))
        return CameraListing.Control(description, value: field("value", rest))
    }

    /// `error 5 getting ext_ctrl Pan (Absolute)`
    static func failure(_ text: Substring) -> CameraListing.Control? {
        guard text.hasPrefix("error "), let marker = text.firstRange(of: "getting ext_ctrl "),
            let number = Int(text.dropFirst(6).prefix { $0.isNumber })
        else { return nil }
        let name = String(text[marker.upperBound...])
        var description = ControlDescription(id: ControlID(rawValue: 0), name: name, kind: .integer)
        guard let id = ListingNames.id(description.key) else { return nil }
        description.id = id
        return CameraListing.Control(description, failure: number)
    }

    /// `3: Aperture Priority Mode`; of an integer menu `0: 253125000 (0xf166188)`.
    static func item(_ text: Substring, _ kind: ControlKind) -> ControlMenuItem? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int64(parts[0]) else { return nil }
        let label = parts[1].trimmed
        return ControlMenuItem(
            index: index, label: String(kind == .integerMenu ? label.prefix { $0 != " " } : label))
    }

    private static func isName(_ word: Substring) -> Bool {
        word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }

    /// The number after `key=`.
    private static func field(_ key: String, _ text: Substring) -> Int64? {
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) where word.hasPrefix(key + "=") {
            let value = word.dropFirst(key.count + 1)
            if value.hasPrefix("0x") { return Int64(value.dropFirst(2).prefix { $0.isHexDigit }, radix: 16) }
            return Int64(value.prefix { $0 == "-" || $0.isNumber })
        }
        return nil
    }

    private static func flags(_ text: Substring) -> ControlFlags {
        guard let marker = text.firstRange(of: "flags=") else { return [] }
        return text[marker.upperBound...].split(separator: ",").reduce(into: ControlFlags()) { flags, word in
            if let flag = self.flags[String(word.trimmed)] { flags.insert(flag) }
        }
    }

    /// `[30][18]`
    private static func dimensions(_ text: Substring) -> [Int] {
        text.split(separator: "[").dropFirst().compactMap { Int($0.prefix { $0 != "]" }) }
    }

    private static let kinds: [String: ControlKind] = [
        "int": .integer, "bool": .boolean, "menu": .menu, "button": .button, "int64": .integer64, "bitmask": .bitmask,
        "intmenu": .integerMenu, "str": .string, "u8": .compound(0x100), "u16": .compound(0x101),
        "u32": .compound(0x102), "area": .compound(0x106), "rect": .compound(0x107),
    ]

    private static let flags: [String: ControlFlags] = [
        "disabled": .disabled, "grabbed": .grabbed, "read-only": .readOnly, "update": .update, "inactive": .inactive,
        "slider": .slider, "write-only": .writeOnly, "volatile": .volatile, "has-payload": .hasPayload,
        "execute-on-write": .executeOnWrite, "modify-layout": .modifyLayout, "dynamic-array": .dynamicArray,
    ]
}

/// The numbers of names that old lists show without.
enum ListingNames {
    static func id(_ name: String) -> ControlID? { ids[name] ?? ControlLookup.renamed(name) }

    private static let ids: [String: ControlID] = [
        "brightness": .brightness, "contrast": .contrast, "saturation": .saturation, "hue": .hue, "gamma": .gamma,
        "gain": .gain, "sharpness": .sharpness, "power_line_frequency": .powerLineFrequency,
        "backlight_compensation": .backlightCompensation, "exposure": .exposure, "gain_automatic": .autogain,
        "autogain": .autogain, "horizontal_flip": .horizontalFlip, "vertical_flip": .verticalFlip,
        "white_balance_temperature": .whiteBalanceTemperature, "pan_absolute": .panAbsolute,
        "tilt_absolute": .tiltAbsolute, "zoom_absolute": .zoomAbsolute, "focus_absolute": .focusAbsolute,
        "iris_absolute": .irisAbsolute, "privacy": .privacy,
    ]
}
