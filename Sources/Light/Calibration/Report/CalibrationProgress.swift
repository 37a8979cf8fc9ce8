// SPDX-License-Identifier: Apache-2.0

/// What a calibration is doing now.
public struct CalibrationProgress: Hashable, Sendable {
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        case warmUp = "waiting for the picture to settle"
        case before = "looking at the code as the camera has it"
        case light = "measuring the light"
        case flicker = "looking for flicker"
        case focus = "focusing"
        case search = "trying settings"
        case formats = "comparing formats"
        case after = "proving the best setting"
    }
    public var stage: Stage
    /// Of all the work, 0 to 1, as far as it can be foreseen.
    public var share: Double
    /// What is being tried, for people.
    public var detail: String
    /// The setting being tried, while settings are.
    public var setting: CameraSetting?
    /// The figures as the camera had it; `nil` before they are known.
    public var before: ProbeResult?
    /// Those of the best setting so far.
    public var best: ProbeResult?
}
