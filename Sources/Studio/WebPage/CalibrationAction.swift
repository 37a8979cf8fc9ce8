// SPDX-License-Identifier: Apache-2.0

/// What is asked of a calibration, as `candela calibrate` has it.
public struct CalibrationWish: Hashable, Sendable {
    /// The text of the code that counts; `nil` for whichever is in view.
    public var expected: String?
    /// Millimetres a second; `nil` for codes at rest.
    public var motion: Double?
    /// The width of the code's narrowest bar or square, millimetres.
    public var module: Double?
    public var mayUseTorch = false

    public init() {}
}

/// What the page asks of a calibration.
public enum CalibrationAction: Hashable, Sendable {
    /// The camera is calibrated, and has again what it had. How far it is, is told as events.
    case begin(CalibrationWish)
    case cancel
    /// The camera is given what was found, until the studio ends.
    case apply
    /// It is kept as a profile of this name, and stays in the camera.
    case keep(String)
    /// The camera is given again what it had before.
    case putBack
}

/// What the page asks of the profiles.
public enum ProfileAction: Hashable, Sendable {
    /// The settings the camera has now. Forced, it replaces one of another camera.
    case save(name: String, note: String?, isForced: Bool)
    /// Forced, one of another model, too.
    case apply(name: String, isForced: Bool)
    case remove(name: String)
}
