// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Calibration
package import CameraControls
internal import FrameMetrics
package import Frames
internal import SymbolFinding

/// Keeps the code in view readable while the light changes: a thin shell around `LightGovernor`.
///
/// It sets exposure and gain and restores nothing: pass a surface that remembers. Not thread-safe: for the thread that takes
/// frames. A control that fails ends the governing, and the reason is in `trouble`.
package final class LightKeeper {
    private let surface: any ControlSurface
    private let hasGain: Bool
    private let region: FrameRegion?
    private var lamp: (any GovernedLamp)?
    package private(set) var governor: LightGovernor
    private var place: (rectangle: PixelRectangle, time: Double)?
    private var motion = CodeMotion()
    private var module: (pixels: Double, time: Double)?
    /// The light of the frame taken last, at the place that counts.
    package private(set) var sight: LightSight?
    private var ordered: LightSetting?
    /// The number of changes made.
    package private(set) var changes = 0
    /// Why it has stopped; `nil` while it works.
    package private(set) var trouble: ControlError?

    /// Seconds after which a place without a read is given up.
    private static let patience = 2.0

    /// Takes over the exposure, at its present value.
    ///
    /// - Parameters:
    ///   - interval: seconds between frames at the stream's rate.
    ///   - region: the part of the frame that is read; `nil` for all of it.
    ///   - lamp: the lamp that may be switched; `nil` for none. It is off now.
    /// - Returns: `nil` if the camera has no manual exposure.
    package init?(
        _ surface: any ControlSurface, interval: Double?, region: FrameRegion? = nil,
        knowledge: LightKnowledge = LightKnowledge(), lamp: (any GovernedLamp)? = nil
    ) throws(ControlError) {
        let controls = try surface.controls()
        let can = CameraAbilities(controls)
        guard let exposure = can.exposure else { return nil }
        self.surface = surface
        self.region = region
        self.lamp = lamp
        func number(_ id: ControlID) -> Int64? {
            guard case .integer(let value)? = try? surface.value(of: id) else { return nil }
            return value
        }
        // Read before automatic exposure ends, which may change them.
        let start = LightSetting(
            exposure: exposure.nearest(Double(number(.exposureTimeAbsolute) ?? exposure.defaultValue)),
            gain: can.gain.map { $0.nearest(Double(number(.gain) ?? $0.defaultValue)) } ?? 0)
        var settings: [ControlSetting] = []
        if let manual = can.manualExposure, number(.autoExposure) != manual {
            settings.append(ControlSetting(.autoExposure, .integer(manual)))
        }
        if can.hasAutogain, number(.autogain) != 0 { settings.append(ControlSetting(.autogain, .integer(0))) }
        if can.hasDynamicFrameRate, number(.exposureDynamicFramerate) == 0 {
            settings.append(ControlSetting(.exposureDynamicFramerate, .integer(1)))
        }
        // These bend the curve from light to luma: then a picture is no measure of the light.
        for (id, range) in [(ControlID.contrast, can.contrast), (.brightness, can.brightness)] {
            if let range, let value = number(id), value != range.defaultValue {
                settings.append(ControlSetting(id, .integer(range.defaultValue)))
            }
        }
        if !settings.isEmpty {
            settings.append(ControlSetting(.exposureTimeAbsolute, .integer(start.exposure)))
            if can.gain != nil { settings.append(ControlSetting(.gain, .integer(start.gain))) }
            try surface.set(settings)
        }
        hasGain = can.gain != nil
        var abilities = LightAbilities(
            exposure: exposure, gain: can.gain, interval: interval ?? 1.0 / 30,
            response: knowledge.response ?? .assumed(gain: can.gain, unit: surface.unitGain))
        abilities.longest = knowledge.longest
        abilities.hasLamp = lamp != nil
        abilities.lampBelow = knowledge.lampBelow
        abilities.needed = knowledge.needed
        if let safe = knowledge.safe {
            abilities.safe = safe
        } else if let line = number(.powerLineFrequency),
            let hertz = can.powerLine.first(where: { $0.value == line })?.key
        {
            // The user or the system said which mains there is.
            abilities.safe = FlickerSafeTimes(.mains(hertz))
        }
        governor = LightGovernor(abilities, start: start, past: knowledge.learned)
        if let light = knowledge.light, let order = governor.expect(light: light) { carryOut(order) }
    }

    /// Whether it may switch a lamp.
    package var hasLamp: Bool { lamp != nil }

    /// Somebody else switches the lamp from now on.
    package func releaseLamp() { lamp = nil }

    /// Takes a frame before it is read: what follows for the light need not wait for the reader.
    package func take(_ frame: Frame) {
        guard trouble == nil, !frame.isCorrupt else { return }
        let time = Double(frame.timestamp.nanoseconds) * 1e-9
        if let known = place, time - known.time > Self.patience {
            place = nil
            motion = CodeMotion()
            governor.loseSight()
            governor.lookElsewhere()
        }
        let sight = LightSight(
            frame, place: place?.rectangle ?? region?.rectangle(in: frame.luma.size))
        self.sight = sight
        if let order = governor.observe(sight) { carryOut(order) }
    }

    /// Takes the codes that were read in the frame taken last.
    package func note(_ codes: [Barcode], in image: LumaImage) {
        guard trouble == nil, let sight else { return }
        // The largest, which is the nearest.
        let code = codes.max { ($0.corners?.extent ?? 0) < ($1.corners?.extent ?? 0) }
        if let code, let corners = code.corners {
            motion.add(code, at: sight.time)
            note(corners, in: image.size, at: sight.time)
            measureModule(code, corners, in: image, at: sight.time)
        }
        let order = governor.note(
            isRead: !codes.isEmpty, smear: module.flatMap { motion.longestExposure(module: $0.pixels) }, sight: sight)
        if let order { carryOut(order) }
    }

    private func note(_ corners: Quadrilateral, in size: FrameSize, at time: Double) {
        // A jumping place would make frames of one scene differ.
        if let known = place, known.rectangle.holds(corners.center) {
            place = (known.rectangle, time)
            return
        }
        guard let rectangle = PixelRectangle(around: corners, in: size) else { return }
        if place != nil { governor.loseSight() }
        governor.lookElsewhere()
        place = (rectangle, time)
    }

    /// Only for a code that moves, and once in two seconds: it takes a millisecond.
    private func measureModule(_ code: Barcode, _ corners: Quadrilateral, in image: LumaImage, at time: Double) {
        guard let speed = motion.speed, speed > 8 else { return }
        if let module, time - module.time < 2 { return }
        let figures = SymbolFigures(
            of: image, corners: corners, kind: code.symbology.isLinear ? .linear : .matrix,
            noise: image.noiseDeviation())
        if let pixels = figures.module { module = (pixels, time) }
    }

    private func carryOut(_ order: LightGovernor.Order) {
        // Without its lamp, the camera is governed as before; the lamp's owner reports what went wrong.
        if let isOn = order.lamp { try? lamp?.light(isOn) }
        guard order.setting != ordered else { return }
        ordered = order.setting
        var settings = [ControlSetting(.exposureTimeAbsolute, .integer(order.setting.exposure))]
        if hasGain { settings.append(ControlSetting(.gain, .integer(order.setting.gain))) }
        do throws(ControlError) {
            try surface.set(settings)
            changes += 1
        } catch {
            trouble = error
        }
    }
}

extension Quadrilateral {
    /// The longer side of its box, pixels.
    fileprivate var extent: Double { max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY) }
}

extension PixelRectangle {
    fileprivate func holds(_ point: PixelPoint) -> Bool {
        point.x >= Double(x) && point.y >= Double(y) && point.x < Double(x + width) && point.y < Double(y + height)
    }

    /// Around a code, with some paper.
    fileprivate init?(around corners: Quadrilateral, in size: FrameSize) {
        let box = corners.bounds
        guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return nil }
        let margin = max(8, 0.08 * max(box.maxX - box.minX, box.maxY - box.minY))
        // A scan line has no height.
        let tall = max(0, 24 - (box.maxY - box.minY)) / 2
        let x = max(0, Int(box.minX - margin))
        let y = max(0, Int(box.minY - margin - tall))
        self.init(
            x: x, y: y, width: min(size.width, Int(box.maxX + margin)) - x,
            height: min(size.height, Int(box.maxY + margin + tall)) - y)
        guard fits(in: size), min(width, height) >= 16 else { return nil }
    }
}
