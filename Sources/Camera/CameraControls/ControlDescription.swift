// SPDX-License-Identifier: Apache-2.0

/// The description of one control, as the camera reports it.
package struct ControlDescription: Hashable, Sendable {
    package var id: ControlID
    /// The driver's own name, unchanged: "Exposure Time, Absolute". Untrusted: escape before showing.
    package var name: String
    package var kind: ControlKind
    package var minimum: Int64
    package var maximum: Int64
    /// The distance between allowed values; 0 or 1 if every value is allowed.
    package var step: UInt64
    package var defaultValue: Int64
    package var flags: ControlFlags
    /// The items of a menu. Indices that the driver skips are absent.
    package var menu: [ControlMenuItem]
    /// The values of an integer that the camera obeys, ascending, if they are fewer than the step says; else empty. See `CameraQuirks`.
    package var obeyed: [Int64] = []
    /// Whether the values were converted to the unit of the kernel's documentation, whatever the range looks like.
    package var isConverted = false
    /// The sizes of an array control's dimensions; empty for a single value.
    package var dimensions: [Int]
    /// The size in bytes of one element of an array or compound control.
    package var elementSize: Int

    package init(
        id: ControlID, name: String, kind: ControlKind, minimum: Int64 = 0, maximum: Int64 = 0, step: UInt64 = 1,
        defaultValue: Int64 = 0, flags: ControlFlags = [], menu: [ControlMenuItem] = [], dimensions: [Int] = [],
        elementSize: Int = 4
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.defaultValue = defaultValue
        self.flags = flags
        self.menu = menu
        self.dimensions = dimensions
        self.elementSize = elementSize
    }

    /// The name as `v4l2-ctl` shortens it: lower-case letters and digits; each run of other characters is one underscore.
    package var key: String {
        var key = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                key.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                key.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
            default:
                if !key.isEmpty, key.last != "_" { key.append("_") }
            }
        }
        if key.last == "_" { key.removeLast() }
        return key
    }
}

/// One item of a menu control.
package struct ControlMenuItem: Hashable, Sendable {
    /// The value to set.
    package var index: Int64
    /// The driver's name for it, or the number that an item of an integer menu stands for.
    package var label: String

    package init(index: Int64, label: String) {
        self.index = index
        self.label = label
    }
}

/// The type of a control's value.
package enum ControlKind: Hashable, Sendable {
    case integer, boolean, menu, button, integer64, controlClass, string, bitmask, integerMenu
    /// An array or structure, numbered from 0x0100 in `enum v4l2_ctrl_type`; its value is raw bytes.
    case compound(UInt32)
    /// A type that is newer than this program.
    case unknown(UInt32)

    /// Whether the value is a number that fits in 64 bits.
    package var isNumeric: Bool {
        switch self {
        case .integer, .boolean, .menu, .integer64, .bitmask, .integerMenu: true
        default: false
        }
    }

    /// The word for it in reports.
    package var label: String {
        switch self {
        case .integer: "int"
        case .boolean: "bool"
        case .menu: "menu"
        case .button: "button"
        case .integer64: "int64"
        case .controlClass: "class"
        case .string: "string"
        case .bitmask: "bitmask"
        case .integerMenu: "intmenu"
        case .compound(let type): "compound-\(String(type, radix: 16))"
        case .unknown(let type): "unknown-\(String(type, radix: 16))"
        }
    }
}

/// What can be done with a control at present. Source: `V4L2_CTRL_FLAG_*`.
package struct ControlFlags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let disabled = Self(rawValue: 0x1)
    /// Another program has locked it for now.
    package static let grabbed = Self(rawValue: 0x2)
    package static let readOnly = Self(rawValue: 0x4)
    /// Setting it changes other controls.
    package static let update = Self(rawValue: 0x8)
    /// Another control (an automatic mode) overrides it.
    package static let inactive = Self(rawValue: 0x10)
    package static let slider = Self(rawValue: 0x20)
    package static let writeOnly = Self(rawValue: 0x40)
    /// The hardware changes it on its own.
    package static let volatile = Self(rawValue: 0x80)
    package static let hasPayload = Self(rawValue: 0x100)
    package static let executeOnWrite = Self(rawValue: 0x200)
    package static let modifyLayout = Self(rawValue: 0x400)
    package static let dynamicArray = Self(rawValue: 0x800)

    /// The words for reports, in bit order.
    package var labels: [String] {
        let names = [
            "disabled", "grabbed", "read-only", "update", "inactive", "slider", "write-only", "volatile",
            "has-payload", "execute-on-write", "modify-layout", "dynamic-array",
        ]
        return names.indices.filter { rawValue & (1 << UInt32($0)) != 0 }.map { names[$0] }
    }
}
