// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The result of restoring a camera's controls.
package struct PutBackReport: Hashable, Sendable {
    package struct Change: Hashable, Sendable {
        package var id: ControlID
        package var key: String
        package var from: ControlValue
        package var to: ControlValue
    }

    package var restored: [Change] = []
    /// Short names of controls that somebody else has changed since, or that the camera no longer has; not restored.
    package var foreign: [String] = []
    /// Failures, each a full sentence.
    package var failures: [ControlError] = []

    /// Whether every control that was ours has its original value.
    package var isComplete: Bool { failures.isEmpty }

    package init() {}
}
