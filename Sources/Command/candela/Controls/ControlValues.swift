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

    /// A member with the driver's value, and beside it one with the value in people's unit: `value`, `value_ms`.
    func members(_ key: String, _ value: ControlValue?) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init(key, value.map { json(for: $0) } ?? .null)]
        if let value, let human = human(key, value) { members.append(human) }
        return members
    }

    /// The value in people's unit alone; `nil` where it has none.
    func human(_ key: String, _ value: ControlValue) -> JSONValue.Member? {
        guard case .integer(let number) = value, kind != .boolean, let unit = ControlUnit(self),
            let inUnit = unit.number(of: number)
        else { return nil }
        return .init("\(key)_\(unit.keySuffix)", .number(inUnit, decimals: max(2, unit.decimals)))
    }

    /// For a line on a terminal, in both units.
    func visible(_ value: ControlValue) -> String { VisibleText.escape(bothUnits(value)) }
}

extension ControlValue {
    /// As the driver has it, where its control is not at hand.
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
    /// The present value of a numeric control.
    func number(of id: ControlID) -> Int64? {
        guard list.contains(where: { $0.id == id && $0.kind.isNumeric }) else { return nil }
        if case .integer(let number)? = try? surface.value(of: id) { return number }
        return nil
    }
}

/// What can be said of a camera's zoom, which USB leaves open.
enum ZoomWord {
    /// `nil` where the camera has none.
    static func of(_ list: [ControlDescription]) -> String? {
        guard let zoom = list.first(where: { $0.id == .zoomAbsolute }) else { return nil }
        var range = "\(zoom.minimum) to \(zoom.maximum)"
        if zoom.minimum > 0, let unit = ControlUnit(zoom), let most = unit.text(of: zoom.maximum) {
            range += ", up to \(most)"
        }
        return "in the camera (zoom_absolute \(range)); the driver does not say whether by lens or by enlarging, and "
            + "only a lens shows more detail"
    }

    /// What is said of the other kind.
    static let digital = "--region of scan looks closer without the camera: it adds no pixels, it only saves work"
}
