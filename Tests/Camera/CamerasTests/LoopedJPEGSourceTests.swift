// SPDX-License-Identifier: Apache-2.0

import Cameras
import ConfinedDecoding
import Frames
import SimulatedCamera
import Testing

@Suite("A simulated camera's JPEG, over and over")
struct LoopedJPEGSourceTests {
    private static func source(_ keys: String = "") throws -> LoopedJPEGSource {
        let scene = try SimulatedScene(specification: "bench?formats=loop&pace=free&frame=320x240&fps=5" + keys)
        return try LoopedJPEGSource(
            scene: scene, size: scene.frameSize, interval: scene.interval, decoders: Decoders(isInProcess: true))
    }

    @Test("one second of frames repeats, numbered continuously without gaps")
    func loop() throws {
        let source = try Self.source()
        source.keepCompressed(true)
        #expect(source.format.fourCC == FourCC("MJPG"))
        let frames = try (0..<11).map { _ in try #require(try source.nextFrame(timeout: .seconds(5))) }
        #expect(frames.map(\.sequence) == Array(0..<11))
        #expect(source.statistics.captured == 11)
        #expect(source.statistics.superseded == 0)
        let bytes = frames.map { $0.jpeg.map { storage in storage.withSpan { span in span.indices.map { span[$0] } } } }
        #expect(bytes[0] == bytes[5])
        #expect(bytes[0] == bytes[10])
        // The sensor's noise: each is another picture.
        #expect(bytes[0] != bytes[1])
        #expect(bytes[0]?.starts(with: [0xff, 0xd8]) == true)
    }

    @Test("frames are compressed only for whom they are kept, and are what the scene shows")
    func pictures() throws {
        let source = try Self.source()
        let frame = try #require(try source.nextFrame(timeout: .seconds(5)))
        #expect(frame.jpeg == nil)
        let scene = try SimulatedScene(specification: "bench?frame=320x240&fps=5")
        let simulation = CameraSimulation(scene: scene)
        for _ in 0..<60 { simulation.skip() }
        let drawn = simulation.step().luma
        var sum = 0
        for y in 0..<240 { for x in 0..<320 { sum += abs(Int(frame.luma[x, y]) - Int(drawn[x, y])) } }
        #expect(sum < 4 * 320 * 240)
    }

    @Test("at its own pace a frame comes when its time is over, and a stop ends the wait")
    func pace() throws {
        let scene = try SimulatedScene(specification: "bench?formats=loop&frame=320x240&fps=1")
        let source = try LoopedJPEGSource(
            scene: scene, size: scene.frameSize, interval: scene.interval, decoders: Decoders(isInProcess: true))
        #expect(throws: FrameSourceError.self) { try source.nextFrame(timeout: .zero) }
        let first = try #require(try source.nextFrame(timeout: .seconds(30)))
        let second = try #require(try source.nextFrame(timeout: .seconds(30)))
        #expect(second.sequence > first.sequence)
        source.stop()
        #expect(try source.nextFrame(timeout: .seconds(30)) == nil)
    }
}
