// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A control as Candela's commands know it, made of one or two of libcamera's.
package struct MappedControl: Sendable {
    package var description: ControlDescription
    /// The raw controls that it writes.
    package var parts: [UInt32]
    /// The raw values for one of its own.
    package var encode: @Sendable (Int64) -> [RawValue]
    /// Its value from the raw ones; `nil` if they are not known.
    package var decode: @Sendable (_ numbers: (UInt32) -> [Double]?) -> Int64?

    /// A number that is `scale` times libcamera's.
    static func scaled(_ raw: RawControl, _ id: ControlID, _ name: String, by scale: Double) -> MappedControl? {
        guard let low = whole(raw.minimum.first, scale, .up), let high = whole(raw.maximum.first, scale, .down), low <= high
        else { return nil }
        let standard = whole(raw.standard.first, scale, .toNearestOrEven) ?? low
        return MappedControl(
            description: ControlDescription(
                id: id, name: name, kind: .integer, minimum: low, maximum: high, defaultValue: min(max(standard, low), high)),
            parts: [raw.id],
            encode: { [RawValue(raw, [Double($0) / scale])] },
            decode: { numbers in whole(numbers(raw.id)?.first, scale, .toNearestOrEven) })
    }

    static func switched(_ raw: RawControl, _ id: ControlID, _ name: String) -> MappedControl {
        MappedControl(
            description: ControlDescription(
                id: id, name: name, kind: .boolean, minimum: 0, maximum: 1,
                defaultValue: (raw.standard.first ?? raw.maximum.first ?? 0) == 0 ? 0 : 1),
            parts: [raw.id],
            encode: { [RawValue(raw, [Double($0)])] },
            decode: { numbers in numbers(raw.id)?.first.map { $0 == 0 ? 0 : 1 } })
    }

    /// A choice of libcamera's, under its own names where it has any.
    static func chosen(_ raw: RawControl, _ id: ControlID) -> MappedControl? {
        var choices = raw.choices
        if choices.isEmpty, let low = raw.minimum.first, let high = raw.maximum.first, high - low < 64, low <= high {
            choices = (Int64(low)...Int64(high)).map { RawControl.Choice($0) }
        }
        guard let first = choices.first else { return nil }
        return MappedControl(
            description: ControlDescription(
                id: id, name: spaced(raw.name), kind: .menu, minimum: choices.map(\.value).min() ?? 0,
                maximum: choices.map(\.value).max() ?? 0, defaultValue: raw.standard.first.map { Int64($0) } ?? first.value,
                menu: choices.map { choice in
                    ControlMenuItem(
                        index: choice.value,
                        label: choice.name.isEmpty ? "\(choice.value)" : label(choice.name, of: raw.name))
                }),
            parts: [raw.id],
            encode: { [RawValue(raw, [Double($0)])] },
            decode: { numbers in numbers(raw.id)?.first.map { Int64($0.rounded()) } })
    }

    /// A whole number of ours; `nil` for what is none, or too large to be meant.
    static func whole(_ number: Double?, _ scale: Double, _ rule: FloatingPointRoundingRule) -> Int64? {
        guard let number, number.isFinite else { return nil }
        let scaled = number * scale
        // 0.29 times 100 is not quite 29, least of all from a float.
        let nearest = scaled.rounded()
        let isWhole = abs(scaled - nearest) < min(1e-3, 1e-6 * max(1, abs(scaled)))
        let result = isWhole ? nearest : scaled.rounded(rule)
        return Int64(max(Double(Int32.min), min(Double(Int32.max), result)))
    }

    /// `AeMeteringMode` as `Ae Metering Mode`.
    static func spaced(_ name: String) -> String {
        if name == "FocusFoM" { return "Focus FOM" }
        var words = ""
        for character in name {
            if character.isUppercase, let last = words.last, !last.isUppercase, last != " " { words += " " }
            words.append(character)
        }
        return words
    }

    /// `MeteringCentreWeighted` of `AeMeteringMode` as `Centre Weighted`: the names repeat the control's.
    private static func label(_ name: String, of control: String) -> String {
        var stems = [control]
        if control.hasPrefix("Ae") || control.hasPrefix("Af") { stems.append(String(control.dropFirst(2))) }
        stems += stems.filter { $0.hasSuffix("Mode") }.map { String($0.dropLast(4)) }
        let stem = stems.filter { name.hasPrefix($0) && name.count > $0.count }.max { $0.count < $1.count } ?? ""
        return spaced(String(name.dropFirst(stem.count)))
    }
}
