// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// A control of the camera terminal or processing unit, and the V4L2 controls it maps to.
///
/// Source: UVC 1.0, tables A-12 and A-13 (selectors), 3-6 and 3-8 (bits of bmControls), section 4.2.2 (sizes).
package struct CameraControl: Hashable, Sendable {
    package var unit: CameraUnit
    package var selector: UInt8
    /// The bit of bmControls that declares it.
    package var bit: Int
    package var fields: [Field]

    /// A number within the control's bytes. Pan and tilt are one control with two fields.
    package struct Field: Hashable, Sendable {
        package var id: ControlID
        package var size: Int
        package var isSigned = false
        package var coding = Coding.plain
    }

    /// How V4L2's value is encoded in the control.
    package enum Coding: Hashable, Sendable {
        case plain
        /// The exposure mode is a bit, while V4L2 counts: manual 1, automatic 2, shutter priority 4, aperture priority 8.
        case exposureMode
    }

    package var size: Int { fields.reduce(0) { $0 + $1.size } }

    private init(_ unit: CameraUnit, _ selector: UInt8, bit: Int, _ fields: Field...) {
        self.unit = unit
        self.selector = selector
        self.bit = bit
        self.fields = fields
    }

    package static let all: [CameraControl] = [
        Self(.cameraTerminal, 0x02, bit: 1, Field(id: .autoExposure, size: 1, coding: .exposureMode)),
        Self(.cameraTerminal, 0x03, bit: 2, Field(id: .exposureDynamicFramerate, size: 1)),
        Self(.cameraTerminal, 0x04, bit: 3, Field(id: .exposureTimeAbsolute, size: 4)),
        Self(.cameraTerminal, 0x06, bit: 5, Field(id: .focusAbsolute, size: 2)),
        Self(.cameraTerminal, 0x08, bit: 17, Field(id: .focusAutomaticContinuous, size: 1)),
        Self(.cameraTerminal, 0x0b, bit: 9, Field(id: .zoomAbsolute, size: 2)),
        Self(
            .cameraTerminal, 0x0d, bit: 11,
            Field(id: .panAbsolute, size: 4, isSigned: true), Field(id: .tiltAbsolute, size: 4, isSigned: true)),
        Self(.cameraTerminal, 0x11, bit: 18, Field(id: .privacy, size: 1)),
        Self(.processing, 0x01, bit: 8, Field(id: .backlightCompensation, size: 2)),
        Self(.processing, 0x02, bit: 0, Field(id: .brightness, size: 2, isSigned: true)),
        Self(.processing, 0x03, bit: 1, Field(id: .contrast, size: 2)),
        Self(.processing, 0x04, bit: 9, Field(id: .gain, size: 2)),
        Self(.processing, 0x05, bit: 10, Field(id: .powerLineFrequency, size: 1)),
        Self(.processing, 0x06, bit: 2, Field(id: .hue, size: 2, isSigned: true)),
        Self(.processing, 0x07, bit: 3, Field(id: .saturation, size: 2)),
        Self(.processing, 0x08, bit: 4, Field(id: .sharpness, size: 2)),
        Self(.processing, 0x09, bit: 5, Field(id: .gamma, size: 2)),
        Self(.processing, 0x0a, bit: 6, Field(id: .whiteBalanceTemperature, size: 2)),
        Self(.processing, 0x0b, bit: 12, Field(id: .autoWhiteBalance, size: 1)),
    ]
}

extension CameraControl.Coding {
    /// The control's number for V4L2's `value`; `nil` if the control has no such choice.
    package func encoded(_ value: Int64) -> Int64? {
        guard self == .exposureMode else { return value }
        let bits: [Int64] = [2, 1, 4, 8]
        return bits.indices.contains(Int(clamping: value)) ? bits[Int(value)] : nil
    }

    package func decoded(_ number: Int64) -> Int64? {
        guard self == .exposureMode else { return number }
        let values: [Int64: Int64] = [2: 0, 1: 1, 4: 2, 8: 3]
        return values[number]
    }
}
