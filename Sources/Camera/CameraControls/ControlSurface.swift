// SPDX-License-Identifier: Apache-2.0

/// The value of a control.
package enum ControlValue: Hashable, Sendable {
    /// The value of any numeric kind; a boolean is 0 or 1, a menu its index.
    case integer(Int64)
    case string(String)
    /// An array or structure in the kernel's memory layout.
    case bytes([UInt8])
}

/// One control and the value to set.
package struct ControlSetting: Hashable, Sendable {
    package var id: ControlID
    package var value: ControlValue

    package init(_ id: ControlID, _ value: ControlValue) {
        self.id = id
        self.value = value
    }
}

/// The controls of a camera, real or simulated.
package protocol ControlSurface: AnyObject, Sendable {
    /// Every control, in the driver's order, with its current flags. Includes class headings.
    func controls() throws(ControlError) -> [ControlDescription]

    /// The current value. Throws for a button or write-only control.
    func value(of id: ControlID) throws(ControlError) -> ControlValue

    /// Sets the controls in order and stops at the first error; controls set before it stay set.
    /// Drivers may round or clamp: read the value back to know.
    func set(_ settings: [ControlSetting]) throws(ControlError)

    /// Whether the camera keeps its settings after the last program has closed it, as V4L2 cameras do.
    var keepsSettings: Bool { get }

    /// The gain value that amplifies by 1, if the camera tells of each frame which exposure and gain it used: they are then never
    /// out of date, and gain is a factor. `nil` for V4L2 cameras.
    var unitGain: Int64? { get }

    /// Whether `value(of:)` is what the camera has. False if the way to the camera does not tell, and the value is only believed.
    func knows(_ id: ControlID) -> Bool
}

extension ControlSurface {
    package var keepsSettings: Bool { true }
    package var unitGain: Int64? { nil }
    package func knows(_ id: ControlID) -> Bool { true }
}

/// Why a control could not be read or set.
package struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The camera has no such control.
        case unknownControl
        /// The value is outside the range, not a menu choice, or of the wrong kind.
        case invalidValue
        /// Read-only, write-only, or overridden by another control.
        case notPermitted
        /// Locked by another program, or the device was not ready.
        case busy
        /// The device is gone.
        case gone
        /// Any other failure of a request.
        case failed
    }
    package var kind: Kind
    package var id: ControlID?
    /// Whether the camera took its time and did not answer: the next request would take as long.
    package var isTimeout = false
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ kind: Kind, id: ControlID?, _ description: String) {
        self.kind = kind
        self.id = id
        self.description = description
    }
}
