// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls

/// What a calibration found, did, and could not do.
public struct CalibrationReport: Sendable {
    public enum Basis: String, Hashable, Sendable {
        /// A code was read: the score is decode rate, then latency.
        case code
        /// No code could be read: the score is contrast over noise and sharpness.
        case contrast
    }
    public struct Chosen: Hashable, Sendable {
        public var id: ControlID
        /// The camera's name for the control, shortened. Not trusted: escape before showing.
        public var key: String
        public var before: Int64?
        public var value: Int64
    }
    public struct Try: Hashable, Sendable {
        public var setting: CameraSetting
        public var reason: Proposal.Reason
        public var result: ProbeResult
    }

    public var basis = Basis.contrast
    public var barcode: Barcode?
    public var before = ProbeResult()
    public var after = ProbeResult()
    /// Whether automatic exposure was better than every setting, and is kept.
    public var keepsAutomaticExposure = false
    public var focus = FocusFinding.untouched
    public var lamp = FlickerSafeTimes.Lamp.unknown
    /// The light's flicker at 5 ms exposure, 0.1 for ± 10 %; `nil` if it could not be measured.
    public var flickerSwing: Double?
    /// The longest exposure for a moving code, seconds; `nil` for a code at rest, or if it is not known.
    public var blurBudget: Double?
    /// What exposure and gain do, and the seconds between frames; `nil` if exposure could not be set.
    public var light: (response: ResponseModel, interval: Double)?
    public var millimetresPerPixel: Double?
    /// The shortest exposure with which the code reads at the largest gain, and whether the camera has no shorter one; `nil` if
    /// it was not looked for, or not found.
    public var darkest: (exposure: Int64, isShortest: Bool)?
    public var chosen: [Chosen] = []
    /// `nil` if there was nothing to compare.
    public var stream: StreamFinding?
    public var tries: [Try] = []
    public var limits: [Limit] = []
    /// What the camera could not do and what was skipped: sentences.
    public var remarks: [String] = []
    /// Settings tried, including focus positions.
    public var probes = 0
    public var frames = 0
    /// Camera time, seconds.
    public var cameraTime = 0.0

    public init() {}

    /// The mode that reads best, and why the others lost.
    public struct StreamFinding: Sendable {
        public var mode: StreamMode
        public var reason: StreamComparison.Reason?
        /// Modes that were tried, each with a clause that says what it lacks.
        public var losers: [(outcome: StreamComparison.Outcome, words: String)] = []
        public var passedOver: [StreamComparison.PassedOver] = []
        /// Streams started to compare modes.
        public var openings = 0
    }

    public enum FocusFinding: Hashable, Sendable {
        case untouched
        /// The lens is fixed at the position where edges are sharpest.
        case locked(Int64)
        /// Autofocus stays on: no fixed position was sharper, or none can be set.
        case continuous
        /// No position was sharper than the others.
        case undecided
    }
}
