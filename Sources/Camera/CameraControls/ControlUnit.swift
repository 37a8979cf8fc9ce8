// SPDX-License-Identifier: Apache-2.0

/// The physical unit of a control's value, shown beside the driver's own number.
///
/// Source of the units: `Documentation/userspace-api/media/v4l/ext-ctrls-camera.rst` and `ext-ctrls-flash.rst`. Gain and
/// focus have none: only the maker knows what one step of them does.
package struct ControlUnit: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case milliseconds, kelvin, degrees, milliamperes
        /// Relative to the widest view: 2 shows half the width.
        case magnification
        /// Percentage of the range from minimum to maximum.
        case percent
        case hertz, exposureValue, iso
    }

    package var kind: Kind
    private let scale: Double
    private let offset: Double
    /// For a menu: the number that each choice stands for.
    private let choices: [Int64: Double]

    /// `nil` for a control without a known unit: also for one whose range contradicts the documented unit, see
    /// `ControlPlausibility`.
    package init?(_ control: ControlDescription) {
        func linear(_ kind: Kind, _ scale: Double, offset: Double = 0) -> (Kind, Double, Double, [Int64: Double]) {
            (kind, scale, offset, [:])
        }
        let made: (Kind, Double, Double, [Int64: Double])
        switch (control.id, control.kind) {
        case (.exposureTimeAbsolute, .integer):
            guard ControlPlausibility.isExposureTime(control) else { return nil }
            made = linear(.milliseconds, 0.1)
        case (_, .integer) where ControlPlausibility.isMicroseconds(control),
            (_, .integer64) where ControlPlausibility.isMicroseconds(control):
            made = linear(.milliseconds, 0.001)
        case (.whiteBalanceTemperature, .integer) where ControlPlausibility.isTemperature(control):
            made = linear(.kelvin, 1)
        case (.panAbsolute, .integer), (.tiltAbsolute, .integer):
            guard ControlPlausibility.isAngle(control) else { return nil }
            made = linear(.degrees, 1 / 3600)
        case (.flashTorchIntensity, .integer): made = linear(.milliamperes, 1)
        case (.powerLineFrequency, .menu):
            made = (.hertz, 1, 0, [1: 50, 2: 60].filter { item in control.menu.contains { $0.index == item.key } })
        case (.exposureBias, .integerMenu): made = (.exposureValue, 1, 0, Self.thousandths(control))
        case (.isoSensitivity, .integerMenu): made = (.iso, 1, 0, Self.thousandths(control))
        // UVC uses the focal length of the lens, so the minimum is the widest view. A camera that starts at 0 or 1 uses
        // some other measure.
        case (.zoomAbsolute, .integer) where ControlPlausibility.isFocalLength(control):
            made = linear(.magnification, 1 / Double(control.minimum))
        case (_, .integer) where ControlPlausibility.isShare(control):
            let span = Double(control.maximum) - Double(control.minimum)
            made = linear(.percent, 100 / span, offset: -Double(control.minimum) * 100 / span)
        default: return nil
        }
        (kind, scale, offset, choices) = made
    }

    private static func thousandths(_ control: ControlDescription) -> [Int64: Double] {
        var choices: [Int64: Double] = [:]
        for item in control.menu { if let number = Double(item.label) { choices[item.index] = number / 1000 } }
        return choices
    }

    /// The value in this unit; `nil` for a choice that stands for no number.
    package func number(of value: Int64) -> Double? {
        isOfChoices ? choices[value] : Double(value) * scale + offset
    }

    private var isOfChoices: Bool { [.hertz, .exposureValue, .iso].contains(kind) }

    /// The driver's number for a number in this unit, unrounded; of a menu the choice that stands for it, if one does.
    package func raw(of number: Double) -> Double? {
        guard isOfChoices else { return (number - offset) / scale }
        return choices.first { abs($0.value - number) < 1e-6 * max(1, abs(number)) }.map { Double($0.key) }
    }

    /// "8 ms"; `nil` for a choice that stands for no number.
    package func text(of value: Int64) -> String? {
        // Some ranges of white balance begin at 0, which is no temperature.
        if kind == .kelvin, value < ControlPlausibility.leastTemperature { return nil }
        return number(of: value).map { text(ofNumber: $0) }
    }

    func text(ofNumber number: Double) -> String {
        let digits = Self.digits(number, decimals: decimals)
        switch kind {
        case .milliseconds: return digits + " ms"
        case .kelvin: return digits + " K"
        case .degrees: return digits + "°"
        case .milliamperes: return digits + " mA"
        case .magnification: return digits + "×"
        case .percent: return digits + " %"
        case .hertz: return digits + " Hz"
        case .exposureValue: return (number > 0 ? "+" : "") + digits + " EV"
        case .iso: return "ISO " + digits
        }
    }

    /// The number of decimal places to show.
    package var decimals: Int {
        switch kind {
        case .kelvin, .milliamperes, .percent, .hertz, .iso: 0
        case .milliseconds: 1
        case .degrees, .magnification, .exposureValue: 2
        }
    }

    /// The suffix of a JSON key: `value_ms`.
    package var keySuffix: String {
        switch kind {
        case .milliseconds: "ms"
        case .kelvin: "kelvin"
        case .degrees: "degrees"
        case .milliamperes: "ma"
        case .magnification: "magnification"
        case .percent: "percent"
        case .hertz: "hz"
        case .exposureValue: "ev"
        case .iso: "iso"
        }
    }

    /// Rounded, without trailing zeros.
    static func digits(_ number: Double, decimals: Int) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
        let power = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = Int64((abs(number) * power).rounded())
        let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int64(power))
        var text = (number < 0 && scaled != 0 ? "-" : "") + String(whole)
        guard rest != 0 else { return text }
        let places = String(rest)
        text += "." + String(repeating: "0", count: decimals - places.count) + places
        while text.last == "0" { text.removeLast() }
        return text
    }
}
