// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Changing light")
struct RoomLightTests {
    private func light(_ specification: String) throws -> RoomLight {
        RoomLight(try SimulatedScene(specification: specification))
    }

    @Test("a course goes in equal stops per second, part after part, and its last light stays")
    func course() throws {
        let light = try light("bench?lux=2..32@8s,32@2s,100..1@1min")
        for (time, lux) in [(0.0, 2.0), (2, 4), (4, 8), (8, 32), (9.5, 32), (40, 10), (70, 1), (1000, 1)] {
            #expect(abs(light.lux(at: time) - lux) < 1e-9 * lux, "\(time) s: \(light.lux(at: time))")
        }
    }

    @Test("a repeated course starts again; from darkness light grows evenly")
    func repeated() throws {
        let light = try light("bench?lux=0..100@10s,100@500ms,repeat")
        #expect(light.lux(at: 5) == 50)
        #expect(abs(light.lux(at: 10.5 + 5) - 50) < 1e-9)
        #expect(light.lux(at: 10.2) == 100)
    }

    @Test("a lamp is off for half a period, then on; clouds take from the daylight only")
    func lampAndClouds() throws {
        let lamp = try light("bench?lux=10&lamp=300@30s")
        #expect(lamp.lux(at: 14.9) == 10)
        #expect(lamp.lux(at: 15) == 310)
        #expect(lamp.lux(at: 31) == 10)
        let clouds = try light("bench?lux=100&clouds=0.6@10s&lamp=1000@20s&seed=4")
        let times = (0..<2000).map { Double($0) * 0.5 }
        let day = times.map { clouds.lux(at: $0) - ($0.truncatingRemainder(dividingBy: 20) >= 10 ? 1000 : 0) }
        #expect(day.allSatisfy { $0 >= 40 - 1e-9 && $0 <= 100 + 1e-9 })
        #expect(day.min()! < 50 && day.max()! > 90)
        // No jump: a cloud of ten seconds does not change more than this in half a second.
        #expect(zip(day, day.dropFirst()).allSatisfy { abs($0 - $1) < 60 * 0.16 })
        #expect(try light("bench?lux=100&clouds=0.6@10s&lamp=1000@20s&seed=5") != clouds)
    }

    @Test("in a shadow's period somebody passes once; some shade the middle, some only the border")
    func shadows() throws {
        let light = try light("bench?lux=100&shadows=0.8@4s")
        var shaded = 0
        for period in 0..<200 {
            let values = (0..<80).map { light.luxInTheMiddle(at: Double(period) * 4 + Double($0) * 0.05) }
            #expect(values.allSatisfy { $0 >= 20 - 1e-9 && $0 <= 100 })
            if values.min()! < 90 { shaded += 1 }
        }
        #expect((40...160).contains(shaded), "\(shaded)")
        #expect(light.lux(at: 3) == 100)
    }

    @Test("a shadow darkens its side of the picture by its depth and leaves the other side as it is")
    func shade() throws {
        var scene = flatScene(lux: 100, noise: false)
        scene.shadows = PassingShadows(depth: 0.6, period: 1)
        func columns(at time: Double, shadows: Bool) throws -> [Double] {
            var scene = scene
            if !shadows { scene.shadows = nil }
            let simulation = CameraSimulation(
                scene: scene, size: scene.frameSize, interval: scene.interval, startingAt: time)
            try simulation.set(.autoExposure, 1)
            try simulation.set(.exposureTimeAbsolute, 100)
            for _ in 0..<3 { simulation.skip() }
            let row = simulation.step().linearRow(240)
            return [8, row.count - 9].map { index in mean(Array(row[index - 8...index + 8])) }
        }
        let plain = try columns(at: 0, shadows: false)
        var sides = 0
        for moment in stride(from: 0.0, to: 12, by: 0.05) {
            let shaded = try columns(at: moment, shadows: true)
            let passing = zip(shaded, plain).map { $0 / $1 }
            #expect(passing.allSatisfy { $0 > 0.35 && $0 < 1.02 }, "\(moment) s: \(passing)")
            if passing.min()! < 0.75, passing.max()! > 0.97 { sides += 1 }
        }
        #expect(sides >= 10, "\(sides)")
    }

    @Test("the picture follows the course, row by row")
    func rows() throws {
        var scene = flatScene(lux: 100, noise: false)
        // The lamp goes on while a frame is exposed.
        scene.lamp = SwitchedLamp(lux: 300, period: 2)
        let simulation = CameraSimulation(scene: scene)
        for (id, value) in [(ControlID.autoExposure, 1), (.exposureTimeAbsolute, 20), (.gain, 0)]
            as [(ControlID, Int64)]
        {
            try simulation.set(id, value)
        }
        func frame(_ index: Int) -> [Double] {
            while simulation.frameIndex < index { simulation.skip() }
            let frame = simulation.step()
            return [10, 240, 470].map { mean(frame.linearRow($0)) }
        }
        let before = frame(20)
        let during = frame(29)
        let after = frame(40)
        for (dark, lit) in zip(before, after) { #expect(abs(lit / dark - 4) < 0.2) }
        #expect(abs(before[0] - before[2]) < 0.01 * before[0] + 0.002)
        // Frame 29 starts at 0.967 s; its last row is exposed 28 ms later, before the lamp: still dark.
        #expect(abs(during[2] / before[2] - 1) < 0.1)
        #expect(abs(simulation.conditions.illuminance - 400) < 1)
    }

    @Test("a rolling shutter shows a lamp that goes on within the frame")
    func withinAFrame() throws {
        var scene = flatScene(lux: 100, noise: false)
        scene.course = LightCourse([.init(from: 100, to: 100, in: 1.015), .init(from: 400, to: 400, in: 1)])
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.autoExposure, 1)
        try simulation.set(.exposureTimeAbsolute, 20)
        while simulation.frameIndex < 30 { simulation.skip() }
        let frame = simulation.step()
        #expect(mean(frame.linearRow(470)) > 3 * mean(frame.linearRow(10)))
    }

    @Test("the camera's own automatic follows, and pictures depend on the seed only")
    func automatic() throws {
        let scene = try SimulatedScene(
            specification: "bench?lux=20..2000@4s&clouds=0.5@3s&shadows=0.7@2s&lamp=200@3s&flicker=50&seed=8")
        let first = CameraSimulation(scene: scene)
        let second = CameraSimulation(scene: scene)
        var exposures: Set<Double> = []
        for index in 0..<150 {
            if index == 149 {
                #expect(first.step().pixels == second.step().pixels)
            } else {
                first.skip()
                second.skip()
            }
            exposures.insert(first.conditions.exposureTime)
        }
        #expect(exposures.count > 5)
    }

    @Test("the torch's light does not change with the room's")
    func torch() throws {
        var scene = flatScene(lux: 0, noise: false)
        scene.course = LightCourse([.init(from: 0, to: 0, in: 2), .init(from: 50, to: 50, in: 1)])
        scene.torchIntensity = 2
        let simulation = CameraSimulation(scene: scene)
        try simulation.set(.autoExposure, 1)
        try simulation.set(.exposureTimeAbsolute, 500)
        try simulation.set(.illuminator1, 1)
        while simulation.frameIndex < 10 { simulation.skip() }
        let torch = mean(simulation.step().linearRow(240))
        while simulation.frameIndex < 75 { simulation.skip() }
        let both = mean(simulation.step().linearRow(240))
        // 2 candela at 20 cm are 50 lux, at the middle of the picture.
        #expect(torch > 0.01)
        #expect(abs(both / torch - 2) < 0.25)
    }

    @Test(
        "a course that is none is refused, with what is accepted",
        arguments: [
            "lux=5@", "lux=..5@3s", "lux=5..@3s", "lux=5@0s", "lux=1..2..3@4s", "lux=1@2s,", "lux=300000@1s",
            "lux=-1@1s",
            "lux=repeat", "lux=nan@1s", "lamp=300", "lamp=300@0s", "clouds=2", "shadows=0.5@x",
            "shadows=0.5@99999999999h",
        ])
    func refused(key: String) {
        let error = #expect(throws: SceneError.self) { try SimulatedScene(specification: "bench?" + key) }
        #expect(error?.kind == .invalidValue, "\(key)")
    }
}
