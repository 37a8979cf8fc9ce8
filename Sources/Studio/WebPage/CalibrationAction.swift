// SPDX-License-Identifier: Apache-2.0

/// The options of a calibration, as in `candela calibrate`.
package struct CalibrationWish: Hashable, Sendable {
    /// The text of the code to use; `nil` for any code in view.
    package var expected: String?
    /// Millimetres per second; `nil` for codes at rest.
    package var motion: Double?
    /// The width of the narrowest bar or square of the code, millimetres.
    package var module: Double?
    package var mayUseTorch = false

    package init() {}
}

/// The page's requests about calibration.
package enum CalibrationAction: Hashable, Sendable {
    /// Calibrate, then restore the previous settings. Progress is sent as events.
    case begin(CalibrationWish)
    case cancel
    /// Apply the found settings until the studio exits.
    case apply
    /// Save the found settings as a profile of this name, and leave them in the camera.
    case keep(String)
    /// Restore the settings from before the calibration.
    case putBack
}

/// The page's requests about profiles.
package enum ProfileAction: Hashable, Sendable {
    /// Save the camera's current settings. If forced, overwrite a profile of another camera.
    case save(name: String, note: String?, isForced: Bool)
    /// If forced, also for another camera model.
    case apply(name: String, isForced: Bool)
    case remove(name: String)
}
