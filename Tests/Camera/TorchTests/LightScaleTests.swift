// SPDX-License-Identifier: Apache-2.0

import Testing
import Torch

@Suite("levels of a light")
struct LightScaleTests {
    @Test(
        "percent become the driver's steps",
        arguments: [
            (1, 1), (2, 1), (10, 2), (33, 5), (50, 8), (53, 8), (99, 15), (100, 15), (0, 1), (-5, 1), (900, 15),
        ])
    func steps(percent: Int, level: Int64) {
        #expect(LightScale(minimum: 1, maximum: 15, unit: .steps).level(percent: percent) == level)
    }

    @Test(
        "percent become milliamperes, rounded to the step as V4L2 does, never below the minimum",
        arguments: [(1, 25), (5, 25), (9, 25), (10, 50), (30, 125), (50, 200), (97, 375), (100, 375)])
    func current(percent: Int, level: Int64) {
        #expect(LightScale(minimum: 25, maximum: 375, step: 25, unit: .milliamperes).level(percent: percent) == level)
    }

    @Test("a step that does not reach the maximum ends before it")
    func unreached() {
        let scale = LightScale(minimum: 10, maximum: 95, step: 20, unit: .milliamperes)
        #expect(scale.level(percent: 100) == 90)
    }

    @Test("only darkness is 0 percent", arguments: [(0, 0), (-3, 0), (1, 1), (100, 20), (499, 100), (9999, 100)])
    func percent(level: Int64, percent: Int) {
        #expect(LightScale(minimum: 1, maximum: 500, unit: .steps).percent(level: level) == percent)
    }

    @Test("a round trip stays within half a step", arguments: 1...100)
    func roundTrip(percent: Int) {
        let scale = LightScale(minimum: 1, maximum: 255, unit: .steps)
        #expect(scale.percent(level: scale.level(percent: percent)) == percent)
    }

    @Test("numbers no driver should give do no harm")
    func nonsense() {
        let extremes: [Int64] = [.min, -1, 0, 1, .max]
        for minimum in extremes {
            for maximum in extremes {
                for step in [UInt64.min, 1, .max] {
                    let scale = LightScale(minimum: minimum, maximum: maximum, step: step, unit: .steps)
                    for percent in [1, 50, 100] {
                        let level = scale.level(percent: percent)
                        #expect((scale.minimum...scale.maximum).contains(level))
                        #expect((1...100).contains(scale.percent(level: level)))
                    }
                }
            }
        }
    }
}

@Suite("names of lights")
struct LightNameTests {
    @Test("a function of flash or torch is a torch", arguments: ["white:flash", "x:white:torch", "led:yellow:Flash"])
    func torches(name: String) { #expect(LightName(name) == .torch) }

    @Test(
        "a light that shows people that they are filmed is not a torch",
        arguments: [
            "pretend::privacy", "tpacpi::camera", "webcam:red", "asus::camera", "privacy:white:flash", "CAMERA",
            "hp::privacy-shutter",
        ])
    func privacy(name: String) { #expect(LightName(name) == .privacy) }

    @Test(
        "others are neither", arguments: ["input0::capslock", "flash", "torch", "white:flash:b", "", ":", "red:status"])
    func others(name: String) { #expect(LightName(name) == .other) }
}
