// SPDX-License-Identifier: Apache-2.0

/// What a calibration is doing now.
package struct CalibrationProgress: Hashable, Sendable {
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        case warmUp = "waiting for the picture to settle"
        case before = "reading the code with the current settings"
        case light = "measuring the light"
        case flicker = "looking for flicker"
        case focus = "focusing"
        case search = "trying settings"
        case formats = "comparing formats"
        case range = "finding the darkest light that reads"
        case after = "verifying the best setting"
    }
    package var stage: Stage
    /// The estimated share of the work that is done, 0 to 1.
    package var share: Double
    /// What is being tried, as text.
    package var detail: String
    /// The setting being tried; `nil` in other stages.
    package var setting: CameraSetting?
    /// The figures with the camera's original settings; `nil` before they are known.
    package var before: ProbeResult?
    /// The figures of the best setting so far.
    package var best: ProbeResult?
}
