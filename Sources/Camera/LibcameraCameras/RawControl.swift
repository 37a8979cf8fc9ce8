// SPDX-License-Identifier: Apache-2.0

internal import CLibcamera

/// A control as libcamera describes it.
package struct RawControl: Hashable, Sendable {
    /// libcamera's number, which another version may use for another control: go by the name.
    package var id: UInt32
    package var name: String
    package var type: Kind
    /// One number, or four for a rectangle; empty if libcamera gives none.
    package var minimum: [Double]
    package var maximum: [Double]
    package var standard: [Double]
    package var choices: [Choice]

    package enum Kind: UInt8, Hashable, Sendable { case bool = 1, byte, integer32, integer64, float, rectangle }

    package struct Choice: Hashable, Sendable {
        package var value: Int64
        /// Empty if libcamera does not name it (before 0.4).
        package var name: String

        package init(_ value: Int64, _ name: String = "") {
            self.value = value
            self.name = name
        }
    }

    package init(
        id: UInt32, name: String, type: Kind, minimum: [Double] = [], maximum: [Double] = [], standard: [Double] = [],
        choices: [Choice] = []
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.minimum = minimum
        self.maximum = maximum
        self.standard = standard
        self.choices = choices
    }
}

/// A value for a control of libcamera, or one that it reports of a frame.
package struct RawValue: Hashable, Sendable {
    package var id: UInt32
    package var type: RawControl.Kind
    package var isArray: Bool
    package var numbers: [Double]

    package init(_ control: RawControl, _ numbers: [Double], isArray: Bool = false) {
        id = control.id
        type = control.type
        self.numbers = numbers
        self.isArray = isArray
    }

    init?(_ value: clibcamera_value) {
        guard let type = RawControl.Kind(rawValue: value.type) else { return nil }
        id = value.id
        self.type = type
        isArray = value.is_array != 0
        numbers = Self.numbers(value)
    }

    static func numbers(_ value: clibcamera_value) -> [Double] {
        let all = value.numbers
        return Array([all.0, all.1, all.2, all.3].prefix(Int(value.count)))
    }

    var c: clibcamera_value {
        var value = clibcamera_value()
        value.id = id
        value.type = type.rawValue
        value.is_array = isArray ? 1 : 0
        value.count = UInt8(min(numbers.count, 4))
        let padded = numbers + [0, 0, 0, 0]
        value.numbers = (padded[0], padded[1], padded[2], padded[3])
        return value
    }
}
