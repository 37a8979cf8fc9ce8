// SPDX-License-Identifier: Apache-2.0

/// The value of a control.
public enum ControlValue: Hashable, Sendable {
    /// Every numeric kind; a boolean is 0 or 1, a menu its index.
    case integer(Int64)
    case string(String)
    /// An array or structure as the kernel lays it out.
    case bytes([UInt8])
}

/// One control and the value it shall have.
public struct ControlSetting: Hashable, Sendable {
    public var id: ControlID
    public var value: ControlValue

    public init(_ id: ControlID, _ value: ControlValue) {
        self.id = id
        self.value = value
    }
}

/// The controls of a camera, real or simulated.
public protocol ControlSurface: AnyObject, Sendable {
    /// Every control, in the driver's order, with its flags as they are now. Class headings are included.
    func controls() throws(ControlError) -> [ControlDescription]

    /// The present value. Throws for a button or write-only control.
    func value(of id: ControlID) throws(ControlError) -> ControlValue

    /// Sets the controls in order and stops at the first refusal; what was set before it stays set.
    /// Drivers may round or clamp: read back to know.
    func set(_ settings: [ControlSetting]) throws(ControlError)
}

/// Why a control could not be read or set.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// The camera has no such control.
        case unknownControl
        /// The value is outside the range, not a menu choice, or of the wrong kind.
        case invalidValue
        /// Read-only, write-only, or overruled by another control.
        case notPermitted
        /// Held by another program, or the device was not ready.
        case busy
        /// The device has gone.
        case gone
        /// Any other failure of a request.
        case failed
    }
    public var kind: Kind
    public var id: ControlID?
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String

    public init(_ kind: Kind, id: ControlID?, _ description: String) {
        self.kind = kind
        self.id = id
        self.description = description
    }
}
