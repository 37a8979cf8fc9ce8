// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// A lamp that is a control of the camera: on and off, rarely with levels.
final class IlluminatorLamp: TorchLamp {
    let source: TorchSource
    private let surface: any ControlSurface
    private let control: ControlDescription
    private let scale: LightScale

    init(_ source: TorchSource, surface: any ControlSurface) throws(TorchError) {
        guard case .illuminator(let id) = source.place else { preconditionFailure("the source is a control") }
        self.source = source
        self.surface = surface
        let controls = try FlashLamp.passing { () throws(ControlError) in try surface.controls() }
        guard let control = controls.first(where: { $0.id == id }) else {
            throw TorchError(.gone, "cannot use \(source.name): the camera no longer has this control")
        }
        self.control = control
        let isBoolean = control.kind == .boolean || control.maximum <= 1
        scale = LightScale(
            minimum: max(1, control.minimum), maximum: control.maximum, step: control.step,
            unit: isBoolean ? .onOff : .steps)
    }

    func state() throws(TorchError) -> TorchState {
        let value = try FlashLamp.passing { () throws(ControlError) in try surface.value(of: control.id) }
        guard case .integer(let number) = value else {
            throw TorchError(.failed, "cannot read \(source.name): it is not a number")
        }
        return TorchState(
            percent: scale.percent(level: number),
            level: number > 0 && scale.unit != .onOff ? scale.text(level: number) : nil)
    }

    func set(percent: Int) throws(TorchError) -> TorchState {
        let value = percent <= 0 ? max(0, control.minimum) : scale.level(percent: percent)
        try FlashLamp.passing { () throws(ControlError) in
            try surface.set([ControlSetting(control.id, .integer(value))])
        }
        return try state()
    }
}
