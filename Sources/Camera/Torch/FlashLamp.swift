// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import UserSession

/// A V4L2 flash sub-device used as a torch: a mode and a current.
///
/// It stays open for the lifetime of this object. While it is open, the LED class cannot set the light, and some drivers
/// (adp1653, for example) switch it off when the last program closes it. Sources: `ext-ctrls-flash.rst`,
/// `v4l2-flash-led-class.c` and `adp1653.c` of Linux 6.1.
final class FlashLamp: TorchLamp {
    let source: TorchSource
    private let surface: any ControlSurface
    /// sysfs's file for the same light: the actual level, even if another program set it there.
    private let brightness: String?
    private let tree: SystemFiles
    /// `nil` where the current cannot be set.
    private let scale: LightScale?
    private let hasFaults: Bool

    private static let torchMode: Int64 = 2

    /// - Parameter surface: the opened sub-device.
    init(_ source: TorchSource, surface: any ControlSurface, tree: SystemFiles) throws(TorchError) {
        guard case .subdevice(let path, let led) = source.place else {
            preconditionFailure("the source is a sub-device")
        }
        self.source = source
        self.surface = surface
        self.tree = tree
        brightness = led.map { $0 + "/brightness" }
        let controls = try Self.passing { () throws(ControlError) in try surface.controls() }
        guard let mode = controls.first(where: { $0.id == .flashLEDMode }),
            mode.menu.contains(where: { $0.index == Self.torchMode })
        else {
            throw TorchError(.unsupported, "cannot use \(path) as a torch: it has no torch mode, only a flash mode")
        }
        scale = controls.first { $0.id == .flashTorchIntensity && !$0.flags.contains(.readOnly) }.map {
            LightScale(minimum: $0.minimum, maximum: $0.maximum, step: $0.step, unit: .milliamperes)
        }
        hasFaults = controls.contains { $0.id == .flashFault }
    }

    func state() throws(TorchError) -> TorchState {
        let mode = try read(.flashLEDMode)
        let current = scale == nil ? nil : try read(.flashTorchIntensity)
        let faults = hasFaults ? FlashFaults.names(bits: try read(.flashFault)) : []
        if mode == Self.torchMode {
            return TorchState(
                percent: scale.flatMap { scale in current.map(scale.percent) } ?? 100,
                level: scale.flatMap { scale in current.map(scale.text) }, faults: faults)
        }
        // The sub-device knows only what was set through it.
        if let lit = litThroughLED { return TorchState(percent: lit.percent, level: lit.level, faults: faults) }
        return TorchState(percent: 0, faults: faults)
    }

    func set(percent: Int) throws(TorchError) -> TorchState {
        if percent <= 0 {
            // Setting a mode that is already off has no effect, and a light set through the LED class would stay on.
            if try read(.flashLEDMode) == 0, litThroughLED != nil { try write(.flashLEDMode, Self.torchMode) }
            try write(.flashLEDMode, 0)
        } else {
            // Set the current first, or the light would be too bright for a moment.
            if let scale { try write(.flashTorchIntensity, scale.level(percent: percent)) }
            try write(.flashLEDMode, Self.torchMode)
        }
        return try state()
    }

    private var litThroughLED: (percent: Int, level: String)? {
        guard let brightness, let value = tree.line(brightness).flatMap({ Int64($0) }), value > 0 else {
            return nil
        }
        let folder = brightness.dropLast("/brightness".count)
        let most = tree.line(folder + "/max_brightness").flatMap { Int64($0) } ?? value
        let scale = LightScale(minimum: 1, maximum: most, unit: .steps)
        return (scale.percent(level: value), scale.text(level: value) + " through the LED class")
    }

    private func read(_ id: ControlID) throws(TorchError) -> Int64 {
        let value = try Self.passing { () throws(ControlError) in try surface.value(of: id) }
        guard case .integer(let number) = value else {
            throw TorchError(.failed, "cannot read \(id) of \(source.name): it is not a number")
        }
        return number
    }

    private func write(_ id: ControlID, _ value: Int64) throws(TorchError) {
        try Self.passing { () throws(ControlError) in try surface.set([ControlSetting(id, .integer(value))]) }
    }

    static func passing<R>(_ work: () throws(ControlError) -> R) throws(TorchError) -> R {
        do throws(ControlError) {
            return try work()
        } catch {
            throw TorchError(error)
        }
    }
}

extension TorchError {
    init(_ error: ControlError) {
        let kind: Kind =
            switch error.kind {
            case .unknownControl, .invalidValue: .unsupported
            case .notPermitted: .notPermitted
            case .busy: .busy
            case .gone: .gone
            case .failed: .failed
            }
        self.init(kind, error.description)
    }
}
