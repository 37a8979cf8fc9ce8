// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// A control of a camera, with its current value.
///
/// Names come from the camera: escape them before a terminal shows them.
public struct Control: Hashable, Sendable {
    /// The name to set it by: `exposure_time_absolute`.
    public let name: String
    /// The driver's own name: `Exposure Time, Absolute`.
    public let title: String
    /// The current value in the driver's number; `nil` for a button, a text, or what cannot be read.
    public let value: Int64?
    /// The current value in words, with its unit if it has one: `83 (8.3 ms)`; `nil` if it cannot be read.
    public let text: String?
    /// The least and the greatest value.
    public let range: ClosedRange<Int64>
    /// The value that the camera starts with.
    public let defaultValue: Int64
    /// The values of a menu with their names; empty for other controls.
    public let choices: [Int64: String]
    /// Whether an automatic mode of the camera sets it at present.
    public let isAutomatic: Bool

    init(_ control: ControlDescription, _ current: ControlValue?) {
        name = control.key
        title = control.name
        if case .integer(let number)? = current { value = number } else { value = nil }
        text = current.map { control.bothUnits($0) }
        range = min(control.minimum, control.maximum)...max(control.minimum, control.maximum)
        defaultValue = control.defaultValue
        choices = Dictionary(control.menu.map { ($0.index, $0.label) }) { first, _ in first }
        isAutomatic = control.flags.contains(.inactive)
    }
}

/// What a setting did.
public struct SettingChange: Hashable, Sendable, CustomStringConvertible {
    /// The name of the control, or `torch`.
    public let name: String
    /// The value before, in words; `nil` if it cannot be read.
    public let before: String?
    /// The value that the camera has now, in words. It can differ from the request, because cameras round.
    public let after: String?
    /// Why it was set although nobody asked for it; `nil` for a setting of the request.
    public let reason: String?

    /// `exposure_time_absolute: 83 (8.3 ms) → 100 (10 ms)`.
    public var description: String { "\(name): \(before ?? "–") → \(after ?? "–")" }
}
