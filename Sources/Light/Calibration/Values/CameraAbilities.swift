// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// What a camera's list of controls says can be set. Whether the camera obeys is found out by trying.
package struct CameraAbilities: Hashable, Sendable {
    /// The value of `auto_exposure` for a manual exposure time: manual (1), or shutter priority (2) without it.
    package var manualExposure: Int64?
    package var automaticExposure: Int64?
    package var exposure: ControlRange?
    /// Whether it has an exposure control in a unit of its own, or without a mode to switch.
    package var hasOtherExposure = false
    package var gain: ControlRange?
    package var hasAutogain = false
    package var focus: ControlRange?
    package var hasAutomaticFocus = false
    package var sharpness: ControlRange?
    package var contrast: ControlRange?
    package var brightness: ControlRange?
    /// The control of the lamp to use.
    package var torch: ControlID?
    package var torchRange: ControlRange?
    /// The values of `power_line_frequency` by mains frequency, hertz.
    package var powerLine: [Int: Int64] = [:]
    package var hasDynamicFrameRate = false

    package init() {}

    /// - Parameter torch: the lamp to use; `nil` for the camera's own if it has one.
    package init(_ controls: [ControlDescription], torch wanted: ControlID? = nil) {
        func control(_ id: ControlID) -> ControlDescription? {
            controls.first { $0.id == id && $0.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly, .grabbed]) }
        }
        func range(_ id: ControlID) -> ControlRange? { control(id).flatMap { ControlRange($0) } }
        let time = control(.exposureTimeAbsolute)
        if let mode = control(.autoExposure) {
            let choices = mode.menu.map(\.index)
            let manual = AutomaticMode.manualExposures(among: controls)
            manualExposure = manual.first { choices.contains($0) }
            automaticExposure = ([mode.defaultValue, 3, 0] + choices).first {
                choices.contains($0) && !manual.contains($0)
            }
        }
        // A number whose unit is not known is not used as a time.
        if manualExposure != nil, let time, time.isExposureTime { exposure = ControlRange(time) }
        hasOtherExposure =
            exposure == nil && time != nil
            || controls.contains { $0.id != .exposureTimeAbsolute && $0.key == "exposure" }
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

    /// The missing controls that matter, as sentences.
    package var gaps: [String] {
        var gaps: [String] = []
        if exposure == nil {
            gaps.append(
                hasOtherExposure
                    ? "the camera's exposure control has no known unit, or no manual mode: exposure stays as it is"
                    : "the camera has no manual exposure time: exposure stays automatic")
        }
        if gain == nil { gaps.append("the camera has no gain control") }
        if focus == nil {
            gaps.append(
                hasAutomaticFocus
                    ? "the camera's focus is automatic only" : "the camera has no focus control")
        }
        return gaps
    }
}

extension ControlID {
    /// An external lamp that a `ControlSurface` offers as a control. The id is in no control class of the kernel.
    package static let lampBesideCamera = ControlID(rawValue: 0x0fff_0001)
}
