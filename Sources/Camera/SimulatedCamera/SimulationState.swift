// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Frames
import Glibc

/// The mutable state of a simulation, behind `CameraSimulation`'s lock.
struct SimulationState {
    /// Frames from a control request, or a decision of the control loops, to the first frame that it affects.
    static let delay = 2

    let scene: SimulatedScene
    private let room: RoomLight
    private(set) var mode: SimulatedMode
    private var size: FrameSize { mode.size }
    /// Seconds.
    private var interval: Double
    private var renderer: SceneRenderer
    private var loss: JPEGLoss?
    private var developer = FrameDeveloper()
    private let descriptions: [ControlDescription]

    private(set) var index = 0
    /// Seconds that long exposures, and a late start, added to index × interval.
    private var lateness = 0.0
    /// The values that read back.
    private var values: [ControlID: Int64] = [:]
    /// The values in force for the current frame.
    private var effective: [ControlID: Int64] = [:]
    private var pending: [(frame: Int, id: ControlID, value: Int64)] = []
    private var automatic = ExposureSetting(time: 1.0 / 120, gain: 1)
    private var pendingExposure: [(frame: Int, setting: ExposureSetting)] = []
    private var focusLoop = AutoFocus()
    private(set) var conditions = FrameConditions()

    init(scene: SimulatedScene, mode: SimulatedMode, start: Double = 0) {
        self.scene = scene
        lateness = max(0, start)
        room = RoomLight(scene)
        self.mode = mode
        interval = Self.seconds(mode.interval)
        loss = mode.isCompressed ? JPEGLoss(quality: Self.jpegQuality) : nil
        renderer = SceneRenderer(scene: scene, size: mode.size)
        descriptions = ControlTable.controls(for: scene)
        for control in descriptions where control.kind.isNumeric { values[control.id] = control.defaultValue }
        // The default is off, but the value is on at first, as on the best-known of these cameras.
        values[.exposureDynamicFramerate] = 1
        values[.zoomAbsolute] = Int64((min(4, max(1, scene.zoom)) * 100).rounded())
        if case .manual(let distance) = scene.focus {
            values[.focusAutomaticContinuous] = 0
            values[.focusAbsolute] = Lens.controlValue(ofFocus: distance)
        }
        effective = values
        publish(automatic)
    }

    /// The quality of webcams that fit 1920×1080 at 30 per second into USB 2: 1.25 bits per pixel.
    private static let jpegQuality = 75

    private static func seconds(_ interval: FrameInterval) -> Double {
        Double(interval.numerator) / Double(interval.denominator)
    }

    mutating func use(_ mode: SimulatedMode) {
        if mode.size != size { renderer = SceneRenderer(scene: scene, size: mode.size) }
        loss = mode.isCompressed ? JPEGLoss(quality: Self.jpegQuality) : nil
        // Time continues without a jump.
        let now = time
        interval = Self.seconds(mode.interval)
        lateness = now - Double(index) * interval
        self.mode = mode
    }
}

// MARK: Time

extension SimulationState {
    private var time: Double { Double(index) * interval + lateness }

    var schedule: (start: Duration, duration: Duration) {
        let exposure = upcomingExposure
        return (.nanoseconds(Int64((time * 1e9).rounded())), .nanoseconds(Int64((duration(exposure) * 1e9).rounded())))
    }

    private func duration(_ exposure: ExposureSetting) -> Double { max(interval, exposure.time) }

    /// The exposure of the next frame, with all due requests applied.
    private var upcomingExposure: ExposureSetting {
        var values = effective
        for change in pending where change.frame <= index { values[change.id] = change.value }
        var automatic = automatic
        for change in pendingExposure where change.frame <= index { automatic = change.setting }
        return Self.exposure(values, automatic, interval: interval)
    }

    private static func exposure(
        _ values: [ControlID: Int64], _ automatic: ExposureSetting, interval: Double
    ) -> ExposureSetting {
        if values[.autoExposure] == 3 { return automatic }
        var time = Double(values[.exposureTimeAbsolute] ?? 250) * 1e-4
        if values[.exposureDynamicFramerate] == 0 { time = min(time, interval) }
        return ExposureSetting(time: time, gain: GainControl.factor(of: values[.gain] ?? 0))
    }

    private mutating func applyPending() {
        for change in pending where change.frame <= index {
            if change.id == .focusAutomaticContinuous, change.value == 1, effective[change.id] == 0 {
                focusLoop = AutoFocus()
            }
            // Automatic exposure starts from the manual exposure.
            if change.id == .autoExposure, change.value == 3, effective[change.id] != 3 {
                automatic = Self.exposure(effective, automatic, interval: interval)
                pendingExposure = []
            }
            effective[change.id] = change.value
        }
        pending.removeAll { $0.frame <= index }
        for change in pendingExposure where change.frame <= index { automatic = change.setting }
        pendingExposure.removeAll { $0.frame <= index }
    }
}

// MARK: Frames

extension SimulationState {
    mutating func step() -> Frame {
        let shot = begin()
        let isCorrupt = scene.faults.contains { $0.corrupts(frame: index) }
        var luma = draw(shot)
        if isCorrupt { luma = damaged(luma) }
        let frame = Frame(
            luma: luma, sequence: index,
            timestamp: FrameTimestamp(nanoseconds: Int64((time * 1e9).rounded())), isCorrupt: isCorrupt)
        finish(shot)
        return frame
    }

    mutating func skip() { finish(begin()) }

    private struct Shot {
        var exposure: ExposureSetting
        var view: SceneRenderer.View
        var response: PixelResponse
        var rowTime: Double
        /// `nil` if the privacy shutter is closed.
        var light: Irradiance?
        /// The light of the room relative to the drawn picture's, from the first row to the last; empty for 1.
        var course: [Double] = []
        /// The same for the whole frame, with shadows.
        var mean = 1.0
        var shade: PassingShadows.Shade?
    }

    /// The number of rows at which the light is computed.
    private static let courseRows = 17
    /// With the torch on, a picture is drawn again for each change of the room's light by this share.
    private static let luxStep = 1.01

    private mutating func begin() -> Shot {
        applyPending()
        let exposure = Self.exposure(effective, automatic, interval: interval)
        let rowTime = min(scene.sensor.readoutTime, 0.9 * interval) / Double(size.height)
        var view = SceneRenderer.View(
            zoom: effective[.zoomAbsolute] ?? 100, pan: effective[.panAbsolute] ?? 0,
            tilt: effective[.tiltAbsolute] ?? 0, torch: effective[.illuminator1] == 1, focus: effective[.focusAbsolute],
            lux: room.reference)
        if scene.speed != 0, !scene.codes.isEmpty {
            (view.offset, view.velocity) = slide(at: time)
            view.exposure = exposure.time
            view.rowTime = rowTime
        }
        let response = PixelResponse(sensor: scene.sensor, frameWidth: size.width, zoom: Double(view.zoom) / 100)
        var shot = Shot(exposure: exposure, view: view, response: response, rowTime: rowTime)
        if !room.isConstant { light(&shot) }
        shot.light = effective[.privacy] == 1 ? nil : renderer.irradiance(shot.view)
        return shot
    }

    /// The changing light of the room. The torch's light does not change with it, so a picture in the torch's light is drawn
    /// for each moment.
    private func light(_ shot: inout Shot) {
        let height = Double(size.height) * shot.rowTime
        let middle = time + (height + shot.exposure.time) / 2
        let shade = room.shade(at: middle)
        let passing = shade.map { shade in
            (0..<16).reduce(0) { $0 + shade.passing(at: (Double($1) + 0.5) / 16) } / 16
        }
        if shot.view.torch {
            let lux = room.mean(from: time + height / 2, exposure: shot.exposure.time) * (passing ?? 1)
            shot.view.lux = lux > 0 ? exp((log(lux) / log(Self.luxStep)).rounded() * log(Self.luxStep)) : 0
            return
        }
        shot.course = (0..<Self.courseRows).map {
            let start = time + height * Double($0) / Double(Self.courseRows - 1)
            return room.mean(from: start, exposure: shot.exposure.time) / room.reference
        }
        shot.mean = shot.course.reduce(0, +) / Double(shot.course.count) * (passing ?? 1)
        shot.shade = shade
    }

    private mutating func draw(_ shot: Shot) -> LumaImage {
        // With a closed shutter the camera's processor sends zeros: no sensor, no noise.
        guard let light = shot.light else { return LumaImage(size: size) { _ in } }
        let middle = time + (Double(size.height) * shot.rowTime + shot.exposure.time) / 2
        let image = developer.develop(
            shot.shade.map { light.shaded($0, width: size.width) } ?? light, size: size,
            exposure: FrameDeveloper.Exposure(
                time: shot.exposure.time, gain: shot.exposure.gain, start: time, rowTime: shot.rowTime,
                light: shot.course, flickering: scene.flicker == nil ? 1 : room.flickeringShare(at: middle)),
            response: shot.response,
            tone: ToneCurve(
                brightness: effective[.brightness] ?? 128, contrast: effective[.contrast] ?? 128),
            flicker: scene.flicker,
            noiseSeed: scene.hasNoise ? scene.seed &* 0x2545_f491_4f6c_dd1d ^ UInt64(index) : nil)
        let sharp = sharpened(image, control: effective[.sharpness] ?? 128)
        return loss?.applied(to: sharp) ?? sharp
    }

    /// The decoder's output for a truncated picture: grey from there on.
    private func damaged(_ image: LumaImage) -> LumaImage {
        let (width, half) = (image.width, image.height / 2)
        return LumaImage(size: image.size) { pixels in
            image.withSpan { source in
                for index in 0..<half * width { pixels[index] = source[index] }
            }
            for index in half * width..<image.size.area { pixels[index] = 128 }
        }
    }

    /// The labels move between −travel and +travel at constant speed, starting in the middle, to the right.
    private func slide(at time: Double) -> (offset: Double, velocity: Double) {
        let speed = abs(scene.speed)
        let travel = max(scene.travel, 1e-6)
        let way = (speed * time).truncatingRemainder(dividingBy: 4 * travel)
        return if way < travel {
            (way, speed)
        } else if way < 3 * travel {
            (2 * travel - way, -speed)
        } else {
            (way - 4 * travel, speed)
        }
    }

    private mutating func finish(_ shot: Shot) {
        measure(shot)
        lateness += duration(shot.exposure) - interval
        index += 1
    }
}

// MARK: The automatic loops

extension SimulationState {
    private mutating func measure(_ shot: Shot) {
        let geometry = renderer.geometry(shot.view)
        conditions = FrameConditions()
        conditions.exposureTime = shot.exposure.time
        conditions.gain = shot.exposure.gain
        conditions.start = time
        conditions.duration = duration(shot.exposure)
        conditions.illuminance = shot.view.lux * shot.mean
        conditions.blurDiameter = renderer.blurDiameter(shot.view, geometry)
        conditions.fullScaleElectrons = shot.response.fullWell / shot.exposure.gain
        conditions.readNoise = shot.response.readNoise
        conditions.codes = scene.codes.compactMap { placement($0, shot.view, geometry) }
        guard let light = shot.light else { return }
        let signalPerLux =
            shot.mean
            * shot.response.signal(illuminance: 1, exposure: shot.exposure.time, gain: shot.exposure.gain)
        conditions.meanSignal = light.meanSignal(signalPerLux: signalPerLux)
        if effective[.autoExposure] == 3 { expose(shot) }
        // A loop that has been told to stop makes no more decisions.
        if effective[.focusAutomaticContinuous] == 1, values[.focusAutomaticContinuous] == 1 {
            focus(shot, light, signalPerLux)
        }
        conditions.isFocusLocked = focusLoop.isLocked
    }

    private mutating func expose(_ shot: Shot) {
        let swings: Double =
            switch effective[.powerLineFrequency] {
            case 1: 100
            case 2: 120
            default: 0
            }
        let limits = AutoExposure.Limits(
            interval: interval, maySlowDown: effective[.exposureDynamicFramerate] == 1, swings: swings)
        let target = effective[.backlightCompensation] == 1 ? AutoExposure.backlitTarget : AutoExposure.target
        guard
            let next = AutoExposure.next(
                mean: conditions.meanSignal, of: shot.exposure, target: target, limits: limits)
        else { return }
        pendingExposure.append((index + Self.delay, next))
        publish(next)
    }

    /// Makes the automatic exposure's settings read back from their controls.
    private mutating func publish(_ setting: ExposureSetting) {
        guard values[.autoExposure] == 3 else { return }
        values[.exposureTimeAbsolute] = max(3, min(2047, Int64((setting.time * 1e4).rounded())))
        values[.gain] = GainControl.value(of: setting.gain)
    }

    private mutating func focus(_ shot: Shot, _ light: Irradiance, _ signalPerLux: Double) {
        let signal = min(1, light.centerMean * signalPerLux)
        let deviation = shot.response.noise(signal: signal, gain: shot.exposure.gain)
        let noise = scene.hasNoise ? 2 * deviation * deviation / max(signal * signal, 1e-12) : 0
        guard
            let position = focusLoop.next(
                energy: light.gradientEnergy, noise: noise, position: effective[.focusAbsolute] ?? 0)
        else { return }
        pending.append((index + Self.delay, .focusAbsolute, position))
        values[.focusAbsolute] = position
    }

    private func placement(
        _ code: SceneCode, _ view: SceneRenderer.View, _ geometry: SceneGeometry
    ) -> CodePlacement? {
        let left = code.x + view.offset - code.symbol.width / 2 * code.module
        let top = code.y - code.symbol.height / 2 * code.module
        let (right, bottom) = (left + code.symbol.width * code.module, top + code.symbol.height * code.module)
        guard let topLeft = geometry.pixel(u: left, v: top), let topRight = geometry.pixel(u: right, v: top),
            let bottomRight = geometry.pixel(u: right, v: bottom), let bottomLeft = geometry.pixel(u: left, v: bottom),
            // A symbology that is only printed cannot be read.
            let symbology = code.symbol.symbology
        else { return nil }
        let (dx, dy) = (topRight.x - topLeft.x, topRight.y - topLeft.y)
        return CodePlacement(
            symbology: symbology, content: code.symbol.content,
            corners: Quadrilateral(
                topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft),
            modulePixels: (dx * dx + dy * dy).squareRoot() / code.symbol.width)
    }
}

// MARK: Controls

extension SimulationState {
    private func requireAnswer(_ doing: String, _ id: ControlID?) throws(ControlError) {
        if scene.faults.contains(where: { $0.unplugs(frame: index) }) {
            throw ControlError(.gone, id: id, "cannot \(doing) on the simulated camera: it was unplugged")
        }
        if scene.faults.contains(where: { $0.stallsControls(frame: index) }) {
            var failure = ControlError(
                .failed, id: id, "cannot \(doing) on the simulated camera: it did not answer in time; replug it")
            failure.isTimeout = true
            throw failure
        }
    }

    func controls() throws(ControlError) -> [ControlDescription] {
        try requireAnswer("list the controls", nil)
        return descriptions.map { description in
            guard let master = ControlMaster.table[description.id], values[master.master] != master.free else {
                return description
            }
            var overruled = description
            overruled.flags.insert(.inactive)
            if master.isMoved { overruled.flags.insert(.volatile) }
            return overruled
        }
    }

    private func description(of id: ControlID) throws(ControlError) -> ControlDescription {
        guard let description = descriptions.first(where: { $0.id == id }) else {
            throw ControlError(
                .unknownControl, id: id, "cannot find control \(id) on the simulated camera: it has no such control")
        }
        return description
    }

    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        let control = try description(of: id)
        try requireAnswer("read \(control.key)", id)
        guard let value = values[id] else {
            throw ControlError(
                .notPermitted, id: id, "cannot read \(control.key) on the simulated camera: it has no value")
        }
        return .integer(value)
    }

    mutating func set(_ setting: ControlSetting) throws(ControlError) {
        let id = setting.id
        let control = try description(of: id)
        guard values[id] != nil else {
            throw ControlError(
                .notPermitted, id: id, "cannot set \(control.key) on the simulated camera: it has no value")
        }
        guard case .integer(let wanted) = setting.value else {
            throw ControlError(
                .invalidValue, id: id, "cannot set \(control.key) on the simulated camera: it accepts only a number")
        }
        try requireAnswer("set \(control.key) to \(wanted)", id)
        guard (control.minimum...control.maximum).contains(wanted) else {
            throw ControlError(
                .invalidValue, id: id,
                "cannot set \(control.key) to \(wanted) on the simulated camera: its range is \(control.minimum) to "
                    + "\(control.maximum)")
        }
        if control.kind == .menu, !control.menu.contains(where: { $0.index == wanted }) {
            let choices = control.menu.map { "\($0.index) (\($0.label))" }.joined(separator: ", ")
            throw ControlError(
                .invalidValue, id: id,
                "cannot set \(control.key) to \(wanted) on the simulated camera: it accepts \(choices)")
        }
        if let master = ControlMaster.table[id], values[master.master] != master.free {
            throw ControlError(
                .notPermitted, id: id,
                "cannot set \(control.key) to \(wanted) on the simulated camera: \(master.name) is on; set "
                    + "\(master.name)=\(master.freeName) first")
        }
        // To the nearest step from the minimum, as uvcvideo rounds.
        let step = Int64(max(1, control.step))
        let value = min(control.maximum, control.minimum + (wanted - control.minimum + step / 2) / step * step)
        values[id] = value
        pending.append((index + Self.delay, id, value))
        if id == .autoExposure || id == .focusAutomaticContinuous { freeze(id) }
    }

    /// Keeps the current values of the governed controls when an automatic mode is switched off.
    private mutating func freeze(_ master: ControlID) {
        let slaves: [ControlID] = master == .autoExposure ? [.exposureTimeAbsolute, .gain] : [.focusAbsolute]
        guard ControlMaster.table[slaves[0]]?.free == values[master] else { return }
        for slave in slaves {
            // The automatic mode may have requested another value already.
            pending.removeAll { $0.id == slave }
            if let value = values[slave] { pending.append((index + Self.delay, slave, value)) }
        }
    }
}

// MARK: Faults

extension SceneFault {
    func corrupts(frame: Int) -> Bool {
        if case .corrupt(let first, let count) = self { Self.holds(frame, first, count) } else { false }
    }
    func stalls(frame: Int) -> Bool {
        if case .stall(let first, let count) = self { Self.holds(frame, first, count) } else { false }
    }
    func unplugs(frame: Int) -> Bool {
        if case .unplug(let first) = self { frame >= first } else { false }
    }
    func stallsControls(frame: Int) -> Bool {
        if case .controlStall(let first) = self { frame >= first } else { false }
    }
    private static func holds(_ frame: Int, _ first: Int, _ count: Int?) -> Bool {
        guard frame >= first else { return false }
        return count.map { frame - first < $0 } ?? true
    }
}
