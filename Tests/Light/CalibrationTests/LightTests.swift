// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Calibration
import Foundation
import Testing

@Suite("effect of exposure time and gain")
struct ResponseModelTests {
    /// Two stops of gain per hundred steps.
    private func level(_ exposure: Int64, _ gain: Int64, slope: Double = 1) -> Double {
        0.0004 * pow(Double(exposure), slope) * exp2(Double(gain) / 50)
    }

    private func model(slope: Double = 1) -> ResponseModel {
        var model = ResponseModel()
        for (exposure, gain) in [(200, 0), (50, 0), (50, 200), (50, 100)] as [(Int64, Int64)] {
            model.add(.init(exposure: exposure, gain: gain, level: level(exposure, gain, slope: slope)))
        }
        return model
    }

    @Test("levels of settings that were not measured are predicted", arguments: [0.8, 1.0, 1.2])
    func prediction(slope: Double) throws {
        let model = model(slope: slope)
        #expect(abs(model.slope - slope) < 0.01)
        for (exposure, gain) in [(100, 0), (333, 30), (20, 150), (50, 200)] as [(Int64, Int64)] {
            let predicted = try #require(model.level(exposure: exposure, gain: gain))
            #expect(abs(log2(predicted / level(exposure, gain, slope: slope))) < 0.05)
        }
    }

    @Test("the smallest gain that reaches a level is found")
    func gain() {
        let range = ControlRange(minimum: 0, maximum: 200, step: 5, defaultValue: 0)
        let gain = model().gain(for: 0.2, exposure: 50, in: range)
        #expect(level(50, gain) >= 0.2 * 0.99)
        #expect(level(50, gain - 5) < 0.2)
        #expect(model().gain(for: 99, exposure: 50, in: range) == 200)
        #expect(model().gain(for: 0.001, exposure: 50, in: range) == 0)
    }

    @Test("the exposure that reaches a level is found")
    func exposure() throws {
        let exposure = try #require(model().exposure(for: 0.1, gain: 100))
        #expect(abs(level(Int64(exposure), 100) - 0.1) < 0.002)
    }

    @Test("a gain without effect has no stops, and a model without measurements predicts nothing")
    func idle() {
        var model = ResponseModel()
        #expect(model.level(exposure: 100, gain: 0) == nil)
        for gain in [0, 100, 200] as [Int64] { model.add(.init(exposure: 100, gain: gain, level: 0.1)) }
        #expect(model.stops(ofGain: 200) == 0)
        model.add(.init(exposure: 100, gain: 255, level: 0))
        #expect(model.looks.count == 3)
    }
}

@Suite("flicker")
struct FlickerTests {
    /// Row means of a grey picture under a lamp: rows are read over 28 ms, exposed for 5.
    private func rows(frame: Int, lamp hertz: Double, depth: Double, interval: Double, exposure: Double) -> [Double] {
        (0..<240).map { row in
            let start = Double(frame) * interval + Double(row) / 240 * 0.028
            let x = Double.pi * 2 * hertz * exposure
            let swing = depth * sin(x) / x * cos(2 * .pi * 2 * hertz * (start + exposure / 2))
            // A scene that is lighter below.
            let light = 0.2 * (1 + swing) * (0.5 + Double(row) / 240)
            return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
    }

    private func find(_ hertz: Double, depth: Double, fps: Double) -> FlickerFinder.Finding? {
        let interval = 1 / fps
        return FlickerFinder.find(
            short: (0..<6).map { rows(frame: $0, lamp: hertz, depth: depth, interval: interval, exposure: 0.005) },
            safe: (0..<2).map { rows(frame: $0, lamp: hertz, depth: depth, interval: interval, exposure: 0.05) },
            times: (0..<6).map { Double($0) * interval })
    }

    @Test("both mains frequencies are found, also from bands that stand still", arguments: [50.0, 60], [30.0, 15])
    func mains(hertz: Double, fps: Double) throws {
        let finding = try #require(find(hertz, depth: 0.5, fps: fps))
        #expect(finding.mains == Int(hertz))
        // An exposure of 5 ms reduces the amplitude by a sinc.
        let left = 0.5 * sin(.pi * 2 * hertz * 0.005) / (.pi * 2 * hertz * 0.005)
        #expect(abs(finding.amplitude - left) < 0.2 * left)
    }

    @Test("a steady lamp has no mains")
    func steady() throws {
        let finding = try #require(find(50, depth: 0, fps: 30))
        #expect(finding.mains == nil)
        #expect(finding.amplitude < 0.02)
    }

    @Test("at 20 fps both frequencies look alike: flicker is found, but no frequency")
    func ambiguous() throws {
        let finding = try #require(find(50, depth: 0.5, fps: 20))
        #expect(finding.amplitude > 0.1)
        #expect(finding.mains == nil)
    }

    @Test("too few frames or rows give no result")
    func few() {
        #expect(FlickerFinder.find(short: [[1, 2]], safe: [[1, 2]], times: [0]) == nil)
        #expect(FlickerFinder.find(short: [], safe: [], times: []) == nil)
    }

    @Test("safe times are whole flicker periods")
    func safe() {
        #expect(abs(FlickerSafeTimes(.mains(50)).atMost(0.0333) - 0.03) < 1e-9)
        #expect(abs(FlickerSafeTimes(.mains(60)).atMost(0.0333) - 4.0 / 120) < 1e-9)
        #expect(abs(FlickerSafeTimes(.unknown).atMost(0.2047) - 0.2) < 1e-9)
        #expect(FlickerSafeTimes(.mains(50)).atMost(0.004) == 0.004)
        #expect(FlickerSafeTimes(.steady).atMost(0.0333) == 0.0333)
        for hertz in [50, 60] {
            for swings in 1...20 {
                #expect(FlickerSafeTimes(.mains(hertz)).isSafe(Double(swings) / Double(2 * hertz)))
            }
            #expect(!FlickerSafeTimes(.mains(hertz)).isSafe(1.5 / Double(2 * hertz)))
        }
    }

    @Test("the next safe time is one flicker period longer, or 10 % if all are safe")
    func next() {
        #expect(abs(FlickerSafeTimes(.unknown).after(0.05) - 0.1) < 1e-9)
        #expect(abs(FlickerSafeTimes(.unknown).after(0.0333) - 0.05) < 1e-9)
        #expect(abs(FlickerSafeTimes(.mains(50)).after(0.03) - 0.04) < 1e-9)
        #expect(abs(FlickerSafeTimes(.steady).after(0.03) - 0.033) < 1e-9)
    }

    @Test("a moving code is exposed for the time in which it moves half a module")
    func blur() {
        #expect(BlurBudget(module: 0.5).longestExposure(speed: 250) == 0.001)
        #expect(BlurBudget(module: 0.5).longestExposure(speed: 0) == .infinity)
        #expect(BlurBudget.nominalModule(.ean13) == 0.330)
        #expect(BlurBudget.nominalModule(.qr) == nil)
    }
}
