// SPDX-License-Identifier: Apache-2.0

/// What a calibration is doing now.
public struct CalibrationProgress: Hashable, Sendable {
    public enum Stage: String, Hashable, Sendable, CaseIterable {
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
    public var stage: Stage
    /// The estimated share of the work that is done, 0 to 1.
    public var share: Double
    /// What is being tried, as text.
    public var detail: String
    /// The setting being tried; `nil` in other stages.
    public var setting: CameraSetting?
    /// The figures with the camera's original settings; `nil` before they are known.
    public var before: ProbeResult?
    /// The figures of the best setting so far.
    public var best: ProbeResult?
}
