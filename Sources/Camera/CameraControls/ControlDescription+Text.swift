// SPDX-License-Identifier: Apache-2.0

extension ControlDescription {
    /// Parses a value as users write it: a number (also `0x…`), `on`/`off` or similar for a boolean, the index or label
    /// of a menu item, `press` for a button, the text of a string, hexadecimal digits for raw bytes.
    /// Checks the range here, so that no driver clamps silently.
    package func value(parsing text: String) throws(ControlError) -> ControlValue {
        func refused(_ reason: String) -> ControlError {
            ControlError(.invalidValue, id: id, "cannot set \(key) to \(text): \(reason)")
        }
        switch kind {
        case .boolean:
            switch text.lowercased() {
            case "1", "on", "true", "yes": return .integer(1)
            case "0", "off", "false", "no": return .integer(0)
            default: throw refused("it accepts on or off")
            }
        case .menu, .integerMenu:
            let byLabel = menu.filter { $0.label.lowercased() == text.lowercased() }
            if kind == .integerMenu, byLabel.isEmpty, let index = Int64(text),
                menu.contains(where: { $0.index == index })
            {
                return .integer(index)
            }
            if let item = byLabel.first ?? Int64(text).flatMap({ index in menu.first { $0.index == index } }) {
                return .integer(item.index)
            }
            throw refused(allowedValues)
        case .button:
            guard ["press", "1", "on"].contains(text.lowercased()) else { throw refused("it is a button: use press") }
            return .integer(1)
        case .string:
            let count = Int64(text.utf8.count)
            guard count >= minimum, count <= maximum else {
                throw refused("it accepts \(minimum) to \(maximum) bytes of text, not \(count)")
            }
            return .string(text)
        case .integer, .integer64, .bitmask:
            if dimensions.isEmpty {
                guard let number = Self.integer(text) else {
                    throw refused("it is not a whole number; \(allowedValues)")
                }
                let isInRange =
                    kind == .bitmask
                    ? number >= 0 && number & ~(maximum & 0xffff_ffff) == 0
                    : (minimum...max(minimum, maximum)).contains(number)
                guard isInRange else { throw refused(allowedValues) }
                return .integer(number)
            }
            fallthrough
        case .compound, .unknown:
            guard let bytes = Self.bytes(text) else { throw refused("it accepts raw bytes as hexadecimal digits") }
            return .bytes(bytes)
        case .controlClass: throw refused("it is a heading, not a control")
        }
    }

    /// Checks a value against the control's kind, range and menu. The driver checks the step.
    package func check(_ value: ControlValue) throws(ControlError) {
        let isFit: Bool
        switch (value, kind) {
        case (.integer(let number), .boolean): isFit = number == 0 || number == 1
        case (.integer(let number), .menu), (.integer(let number), .integerMenu):
            isFit = menu.contains { $0.index == number }
        case (.integer(let number), .bitmask): isFit = number >= 0 && number & ~(maximum & 0xffff_ffff) == 0
        case (.integer(let number), .integer), (.integer(let number), .integer64):
            isFit = dimensions.isEmpty && (minimum...max(minimum, maximum)).contains(number)
        case (.integer, .button): isFit = true
        case (.string(let text), .string): isFit = (minimum...max(minimum, maximum)).contains(Int64(text.utf8.count))
        case (.bytes, .compound): isFit = true
        default: isFit = false
        }
        guard !isFit else { return }
        throw ControlError(.invalidValue, id: id, "cannot set \(key) to \(self.text(for: value)): \(allowedValues)")
    }

    /// The value as users read it: `on`, a menu index with its label, bytes in hexadecimal.
    package func text(for value: ControlValue) -> String {
        switch value {
        case .integer(let number):
            switch kind {
            case .boolean: return number == 0 ? "off" : "on"
            case .menu, .integerMenu:
                let label = menu.first { $0.index == number }?.label
                return label.map { "\(number) (\($0))" } ?? String(number)
            case .bitmask: return "0x" + String(number, radix: 16)
            default: return String(number)
            }
        case .string(let text): return text
        case .bytes(let bytes):
            return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// "it accepts 3 to 2047 (0.3 ms to 204.7 ms) in steps of 1", for error messages.
    package var allowedValues: String {
        switch kind {
        case .menu, .integerMenu:
            "it accepts " + menu.map { "\($0.index) (\($0.label))" }.joined(separator: ", ")
        case .boolean: "it accepts 0 or 1"
        default: "it accepts \(minimum) to \(maximum)" + rangeInUnit + (step > 1 ? " in steps of \(step)" : "")
        }
    }

    /// The range in the control's unit, in parentheses after a space; empty if the unit adds nothing.
    private var rangeInUnit: String {
        guard let unit = ControlUnit(self), unit.kind != .percent, let low = unit.text(of: minimum),
            let high = unit.text(of: maximum)
        else { return "" }
        return " (\(low) to \(high))"
    }

    private static func integer(_ text: String) -> Int64? {
        guard let digits = hexadecimal(text) else { return Int64(text) }
        // Swift's radix parser accepts a sign, which makes no sense here.
        return digits.allSatisfy(\.isHexDigit) ? Int64(digits, radix: 16) : nil
    }

    /// The digits after `0x`; `nil` without that prefix.
    private static func hexadecimal(_ text: String) -> Substring? {
        text.hasPrefix("0x") || text.hasPrefix("0X") ? text.dropFirst(2) : nil
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(hexadecimal(text) ?? text[...])
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension ControlDescription {
    /// The step of the control that is nearest to a number, within its range.
    package func step(nearest raw: Double) -> Int64 {
        if let value = obeyed.nearest(byRatioTo: raw) { return value }
        let (low, high) = (minimum, max(minimum, maximum))
        let size = Double(max(1, step))
        let bounded = min(Double(high), max(Double(low), raw))
        let steps = ((bounded - Double(low)) / size).rounded()
        return min(high, low &+ Int64(min(steps * size, Double(high) - Double(low))))
    }
}
