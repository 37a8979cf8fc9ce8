// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Automatic exposure and focus")
struct AutomaticLoopTests {
    @Test("automatic exposure comes to mid-grey and stays there", arguments: [40.0, 500, 5000, 20_000])
    func exposure(lux: Double) throws {
        var scene = try ScenePreset.bench.scene()
        scene.illuminance = lux
        let simulation = CameraSimulation(scene: scene)
        for _ in 0..<60 { simulation.skip() }
        let settled = simulation.conditions
        #expect(abs(log2(settled.meanSignal / 0.18)) < 0.1)
        for _ in 0..<60 {
            simulation.skip()
            #expect(simulation.conditions.exposureTime == settled.exposureTime)
            #expect(simulation.conditions.gain == settled.gain)
        }
    }

    @Test("automatic exposure recovers when the torch goes on and off")
    func change() throws {
        let simulation = CameraSimulation(scene: try ScenePreset.bench.scene())
        for value in [1, 0] as [Int64] {
            try simulation.set(.illuminator1, value)
            for _ in 0..<60 { simulation.skip() }
            #expect(abs(log2(simulation.conditions.meanSignal / 0.18)) < 0.1)
        }
    }

    @Test("frames last longer in the dark only when that is allowed", arguments: [0, 1] as [Int64])
    func frameRate(allowed: Int64) throws {
        let simulation = CameraSimulation(scene: try ScenePreset.dim.scene())
        try simulation.set(.exposureDynamicFramerate, allowed)
        for _ in 0..<60 { simulation.skip() }
        let conditions = simulation.conditions
        if allowed == 1 {
            #expect(abs(conditions.duration - 2.0 / 30) < 1e-6)
        } else {
            #expect(abs(conditions.duration - 1.0 / 30) < 1e-6)
            #expect(conditions.exposureTime <= 1.0 / 30 + 1e-9)
        }
        let before = simulation.step()
        let after = simulation.step()
        let gap = Double(after.timestamp.nanoseconds - before.timestamp.nanoseconds) * 1e-9
        #expect(abs(gap - conditions.duration) < 1e-6)
        // In light enough the rate is the one asked for.
        let bright = CameraSimulation(scene: try ScenePreset.bench.scene())
        try bright.set(.exposureDynamicFramerate, allowed)
        for _ in 0..<60 { bright.skip() }
        #expect(abs(bright.conditions.duration - 1.0 / 30) < 1e-9)
    }

    @Test(
        "exposure times are whole swings of the lamp the control names",
        arguments: [(1, 100.0), (2, 120)] as [(Int64, Double)])
    func antiFlicker(setting: Int64, swings: Double) throws {
        var scene = try ScenePreset.bench.scene()
        scene.illuminance = 700
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.powerLineFrequency, setting)
        for _ in 0..<60 { simulation.skip() }
        let cycles = simulation.conditions.exposureTime * swings
        #expect(cycles > 0.99)
        #expect(abs(cycles - cycles.rounded()) < 1e-6)
    }

    @Test("under a 50 Hz lamp the bands go when the camera is told the frequency")
    func bands() throws {
        let simulation = CameraSimulation(scene: try ScenePreset.flicker.scene())
        func swing() -> Double {
            for _ in 0..<60 { simulation.skip() }
            let frame = simulation.step()
            let rows = (0..<480).map { mean(Array(frame.linearRow($0)[..<200])) }
            let later = simulation.step()
            let laterRows = (0..<480).map { mean(Array(later.linearRow($0)[..<200])) }
            // Two frames see the same table and, a third of a swing later, other bands.
            return variance(zip(rows, laterRows).map { $0 / $1 }).squareRoot()
        }
        let before = swing()
        try simulation.set(.powerLineFrequency, 1)
        let after = swing()
        #expect(before > 0.1)
        #expect(after < 0.02)
    }

    @Test("automatic focus finds the distance", arguments: [90.0, 120, 200, 350, 600])
    func focus(distance: Double) throws {
        var scene = try ScenePreset.bench.scene()
        scene.distance = distance
        let simulation = CameraSimulation(scene: scene)
        for _ in 0..<80 { simulation.skip() }
        #expect(simulation.conditions.isFocusLocked)
        // Dioptres: 250 is 70 mm. The fine scan's step is 5.
        let expected = 70 * 250 / distance
        #expect(abs(Double(try simulation.integer(.focusAbsolute)) - expected) <= 7.5)
        #expect(simulation.conditions.blurDiameter < 2)
    }

    @Test("automatic focus finds nothing in the dark, and with the torch it does")
    func hunting() throws {
        let simulation = CameraSimulation(scene: try ScenePreset.dark.scene())
        for _ in 0..<80 {
            simulation.skip()
            #expect(!simulation.conditions.isFocusLocked)
        }
        try simulation.set(.illuminator1, 1)
        for _ in 0..<120 { simulation.skip() }
        #expect(simulation.conditions.isFocusLocked)
    }

    @Test("switching focus to manual and back focuses anew")
    func refocus() throws {
        let simulation = CameraSimulation(scene: try ScenePreset.blurred.scene())
        for _ in 0..<30 { simulation.skip() }
        #expect(simulation.conditions.blurDiameter > 8)
        try simulation.set(.focusAutomaticContinuous, 1)
        for _ in 0..<80 { simulation.skip() }
        #expect(simulation.conditions.isFocusLocked)
        #expect(simulation.conditions.blurDiameter < 2)
    }

    @Test("the same scene and requests give the same frames, and another seed others")
    func determinism() throws {
        func run(seed: UInt64, skipping: Bool) throws -> [[Double]] {
            var scene = try ScenePreset.flicker.scene()
            scene.seed = seed
            scene.speed = 50
            let simulation = CameraSimulation(scene: scene)
            var frames: [[Double]] = []
            for index in 0..<12 {
                if index == 5 { try simulation.set(.brightness, 150) }
                if index >= 9 {
                    frames.append(simulation.step().pixels)
                } else if skipping {
                    simulation.skip()
                } else {
                    _ = simulation.step()
                }
            }
            return frames
        }
        let first = try run(seed: 7, skipping: false)
        #expect(try run(seed: 7, skipping: false) == first)
        #expect(try run(seed: 7, skipping: true) == first)
        #expect(try run(seed: 8, skipping: false) != first)
        #expect(first[0] != first[1])
    }

    @Test("sequence numbers count from 0 and timestamps are simulated time")
    func time() throws {
        var scene = try ScenePreset.bench.scene()
        scene.illuminance = 2000
        let simulation = CameraSimulation(scene: scene)
        for index in 0..<10 {
            let frame = simulation.step()
            #expect(frame.sequence == index)
            #expect(abs(frame.timestamp.nanoseconds - Int64(index) * 33_333_333) <= Int64(index))
        }
    }
}
