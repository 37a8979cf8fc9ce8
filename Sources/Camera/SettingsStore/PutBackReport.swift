// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// What became of putting a camera's controls back.
public struct PutBackReport: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var id: ControlID
        public var key: String
        public var from: ControlValue
        public var to: ControlValue
    }

    public var restored: [Change] = []
    /// Short names of controls that somebody else has changed since, or that the camera no longer has: not ours to
    /// touch.
    public var foreign: [String] = []
    /// What could not be put back, each a whole sentence.
    public var failures: [ControlError] = []

    /// Whether every control that was ours has what it had.
    public var isComplete: Bool { failures.isEmpty }

    public init() {}
}
