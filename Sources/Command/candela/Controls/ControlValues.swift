// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output

extension ControlDescription {
    /// Numbers as numbers, a boolean as `true` or `false`, raw bytes as hexadecimal text.
    func json(for value: ControlValue) -> JSONValue {
        switch value {
        case .integer(let number): kind == .boolean ? .bool(number != 0) : .integer(number)
        case .string(let text): .string(text)
        case .bytes: .string(text(for: value))
        }
    }

    /// A member with the driver's value, and one with the value in a physical unit if known: `value`, `value_ms`.
    func members(_ key: String, _ value: ControlValue?) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init(key, value.map { json(for: $0) } ?? .null)]
        if let value, let human = human(key, value) { members.append(human) }
        return members
    }

    /// The value in a physical unit; `nil` if none is known.
    func human(_ key: String, _ value: ControlValue) -> JSONValue.Member? {
        guard case .integer(let number) = value, kind != .boolean, let unit = ControlUnit(self),
            let inUnit = unit.number(of: number)
        else { return nil }
        return .init("\(key)_\(unit.keySuffix)", .number(inUnit, decimals: max(2, unit.decimals)))
    }

    /// The value in both units, safe for a terminal.
    func visible(_ value: ControlValue) -> String { VisibleText.escape(bothUnits(value)) }
}

extension ControlValue {
    /// The driver's value, without the control's description.
    var text: String {
        switch self {
        case .integer(let number): String(number)
        case .string(let text): text
        case .bytes(let bytes): "\(bytes.count) bytes"
        }
    }

    var json: JSONValue { if case .integer(let number) = self { .integer(number) } else { .string(text) } }
}

extension OpenControls {
    /// The current value of a numeric control.
    func number(of id: ControlID) -> Int64? { surface.number(of: id, among: list) }
}

/// Describes a camera's zoom. USB does not tell optical from digital zoom.
enum ZoomWord {
    /// `nil` if the camera has no zoom.
    static func of(_ list: [ControlDescription]) -> String? {
        guard let zoom = list.first(where: { $0.id == .zoomAbsolute }) else { return nil }
        var range = "\(zoom.minimum) to \(zoom.maximum)"
        if zoom.minimum > 0, let unit = ControlUnit(zoom), let most = unit.text(of: zoom.maximum) {
            range += ", up to \(most)"
        }
        return "in the camera (zoom_absolute \(range)); the driver does not report whether it is optical or digital, and "
            + "only optical zoom shows more detail"
    }

    /// The text about cropping in the computer.
    static let digital = "scan --region crops the frame in the computer: it saves time but adds no pixels"
}
