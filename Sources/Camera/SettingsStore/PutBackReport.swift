// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// The result of restoring a camera's controls.
public struct PutBackReport: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var id: ControlID
        public var key: String
        public var from: ControlValue
        public var to: ControlValue
    }

    public var restored: [Change] = []
    /// Short names of controls that somebody else has changed since, or that the camera no longer has; not restored.
    public var foreign: [String] = []
    /// Failures, each a full sentence.
    public var failures: [ControlError] = []

    /// Whether every control that was ours has its original value.
    public var isComplete: Bool { failures.isEmpty }

    public init() {}
}
