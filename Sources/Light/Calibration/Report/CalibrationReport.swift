// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import CameraControls

/// What a calibration found, did, and could not do.
package struct CalibrationReport: Sendable {
    package enum Basis: String, Hashable, Sendable {
        /// A code was read: the score is decode rate, then latency.
        case code
        /// No code could be read: the score is contrast over noise and sharpness.
        case contrast
    }
    package struct Chosen: Hashable, Sendable {
        package var id: ControlID
        /// The camera's name for the control, shortened. Not trusted: escape before showing.
        package var key: String
        package var before: Int64?
        package var value: Int64
    }
    package struct Try: Hashable, Sendable {
        package var setting: CameraSetting
        package var reason: Proposal.Reason
        package var result: ProbeResult
    }

    package var basis = Basis.contrast
    package var barcode: Barcode?
    package var before = ProbeResult()
    package var after = ProbeResult()
    /// Whether automatic exposure was better than every setting, and is kept.
    package var keepsAutomaticExposure = false
    package var focus = FocusFinding.untouched
    package var lamp = FlickerSafeTimes.Lamp.unknown
    /// The light's flicker at 5 ms exposure, 0.1 for ± 10 %; `nil` if it could not be measured.
    package var flickerSwing: Double?
    /// The longest exposure for a moving code, seconds; `nil` for a code at rest, or if it is not known.
    package var blurBudget: Double?
    /// What exposure and gain do, and the seconds between frames; `nil` if exposure could not be set.
    package var light: (response: ResponseModel, interval: Double)?
    package var millimetresPerPixel: Double?
    /// The shortest exposure with which the code reads at the largest gain, and whether the camera has no shorter one; `nil` if
    /// it was not looked for, or not found.
    package var darkest: (exposure: Int64, isShortest: Bool)?
    package var chosen: [Chosen] = []
    /// `nil` if there was nothing to compare.
    package var stream: StreamFinding?
    package var tries: [Try] = []
    package var limits: [Limit] = []
    /// What the camera could not do and what was skipped: sentences.
    package var remarks: [String] = []
    /// Settings tried, including focus positions.
    package var probes = 0
    package var frames = 0
    /// Camera time, seconds.
    package var cameraTime = 0.0

    package init() {}

    /// The mode that reads best, and why the others lost.
    package struct StreamFinding: Sendable {
        package var mode: StreamMode
        package var reason: StreamComparison.Reason?
        /// Modes that were tried, each with a clause that says what it lacks.
        package var losers: [(outcome: StreamComparison.Outcome, words: String)] = []
        package var passedOver: [StreamComparison.PassedOver] = []
        /// Streams started to compare modes.
        package var openings = 0
    }

    package enum FocusFinding: Hashable, Sendable {
        case untouched
        /// The lens is fixed at the position where edges are sharpest.
        case locked(Int64)
        /// Autofocus stays on: no fixed position was sharper, or none can be set.
        case continuous
        /// No position was sharper than the others.
        case undecided
    }
}
