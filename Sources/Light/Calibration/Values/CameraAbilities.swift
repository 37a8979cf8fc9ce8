// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// What of a camera can be turned at all, by its own list of controls. Whether it then does what it says is found out by
/// trying.
public struct CameraAbilities: Hashable, Sendable {
    /// The values of `auto_exposure` that make it manual; shutter priority (2) where there is no manual (1).
    public var manualExposure: Int64?
    public var automaticExposure: Int64?
    public var exposure: ControlRange?
    public var gain: ControlRange?
    public var hasAutogain = false
    public var focus: ControlRange?
    public var hasAutomaticFocus = false
    public var sharpness: ControlRange?
    public var contrast: ControlRange?
    public var brightness: ControlRange?
    /// The lamp beside the lens that is a control of the camera.
    public var torch: ControlID?
    public var torchRange: ControlRange?
    /// `power_line_frequency` by the mains' hertz.
    public var powerLine: [Int: Int64] = [:]
    public var hasDynamicFrameRate = false

    public init() {}

    /// - Parameter torch: the lamp to use; `nil` for the camera's own, if it has one.
    public init(_ controls: [ControlDescription], torch wanted: ControlID? = nil) {
        func control(_ id: ControlID) -> ControlDescription? {
            controls.first { $0.id == id && $0.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly, .grabbed]) }
        }
        func range(_ id: ControlID) -> ControlRange? { control(id).flatMap { ControlRange($0) } }
        exposure = range(.exposureTimeAbsolute)
        if let mode = control(.autoExposure) {
            let choices = mode.menu.map(\.index)
            manualExposure = [1, 2].first { choices.contains($0) }
            automaticExposure = [3, 0].first { choices.contains($0) }
            if manualExposure == nil { exposure = nil }
        }
        gain = range(.gain)
        hasAutogain = control(.autogain) != nil
        focus = range(.focusAbsolute)
        hasAutomaticFocus = control(.focusAutomaticContinuous) != nil
        sharpness = range(.sharpness)
        contrast = range(.contrast)
        brightness = range(.brightness)
        for id in wanted.map({ [$0] }) ?? [.illuminator1, .illuminator2] where torch == nil {
            if let lamp = range(id) { (torch, torchRange) = (id, lamp) }
        }
        if let line = control(.powerLineFrequency) {
            for (hertz, index) in [(50, Int64(1)), (60, 2)] where line.menu.contains(where: { $0.index == index }) {
                powerLine[hertz] = index
            }
        }
        hasDynamicFrameRate = control(.exposureDynamicFramerate) != nil
    }

    /// What cannot be turned, as sentences; what a camera of this kind need not have is not missed.
    public var gaps: [String] {
        var gaps: [String] = []
        if exposure == nil { gaps.append("the camera has no manual exposure time: its automatic exposure is kept") }
        if gain == nil { gaps.append("the camera has no gain to set") }
        if focus == nil {
            gaps.append(
                hasAutomaticFocus
                    ? "the focus can be left to the camera only" : "the lens cannot be focused by the computer")
        }
        return gaps
    }
}

extension ControlID {
    /// Stands for a lamp that is no control of the camera, where a `ControlSurface` offers one all the same. No class of
    /// the kernel's has it.
    public static let lampBesideCamera = ControlID(rawValue: 0x0fff_0001)
}
