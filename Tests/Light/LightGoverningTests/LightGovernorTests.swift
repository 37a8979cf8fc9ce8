// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Calibration
import Foundation
import Frames
import LightGoverning
import Testing

/// A camera of arithmetic: level = light × exposure × gain, with a delay.
struct PlainCamera {
    var setting: LightSetting
    var delay = 3
    /// Stops that the largest gain really has.
    var gainStops = 4.0
    /// Tones of the place relative to its mean.
    var tones = [0.1, 0.1, 0.12, 0.2, 1.2, 1.6, 1.6, 1.6]
    private(set) var sequence = -1
    private(set) var time = 0.0
    private var pending: [(sequence: Int, setting: LightSetting)] = []

    init(_ setting: LightSetting) { self.setting = setting }

    mutating func set(_ wanted: LightSetting) { pending.append((sequence + delay, wanted)) }

    /// The next frame in a light; 1 has a level of 1 at 100 units without gain.
    mutating func next(light: Double) -> LightSight {
        sequence += 1
        for change in pending where change.sequence <= sequence { setting = change.setting }
        pending.removeAll { $0.sequence <= sequence }
        time += max(1.0 / 30, Double(setting.exposure) * 1e-4)
        let level = light * Double(setting.exposure) / 100 * exp2(Double(setting.gain) / 255 * gainStops)
        let values = tones.map { min(1, $0 * level) }
        let mean = min(1, values.reduce(0, +) / Double(values.count) * (1 / 0.9525))
        let clipped = tones.filter { $0 * level > 0.83 }.count
        return LightSight(
            sequence: sequence, time: time, level: min(level, mean), quantiles: values.sorted(),
            clipped: Double(clipped) / Double(tones.count))
    }
}

@Suite("The light governor")
struct LightGovernorTests {
    private let exposure = ControlRange(minimum: 3, maximum: 2047, defaultValue: 250)
    private let gain = ControlRange(minimum: 0, maximum: 255, defaultValue: 0)

    private func abilities(gain: ControlRange? = ControlRange(minimum: 0, maximum: 255, defaultValue: 0))
        -> LightAbilities
    {
        LightAbilities(exposure: exposure, gain: gain, interval: 1.0 / 30, response: .assumed(gain: gain))
    }

    /// Runs frames in a light; returns the sights.
    private func run(
        _ governor: inout LightGovernor, _ camera: inout PlainCamera, frames: Int, reads: Bool = true,
        light: (Int) -> Double
    ) -> [LightSight] {
        (0..<frames).map { index in
            let sight = camera.next(light: light(index))
            if let order = governor.observe(sight) { camera.set(order.setting) }
            let isRead = reads && sight.clipped < 0.3 && sight.level > 0.01
            if let order = governor.note(isRead: isRead, smear: nil, sight: sight) { camera.set(order.setting) }
            return sight
        }
    }

    private func start() -> (LightGovernor, PlainCamera) {
        let setting = LightSetting(exposure: 100, gain: 0)
        return (LightGovernor(abilities(), start: setting), PlainCamera(setting))
    }

    /// Whether a code in a frame is well lit: paper below clipping, and above a tenth of full scale.
    private func isGood(_ sight: LightSight) -> Bool { sight.clipped == 0 && (sight.quantiles.last ?? 0) > 0.1 }

    @Test("a constant light within the dead band is left alone")
    func still() {
        var (governor, camera) = start()
        // The paper at 1.6 × 0.26 = 0.42.
        let sights = run(&governor, &camera, frames: 300) { _ in 0.26 }
        #expect(camera.setting == LightSetting(exposure: 100, gain: 0))
        #expect(sights.allSatisfy(isGood))
    }

    @Test("a lamp that is switched costs a few frames", arguments: [1.0 / 30, 1 / 8.0, 6, 20, 30] as [Double])
    func lamp(factor: Double) {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 60) { _ in 0.26 }
        let sights = run(&governor, &camera, frames: 40) { _ in 0.26 * factor }
        let first = sights.firstIndex(where: isGood) ?? .max
        #expect(first <= 12, "\(factor): \(first)")
        #expect(sights.suffix(15).allSatisfy(isGood))
    }

    @Test("a lamp that has been switched before costs the delay of the controls")
    func lampAgain() {
        var (governor, camera) = start()
        for _ in 0..<4 {
            _ = run(&governor, &camera, frames: 60) { _ in 0.26 }
            _ = run(&governor, &camera, frames: 60) { _ in 0.26 * 25 }
        }
        #expect(governor.delay == 3)
        let sights = run(&governor, &camera, frames: 20) { _ in 0.26 }
        #expect(sights.firstIndex(where: isGood) ?? .max <= 4)
    }

    @Test("it does not pump, whatever the controls' delay", arguments: 1...5)
    func noPumping(delay: Int) {
        var (governor, camera) = start()
        camera.delay = delay
        // Not the assumed effect of gain, either.
        camera.gainStops = 5.5
        var orders = 0
        for step in 0..<6 {
            let light = step.isMultiple(of: 2) ? 0.01 : 0.5
            for index in 0..<90 {
                let sight = camera.next(light: light)
                if let order = governor.observe(sight) {
                    camera.set(order.setting)
                    orders += 1
                }
                if let order = governor.note(isRead: isGood(sight), smear: nil, sight: sight) {
                    camera.set(order.setting)
                    orders += 1
                }
                if index > 45 { #expect(isGood(sight), "delay \(delay), step \(step), frame \(index)") }
            }
        }
        #expect(orders <= 24, "\(orders) orders for six changes of the light")
    }

    @Test("dusk and dawn are followed without a bad frame")
    func dusk() {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 30) { _ in 0.26 }
        let sights =
            run(&governor, &camera, frames: 1800) { 0.26 * exp2(-6 * Double($0) / 1800) }
            + run(&governor, &camera, frames: 1800) { 0.26 * exp2(-6 + 9 * Double($0) / 1800) }
        #expect(sights.filter { !isGood($0) }.count <= sights.count / 200)
    }

    @Test("a shadow that does not last, or lasts and is small, changes nothing")
    func shadow() {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 60) { _ in 0.26 }
        _ = run(&governor, &camera, frames: 6) { _ in 0.26 * 0.55 }
        _ = run(&governor, &camera, frames: 60) { _ in 0.26 }
        _ = run(&governor, &camera, frames: 200) { _ in 0.26 * 0.75 }
        #expect(camera.setting == LightSetting(exposure: 100, gain: 0))
    }

    @Test("a shadow in which codes are read is not chased, however long and deep")
    func longShadow() {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 60) { _ in 0.26 }
        _ = run(&governor, &camera, frames: 60) { _ in 0.26 * 0.3 }
        #expect(camera.setting == LightSetting(exposure: 100, gain: 0))
        // One that stays is the light of the room.
        let sights = run(&governor, &camera, frames: 120) { _ in 0.26 * 0.3 }
        #expect((sights.last?.level ?? 0) > 0.2)
    }

    @Test("a setting of ours with which nothing is read is given up for the one that was read")
    func home() {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 90) { _ in 0.26 }
        // A little darker: it opens up, and for a reason that it cannot know nothing is read any more.
        var settings: Set<LightSetting> = []
        var isLost = false
        for _ in 0..<400 {
            let sight = camera.next(light: 0.26 * 0.55)
            if let order = governor.observe(sight) { camera.set(order.setting) }
            isLost = isLost || camera.setting.exposure > 110
            if let order = governor.note(isRead: camera.setting.exposure <= 110, smear: nil, sight: sight) {
                camera.set(order.setting)
            }
            settings.insert(camera.setting)
        }
        #expect(isLost, "it opened up")
        #expect(camera.setting.exposure <= 110, "\(settings)")
    }

    @Test("at the end of what the camera can, nothing goes to and fro", arguments: [0.009, 0.011, 0.02])
    func calmInTheDark(longest: Double) {
        var able = abilities()
        able.longest = longest
        able.safe = FlickerSafeTimes(.mains(60))
        let setting = LightSetting(exposure: 83, gain: 0)
        var governor = LightGovernor(able, start: setting)
        var camera = PlainCamera(setting)
        var orders = 0
        for _ in 0..<900 {
            let sight = camera.next(light: 0.002)
            let first = governor.observe(sight)
            let second = governor.note(isRead: false, smear: nil, sight: sight)
            for order in [first, second].compactMap({ $0 }) {
                camera.set(order.setting)
                orders += 1
            }
        }
        #expect(orders <= 4, "\(orders)")
    }

    @Test("a camera without gain has its exposure only")
    func noGain() {
        let setting = LightSetting(exposure: 100, gain: 0)
        var governor = LightGovernor(abilities(gain: nil), start: setting)
        var camera = PlainCamera(setting)
        let sights = run(&governor, &camera, frames: 60) { _ in 0.26 / 8 }
        #expect(sights.suffix(20).allSatisfy(isGood))
        // 800 is the middle of the dead band.
        #expect((528...1000).contains(camera.setting.exposure))
    }

    @Test("too little light: all the camera has, and it is starved")
    func starved() {
        var (governor, camera) = start()
        _ = run(&governor, &camera, frames: 120, reads: false) { _ in 0.0004 }
        #expect(governor.isStarved)
        #expect(camera.setting.gain >= 250)
        #expect(camera.setting.exposure >= 1900)
    }

    @Test("the lamp goes on when the camera is starved, and off when the room is bright")
    func ownLamp() {
        let setting = LightSetting(exposure: 100, gain: 0)
        var able = abilities()
        able.hasLamp = true
        var governor = LightGovernor(able, start: setting)
        var camera = PlainCamera(setting)
        var isLit = false
        var switches: [Bool] = []
        func run(_ frames: Int, room: Double) {
            for _ in 0..<frames {
                let sight = camera.next(light: room + (isLit ? 0.2 : 0))
                if let order = governor.observe(sight) {
                    camera.set(order.setting)
                    if let lamp = order.lamp {
                        isLit = lamp
                        switches.append(lamp)
                    }
                }
                if let order = governor.note(isRead: isGood(sight), smear: nil, sight: sight) {
                    camera.set(order.setting)
                }
            }
        }
        run(200, room: 0.0001)
        #expect(switches == [true])
        run(400, room: 0.0001)
        #expect(switches == [true], "its own light does not switch it off")
        run(300, room: 3)
        #expect(switches == [true, false])
    }
}

@Suite("The motion of a code")
struct CodeMotionTests {
    private func motion(seconds: Double, every interval: Double, _ place: (Double) -> (x: Double, y: Double))
        -> CodeMotion
    {
        var motion = CodeMotion()
        for time in stride(from: 0, to: seconds, by: interval) {
            let (x, y) = place(time)
            let corners = Quadrilateral(
                topLeft: PixelPoint(x: x, y: y), topRight: PixelPoint(x: x + 40, y: y),
                bottomRight: PixelPoint(x: x + 40, y: y + 40), bottomLeft: PixelPoint(x: x, y: y + 40))
            motion.add(Barcode(symbology: .qr, bytes: Array("M".utf8), corners: corners, reader: "test"), at: time)
        }
        return motion
    }

    @Test("is measured at any rate of reading", arguments: [1.0 / 30, 0.13, 0.2])
    func speed(interval: Double) throws {
        let motion = motion(seconds: 2, every: interval) { (100 + 60 * $0, 50) }
        let speed = try #require(motion.speed)
        #expect(abs(speed - 60) < 3)
        #expect(abs(try #require(motion.longestExposure(module: 3)) - 0.025) < 0.002)
    }

    @Test("places that jump in a noisy picture are none")
    func jitter() {
        var state: UInt64 = 1
        func random(_ range: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range * (Double(state >> 33) / Double(1 << 30) - 1)
        }
        for _ in 0..<20 {
            // Along the bars of a bar code, a scan line may be anywhere.
            let motion = motion(seconds: 3, every: 0.1) { _ in
                (100 + random(1), 50 + random(20))
            }
            let longest = motion.longestExposure(module: 2.5) ?? .infinity
            #expect(longest > 0.03, "\(longest)")
        }
    }

    @Test("a code that lies still is at rest")
    func still() {
        let motion = motion(seconds: 2, every: 1.0 / 30) { (100 + 0.3 * sin(40 * $0), 50) }
        #expect(motion.isAtRest)
        #expect(motion.longestExposure(module: 2) == .infinity)
    }
}

@Suite("Plans for a light")
struct LightPlanTests {
    private func plan(_ change: (inout LightAbilities) -> Void = { _ in }) -> LightPlan {
        let gain = ControlRange(minimum: 0, maximum: 255, defaultValue: 0)
        var abilities = LightAbilities(
            exposure: ControlRange(minimum: 3, maximum: 2047, defaultValue: 250), gain: gain, interval: 1.0 / 30,
            response: .assumed(gain: gain))
        change(&abilities)
        return LightPlan(abilities)
    }

    @Test("exposure first, then gain, then a longer exposure")
    func order() {
        let plan = plan()
        func setting(_ stops: Double) -> LightSetting { plan.setting(stops: stops, light: -stops) }
        #expect(setting(log2(50)) == LightSetting(exposure: 50, gain: 0))
        let amplified = setting(log2(333) + 2)
        #expect((330...334).contains(amplified.exposure))
        #expect((120...135).contains(amplified.gain))
        let slow = setting(log2(333) + 5)
        #expect(slow.gain >= 250)
        #expect((600...720).contains(slow.exposure))
        #expect(setting(20).exposure == 2000, "not longer than a fifth of a second")
    }

    @Test("exposures are whole periods of the lamp, gain makes up for the rest", arguments: [50, 60])
    func flicker(hertz: Int) {
        let plan = plan { $0.safe = FlickerSafeTimes(.mains(hertz)) }
        let period = 1e4 / Double(2 * hertz)
        for exposure in [110.0, 150, 190, 240, 310] {
            let setting = plan.setting(stops: log2(exposure), light: 0)
            let periods = Double(setting.exposure) / period
            #expect(abs(periods - periods.rounded()) < 0.02, "\(exposure): \(setting)")
            let stops = plan.response.stops(setting)
            #expect(abs(stops - log2(exposure)) < 0.1)
        }
        // A little too bright rather than bands.
        #expect(abs(Double(plan.setting(stops: log2(65), light: 0).exposure) - period) < 1)
        #expect(plan.setting(stops: log2(20), light: 0).exposure == 20)
    }

    @Test("a moving code has a short exposure and more gain")
    func smear() {
        var plan = plan()
        plan.smear = 0.004
        let setting = plan.setting(stops: log2(160), light: 0)
        #expect(setting.exposure == 40)
        #expect((125...130).contains(setting.gain))
    }

    @Test("a code that needs more light than gain can replace gets longer frames")
    func needed() {
        var plan = plan()
        plan.needed = log2(1000) - 3
        // At this light, the needed exposure is 100 ms.
        #expect(plan.setting(stops: log2(333) + 2.5, light: -3).exposure == 1000)
        // In twice the light, half.
        #expect(plan.setting(stops: log2(333) + 1.5, light: -2).exposure == 500)
        #expect(plan.setting(stops: log2(333), light: 2).exposure == 333)
    }
}

@Suite("The response of a camera")
struct LightResponseTests {
    @Test("a calibration's model has the same stops")
    func model() {
        var model = ResponseModel()
        for gain in [Int64(0), 128, 255] {
            for exposure in [Int64(50), 200] {
                model.add(
                    .init(
                        exposure: exposure, gain: gain,
                        level: 0.001 * Double(exposure) * exp2(Double(gain) / 64)))
            }
        }
        let response = LightResponse(model)
        for setting in [LightSetting(exposure: 77, gain: 31), LightSetting(exposure: 400, gain: 200)] {
            let expected = log2(Double(setting.exposure)) + Double(setting.gain) / 64
            let offset = response.stops(LightSetting(exposure: 1, gain: 0))
            #expect(abs(response.stops(setting) - offset - expected) < 0.05)
        }
    }

    @Test("a gain that is a factor has its logarithm")
    func factor() {
        let range = ControlRange(minimum: 100, maximum: 1600, defaultValue: 100)
        let response = LightResponse.assumed(gain: range, unit: 100)
        #expect(abs(response.stops(ofGain: 400) - 2) < 0.03)
        #expect(response.stops(ofGain: 100) == 0)
        let gain = response.gain(stops: log2(50) + 3, exposure: 50, in: range)
        #expect(abs(gain - 800) <= 16)
    }
}
