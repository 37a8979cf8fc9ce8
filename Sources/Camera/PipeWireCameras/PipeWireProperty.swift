// SPDX-License-Identifier: Apache-2.0

internal import CPipeWire
package import CameraControls

/// A property of a node: what PipeWire calls a control.
package struct PipeWireProperty: Hashable, Sendable {
    package enum Kind: UInt32, Hashable, Sendable {
        // The numbers of candela_pipewire_type.
        case boolean, integer, long, float, double

        var isReal: Bool { self == .float || self == .double }
    }

    /// SPA's number of it.
    package var id: UInt32
    package var kind: Kind
    package var name: String?
    package var minimum: Double
    package var maximum: Double
    package var initial: Double
    package var step: Double
    package var menu: [ControlMenuItem]

    package init(
        id: UInt32, kind: Kind, name: String?, minimum: Double, maximum: Double, initial: Double, step: Double = 0,
        menu: [ControlMenuItem] = []
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.initial = initial
        self.step = step
        self.menu = menu
    }

    init(_ control: candela_pipewire_control) {
        var menu: [ControlMenuItem] = []
        if let numbers = unsafe control.numbers, let labels = unsafe control.labels {
            for index in unsafe 0..<control.choices {
                unsafe menu.append(
                    ControlMenuItem(index: Int64(numbers[index]), label: text(labels[index]) ?? String(numbers[index])))
            }
        }
        unsafe self.init(
            id: control.id, kind: Kind(rawValue: control.type.rawValue) ?? .integer, name: text(control.name),
            minimum: control.minimum, maximum: control.maximum, initial: control.initial, step: control.step, menu: menu
        )
    }
}

// MARK: As controls

extension PipeWireProperty {
    /// From here on a property's number is that in the camera's own interface. SPA_PROP_START_CUSTOM.
    package static let custom: UInt32 = 0x100_0000
    /// Numbers of our own, for what V4L2 does not have.
    static let ownNumbers: UInt32 = 0x7c00_0000

    /// SPA's own properties with their V4L2 twins. Source: `enum spa_prop` (from 0x20001) and `control_to_prop_id` in PipeWire's
    /// V4L2 plugin.
    static let twins: [UInt32: ControlID] = [
        0x20001: .brightness, 0x20002: .contrast, 0x20003: .saturation, 0x20004: .hue, 0x20005: .gamma,
        0x20006: .exposure, 0x20007: .gain, 0x20008: .sharpness,
    ]

    /// Thousandths: a control's value is a whole number.
    private var scale: Double { kind.isReal ? 1000 : 1 }

    /// The control that it is.
    ///
    /// - Parameters:
    ///   - api: the interface of the camera. Only a V4L2 camera's numbers are V4L2's; libcamera's differ between its versions.
    ///   - hasAbsoluteExposure: whether a property of that V4L2 number is there too. PipeWire up to 0.3 calls the plain exposure
    ///     SPA's, later ones the absolute.
    package func controlID(api: String?, hasAbsoluteExposure: Bool) -> ControlID {
        if id == 0x20006, api == "v4l2", !hasAbsoluteExposure { return .exposureTimeAbsolute }
        if let twin = Self.twins[id] { return twin }
        if id >= Self.custom, api == "v4l2" { return ControlID(rawValue: id - Self.custom) }
        return ControlID(rawValue: Self.ownNumbers + (id >= Self.custom ? id - Self.custom : id) % 0x0100_0000)
    }

    package func description(as control: ControlID) -> ControlDescription {
        let kind: ControlKind =
            menu.isEmpty ? (self.kind == .boolean ? .boolean : .integer) : .menu
        return ControlDescription(
            id: control, name: name ?? "property \(String(id, radix: 16))", kind: kind,
            minimum: self.kind == .boolean ? 0 : whole(minimum), maximum: self.kind == .boolean ? 1 : whole(maximum),
            step: UInt64(max(1, whole(step))), defaultValue: whole(initial), menu: menu)
    }

    /// The number as a control's value.
    package func whole(_ number: Double) -> Int64 {
        guard number.isFinite else { return 0 }
        return Int64((min(max(number, -1e12), 1e12) * scale).rounded())
    }

    /// A control's value as the property's number.
    package func number(_ whole: Int64) -> Double { Double(whole) / scale }
}
