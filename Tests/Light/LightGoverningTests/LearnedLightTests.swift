// SPDX-License-Identifier: Apache-2.0

import Calibration
import Glibc
import LightGoverning
import Testing

@Suite("What a governor learned")
struct LearnedLightTests {
    private let gain = ControlRange(minimum: 0, maximum: 255, defaultValue: 0)
    private let start = LightSetting(exposure: 100, gain: 0)

    private func abilities(_ change: (inout LightAbilities) -> Void = { _ in }) -> LightAbilities {
        var abilities = LightAbilities(
            exposure: ControlRange(minimum: 3, maximum: 2047, defaultValue: 250), gain: gain, interval: 1.0 / 30,
            response: .assumed(gain: gain))
        change(&abilities)
        return abilities
    }

    private func isGood(_ sight: LightSight) -> Bool { sight.clipped == 0 && (sight.quantiles.last ?? 0) > 0.1 }

    /// Runs 90 frames in a light from the same setting; returns the number of frames before the first good one, and what was
    /// learned.
    private func run(
        _ light: Double, past: LearnedLight, expecting: Bool = false, delay: Int = 3
    ) -> (first: Int, learned: LearnedLight) {
        var governor = LightGovernor(abilities(), start: start, past: past)
        var camera = PlainCamera(start)
        camera.delay = delay
        // Not what is assumed of a gain.
        camera.gainStops = 6.5
        if expecting, let last = past.last, let order = governor.expect(light: last) { camera.set(order.setting) }
        var first: Int?
        for index in 0..<90 {
            let sight = camera.next(light: light)
            if let order = governor.observe(sight) { camera.set(order.setting) }
            if first == nil, isGood(sight) { first = index }
            if let order = governor.note(isRead: isGood(sight), smear: nil, sight: sight) { camera.set(order.setting) }
        }
        return (first ?? .max, governor.learned)
    }

    @Test("a second run in the same light starts with it", arguments: [0.26 / 3000, 0.26 / 300, 0.26 / 40, 0.26 * 30])
    func sameLight(light: Double) {
        let first = run(light, past: LearnedLight())
        #expect(first.learned.last != nil && !first.learned.lights.isEmpty)
        let second = run(light, past: first.learned, expecting: true)
        #expect(second.first < first.first, "\(light): \(first.first), then \(second.first) frames")
        #expect(second.first <= 4)
    }

    @Test("in a light of an earlier run it goes there at once, whatever light was last")
    func knownLight() {
        let dark = 0.26 / 3000
        var past = run(dark, past: LearnedLight()).learned
        let alone = run(dark, past: LearnedLight()).first
        past = run(0.26, past: past).learned
        let second = run(dark, past: past).first
        #expect(second < alone, "\(alone), then \(second) frames")
    }

    @Test(
        "a light that is another one than expected costs less than two seconds", arguments: [0.26 / 500, 0.26 * 20])
    func otherLight(light: Double) {
        let past = run(0.26 / 3000, past: LearnedLight()).learned
        let alone = run(light, past: LearnedLight()).first
        let second = run(light, past: past, expecting: true).first
        #expect(second <= alone + 60, "\(alone), with a wrong expectation \(second) frames")
    }

    @Test("before the first read, the exposure is the one with which codes were read in this light")
    func exposure() throws {
        var past = LearnedLight()
        // A code that moves: 5 ms, and gain.
        let light = -12.0
        past.add(light, LightSetting(exposure: 50, gain: 200))
        var governor = LightGovernor(abilities(), start: start, past: past)
        let expected = governor.expect(light: light)
        let order = try #require(expected)
        #expect(order.setting.exposure == 50 && order.setting.gain > 100, "\(order.setting)")
        var other = LightGovernor(abilities(), start: start)
        let usual = other.expect(light: light)
        #expect(try #require(usual).setting.exposure > 100)
        // It is not kept if nothing is read with it.
        var camera = PlainCamera(order.setting)
        for _ in 0..<400 {
            let sight = camera.next(light: 100 * exp2(light))
            if let order = governor.observe(sight) { camera.set(order.setting) }
            if let order = governor.note(isRead: false, smear: nil, sight: sight) { camera.set(order.setting) }
        }
        #expect(camera.setting.exposure > 100, "\(camera.setting)")
    }

    @Test("it is bounded: one light a stop, and not more than a camera tells apart")
    func bounds() {
        var learned = LearnedLight()
        for index in 0..<10_000 { learned.add(Double(index % 997) / 3 - 150, start) }
        #expect(learned.lights.count <= LearnedLight.most)
        #expect(learned.lights.map(\.light) == learned.lights.map(\.light).sorted())
        #expect(learned.lights.allSatisfy { abs($0.light) < 100 })
        for _ in 0..<300_000 { learned.add(-3.5, start) }
        #expect(learned.lights.allSatisfy { $0.reads <= 100_000 })
        learned.add(.nan, start)
        learned.add(.init(light: 0, setting: start, reads: -1))
        #expect(learned.lights.allSatisfy { $0.light.isFinite && $0.reads > 0 })
    }

    @Test("a lamp that nobody asked for goes on only in less light than the calibration's code reads in")
    func lampBelow() {
        for (room, isLitExpected) in [(0.0003, false), (0.00002, true)] {
            let able = abilities {
                $0.hasLamp = true
                // The code reads at 100 ms of a light of 0.0002.
                $0.lampBelow = log2(1000 * 0.0002 / 100)
            }
            var governor = LightGovernor(able, start: start)
            var camera = PlainCamera(start)
            var isLit = false
            for _ in 0..<300 {
                let sight = camera.next(light: room)
                if let order = governor.observe(sight) {
                    camera.set(order.setting)
                    isLit = order.lamp ?? isLit
                }
                // A code is nowhere.
                if let order = governor.note(isRead: false, smear: nil, sight: sight) { camera.set(order.setting) }
            }
            #expect(governor.isStarved, "\(room)")
            #expect(isLit == isLitExpected, "\(room)")
        }
    }
}
