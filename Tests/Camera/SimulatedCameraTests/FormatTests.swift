// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Frames
import SimulatedCamera
import Testing

@Suite("Formats of the simulated camera")
struct FormatTests {
    private func simulation(_ specification: String, _ fourCC: String, _ size: FrameSize) throws -> CameraSimulation {
        let scene = try SimulatedScene(specification: specification)
        let simulation = CameraSimulation(scene: scene)
        simulation.use(SimulatedMode(fourCC: FourCC(fourCC), size: size, interval: scene.interval))
        return simulation
    }
    private static let size = FrameSize(width: 160, height: 120)

    @Test("rates are those that the bus carries")
    func rates() {
        let modes = SimulatedMode.webcam(fastest: FrameInterval(numerator: 1, denominator: 30)!)
        func rate(_ fourCC: String, _ width: Int) -> Double? {
            modes.first { $0.fourCC?.description == fourCC && $0.size.width == width }?.interval.framesPerSecond
        }
        // 24.576 MB a second over two bytes a pixel: 40, 13.3 and 5.9 frames.
        #expect([320, 640, 1280, 1920].map { rate("YUYV", $0) } == [30, 30, 10, 5])
        #expect([320, 640, 1280, 1920].map { rate("MJPG", $0) } == [30, 30, 30, 30])
    }

    @Test("JPEG takes away no more than half a step of each cosine, and something")
    func loss() throws {
        let exact = try simulation("bench?lux=300&noise=off", "YUYV", Self.size)
        let lossy = try simulation("bench?lux=300&noise=off", "MJPG", Self.size)
        for _ in 0..<30 {
            exact.skip()
            lossy.skip()
        }
        let (a, b) = (exact.step().luma, lossy.step().luma)
        var (worst, sum) = (0.0, 0.0)
        for top in stride(from: 0, to: a.height, by: 8) {
            for left in stride(from: 0, to: a.width, by: 8) {
                var energy = 0.0
                for index in 0..<64 {
                    let difference =
                        Double(a[left + index % 8, top + index / 8]) - Double(b[left + index % 8, top + index / 8])
                    energy += difference * difference
                }
                worst = max(worst, energy)
                sum += energy
            }
        }
        // Parseval: Σ (step / 2)² of the table at quality 75, K.1 halved, and the rounding to whole values.
        let table = [
            16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
            29,
            51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
            121, 120,
            101, 72, 92, 95, 98, 112, 100, 103, 99,
        ]
        let bound = table.reduce(0.0) { $0 + Double(($1 + 1) / 2 * (($1 + 1) / 2)) / 4 }
        let rounding = 64 * 0.25
        #expect(worst.squareRoot() <= bound.squareRoot() + rounding.squareRoot())
        #expect(sum / Double(a.size.area) > 0.1)
    }

    @Test("an even picture stays as it is, to half a value, also where blocks reach beyond the edge")
    func even() throws {
        let size = FrameSize(width: 100, height: 50)
        let camera = try simulation("empty?lux=300&noise=off&grain=0", "MJPG", size)
        let plain = try simulation("empty?lux=300&noise=off&grain=0", "YUYV", size)
        for _ in 0..<30 {
            camera.skip()
            plain.skip()
        }
        let (a, b) = (camera.step().luma, plain.step().luma)
        for y in 0..<size.height {
            for x in 0..<size.width { #expect(abs(Int(a[x, y]) - Int(b[x, y])) <= 1) }
        }
    }

    @Test("another mode goes on with the controls and the time of the one before")
    func use() throws {
        let simulation = try simulation("bench?lux=300", "YUYV", Self.size)
        try simulation.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(77)),
        ])
        for _ in 0..<5 { simulation.skip() }
        let before = simulation.step().timestamp
        simulation.use(
            SimulatedMode(
                fourCC: FourCC("MJPG"), size: FrameSize(width: 320, height: 240),
                interval: FrameInterval(numerator: 1, denominator: 10)!))
        let (first, second) = (simulation.step(), simulation.step())
        #expect(first.luma.size == FrameSize(width: 320, height: 240))
        #expect(try simulation.value(of: .exposureTimeAbsolute) == .integer(77))
        #expect(abs(simulation.conditions.exposureTime - 0.0077) < 1e-9)
        #expect(abs(first.timestamp.since(before) / .milliseconds(1) - 33.333) < 0.01)
        #expect(abs(second.timestamp.since(first.timestamp) / .milliseconds(1) - 100) < 0.01)
    }

    @Test("a source of a simulation that has streamed before goes on in the present")
    func source() throws {
        let simulation = try simulation("bench?lux=300", "YUYV", Self.size)
        for _ in 0..<3000 { simulation.skip() }
        let source = try SimulatedFrameSource(simulation)
        #expect(source.format.fourCC == FourCC("YUYV"))
        let began = FrameTimestamp.now
        let frame = try #require(try source.nextFrame(timeout: .seconds(30)))
        // A hundred seconds of simulated time are behind it.
        #expect(abs(frame.timestamp.since(began) / .seconds(1)) < 20)
    }
}
