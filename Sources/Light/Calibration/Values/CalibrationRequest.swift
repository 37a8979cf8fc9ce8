// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls

/// What is asked of a calibration.
public struct CalibrationRequest: Hashable, Sendable {
    /// The text of the code that counts; `nil` for whichever code is in view.
    public var expected: String?
    public var symbologies: Set<Symbology>
    /// How fast codes pass, millimetres a second; `nil` when they lie still.
    public var motion: Double?
    /// The X dimension of the code, millimetres: what turns pixels into millimetres.
    public var module: Double?
    public var mayUseTorch = false
    /// The control of the lamp to use; `nil` for the camera's own.
    public var torch: ControlID?
    /// Frames a verified setting is looked at: two rounds of the reading ladder for cameras, whose looks take turns.
    public var verification = 24
    /// More camera time than this is not spent on searching.
    public var patience = Duration.seconds(40)

    public init(symbologies: Set<Symbology> = SymbologySelection.standard) { self.symbologies = symbologies }
}
