// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls

/// What to calibrate for.
public struct CalibrationRequest: Hashable, Sendable {
    /// The text of the code that counts; `nil` for any code in view.
    public var expected: String?
    public var symbologies: Set<Symbology>
    /// The speed of the codes, millimetres per second; `nil` for codes at rest.
    public var motion: Double?
    /// The X dimension of the code, millimetres; it converts pixels to millimetres.
    public var module: Double?
    public var mayUseTorch = false
    /// The control of the lamp to use; `nil` for the camera's own.
    public var torch: ControlID?
    /// Whether to find out in how little light the code reads.
    public var findsRange = false
    /// Frames read to verify a setting: two rounds of the camera ladder, whose expensive steps take turns.
    public var verification = 24
    /// The limit of camera time for the search.
    public var patience = Duration.seconds(40)

    public init(symbologies: Set<Symbology> = SymbologySelection.standard) { self.symbologies = symbologies }
}
