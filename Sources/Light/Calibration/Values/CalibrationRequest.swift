// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import CameraControls

/// What to calibrate for.
package struct CalibrationRequest: Hashable, Sendable {
    /// The text of the code that counts; `nil` for any code in view.
    package var expected: String?
    package var symbologies: Set<Symbology>
    /// The speed of the codes, millimetres per second; `nil` for codes at rest.
    package var motion: Double?
    /// The X dimension of the code, millimetres; it converts pixels to millimetres.
    package var module: Double?
    package var mayUseTorch = false
    /// The control of the lamp to use; `nil` for the camera's own.
    package var torch: ControlID?
    /// Whether to find out in how little light the code reads.
    package var findsRange = false
    /// Frames read to verify a setting: two rounds of the camera ladder, whose expensive steps take turns.
    package var verification = 24
    /// The limit of camera time for the search.
    package var patience = Duration.seconds(40)

    package init(symbologies: Set<Symbology> = SymbologySelection.standard) { self.symbologies = symbologies }
}
