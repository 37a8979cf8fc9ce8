// SPDX-License-Identifier: Apache-2.0

/// A control value as a person wrote it, in any unit.
enum HumanValue: Hashable {
    /// The driver's own number, or one of its words.
    case plain
    /// A number in the control's unit.
    case number(Double)
    /// Powers of two of the current light: +1 doubles it.
    case stops(Double)
    case percent(Double)
    /// The automatic mode switched on, or off.
    case automatic, manual
    /// The ends of the focus range.
    case near, far

    /// - Returns: `nil` for a number with a unit that this control does not have.
    static func parse(_ text: String, for control: ControlDescription) -> HumanValue? {
        var text = text.lowercased()
        text.removeAll { $0 == " " }
        switch text {
        case "auto", "automatic": return .automatic
        case "manual": return .manual
        case "near" where control.id == .focusAbsolute: return .near
        case "far" where control.id == .focusAbsolute: return .far
        default: break
        }
        guard let (number, unit) = split(text) else { return .plain }
        if unit.isEmpty, !text.contains("/") { return .plain }
        if unit == "%" { return control.kind == .integer ? .percent(number) : nil }
        if ["stops", "stop", "ev"].contains(unit), text.hasPrefix("+") || text.hasPrefix("-"),
            control.id != .exposureBias
        {
            return .stops(number)
        }
        let kind = ControlUnit(control)?.kind
        let factors: [String: Double]
        switch kind {
        // A fraction without a unit is in seconds, as on a camera's shutter dial.
        case .milliseconds: factors = ["ms": 1, "s": 1000, "": 1000, "us": 0.001, "µs": 0.001, "μs": 0.001]
        case .kelvin: factors = ["k": 1]
        case .degrees: factors = ["deg": 1, "°": 1, "'": 1.0 / 60, "arcsec": 1.0 / 3600]
        case .milliamperes: factors = ["ma": 1, "a": 1000]
        case .magnification: factors = ["x": 1, "×": 1]
        case .hertz: factors = ["hz": 1]
        case .exposureValue: factors = ["ev": 1]
        case .iso: factors = ["iso": 1]
        case .percent, nil: factors = [:]
        }
        return factors[unit].map { .number(number * $0) }
    }

    /// Splits `1/125s` into 0.008 and `s`; `nil` for a text that does not begin with a number.
    private static func split(_ text: String) -> (Double, String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-./".contains($0)) }
        guard !text.hasPrefix("0x") else { return nil }
        let parts = digits.split(separator: "/", omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ Double($0) }), number.isFinite else { return nil }
        let unit = String(text.dropFirst(digits.count))
        if parts.count == 1 { return (number, unit) }
        guard parts.count == 2, let below = Double(parts[1]), below.isFinite, below > 0 else { return nil }
        return (number / below, unit)
    }
}
