// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls

/// What a calibration found, did, and could not do.
public struct CalibrationReport: Sendable {
    public enum Basis: String, Hashable, Sendable {
        /// A code was read: the score is how surely and quickly it reads.
        case code
        /// No code could be read: the score is contrast over noise and sharpness.
        case contrast
    }
    public struct Chosen: Hashable, Sendable {
        public var id: ControlID
        /// The camera's name for it, shortened; not trusted.
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
    /// Whether the camera's own automatic exposure was better than any setting, and is kept.
    public var keepsAutomaticExposure = false
    public var focus = FocusFinding.untouched
    public var lamp = FlickerSafeTimes.Lamp.unknown
    /// The swing of the light at 5 ms, 0.1 for ± 10 %; `nil` when it could not be measured.
    public var flickerSwing: Double?
    /// Seconds; `nil` for a code at rest, or when it cannot be told.
    public var blurBudget: Double?
    public var millimetresPerPixel: Double?
    public var chosen: [Chosen] = []
    /// `nil` where there was nothing to compare.
    public var stream: StreamFinding?
    public var tries: [Try] = []
    public var limits: [Limit] = []
    /// What the camera could not do, and what was passed over: sentences.
    public var remarks: [String] = []
    /// Settings looked at, focus positions included.
    public var probes = 0
    public var frames = 0
    /// Seconds of the camera's time.
    public var cameraTime = 0.0

    public init() {}

    /// The mode that reads best, and why the others do not.
    public struct StreamFinding: Sendable {
        public var mode: StreamMode
        public var reason: StreamComparison.Reason?
        /// Tried, with what each lacks: a clause.
        public var losers: [(outcome: StreamComparison.Outcome, words: String)] = []
        public var passedOver: [StreamComparison.PassedOver] = []
        /// Streams that were begun for it.
        public var openings = 0
    }

    public enum FocusFinding: Hashable, Sendable {
        case untouched
        /// The lens was swept and stands at the position where edges are sharpest.
        case locked(Int64)
        /// The camera's own focus is as sharp as any position, or sharper, and goes on.
        case continuous
        /// No position stood out.
        case undecided
    }
}
