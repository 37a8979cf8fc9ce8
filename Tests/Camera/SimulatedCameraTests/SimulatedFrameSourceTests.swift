// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Foundation
import Frames
import SimulatedCamera
import Testing

@Suite("Frames of the simulated camera")
struct SimulatedFrameSourceTests {
    private func source(_ specification: String) throws -> SimulatedFrameSource {
        try SimulatedFrameSource(scene: try SimulatedScene(specification: specification + "&frame=160x120"))
    }

    private func failure(_ source: SimulatedFrameSource) -> FrameSourceError? {
        #expect(throws: FrameSourceError.self) { try source.nextFrame(timeout: .milliseconds(200)) }
    }

    @Test("at a free pace every frame is delivered, in simulated time")
    func free() throws {
        let source = try source("bench?pace=free&lux=2000")
        #expect(source.format.size == FrameSize(width: 160, height: 120))
        #expect(source.format.interval == FrameInterval(numerator: 1, denominator: 30))
        var before: Frame?
        for index in 0..<20 {
            let frame = try #require(try source.nextFrame(timeout: .seconds(1)))
            #expect(frame.sequence == index)
            if let before { #expect(abs(frame.timestamp.nanoseconds - before.timestamp.nanoseconds - 33_333_333) < 3) }
            before = frame
        }
        #expect(source.statistics.captured == 20)
        #expect(source.statistics.superseded == 0)
    }

    @Test("at the real pace a slow caller gets the newest frame and the others are counted")
    func real() throws {
        let source = try source("bench?lux=2000&fps=60")
        let first = try #require(try source.nextFrame(timeout: .seconds(30)))
        Thread.sleep(forTimeInterval: 0.3)
        let second = try #require(try source.nextFrame(timeout: .seconds(30)))
        let missed = second.sequence - first.sequence - 1
        #expect(missed > 0)
        #expect(source.statistics.superseded == missed + first.sequence)
        #expect(source.statistics.captured == second.sequence + 1)
        #expect(second.timestamp > first.timestamp)
        #expect(second.timestamp < FrameTimestamp.now)
    }

    @Test("after a long pause the lost time is skipped, not caught up with")
    func pause() throws {
        let source = try source("bench?lux=2000&fps=200")
        _ = try source.nextFrame(timeout: .seconds(30))
        Thread.sleep(forTimeInterval: 1.5)
        let frame = try #require(try source.nextFrame(timeout: .seconds(30)))
        #expect(source.statistics.dropped > 0)
        #expect(frame.timestamp < FrameTimestamp.now)
        let next = try #require(try source.nextFrame(timeout: .seconds(30)))
        #expect(next.timestamp > frame.timestamp)
    }

    @Test("a stall is no frame, the source lives, and a limited one ends")
    func stall() throws {
        let source = try source("bench?pace=free&stall=2+3")
        for _ in 0..<2 { _ = try source.nextFrame(timeout: .seconds(1)) }
        for _ in 0..<3 { #expect(failure(source)?.kind == .noFrame) }
        #expect(try source.nextFrame(timeout: .seconds(1))?.sequence == 5)
        #expect(source.statistics.dropped == 3)
        let real = try self.source("bench?stall=0")
        #expect(failure(real)?.kind == .noFrame)
        #expect(failure(real)?.kind == .noFrame)
    }

    @Test("an unplugged camera is gone, and stays so")
    func unplug() throws {
        for pace in ["free", "real"] {
            let source = try source("bench?unplug=1&pace=\(pace)&fps=60")
            // At the real pace a busy machine may not have looked before the camera went.
            if pace == "free" {
                #expect(try source.nextFrame(timeout: .seconds(30)) != nil)
            } else {
                _ = try? source.nextFrame(timeout: .seconds(30))
            }
            #expect(failure(source)?.kind == .gone)
            #expect(failure(source)?.kind == .gone)
            let control = #expect(throws: ControlError.self) { try source.simulation.set(.brightness, 1) }
            #expect(control?.kind == .gone)
        }
    }

    @Test("a busy camera does not start")
    func busy() throws {
        let scene = try SimulatedScene(specification: "bench?busy=on")
        let error = #expect(throws: FrameSourceError.self) { try SimulatedFrameSource(scene: scene) }
        #expect(error?.kind == .busy)
    }

    @Test("a damaged frame is flagged, counted and grey below the middle")
    func corrupt() throws {
        let source = try source("bench?pace=free&corrupt=1+1")
        let frames = try (0..<3).map { _ in try #require(try source.nextFrame(timeout: .seconds(1))) }
        #expect(frames.map(\.isCorrupt) == [false, true, false])
        #expect(source.statistics.corrupt == 1)
        #expect((60..<120).allSatisfy { y in (0..<160).allSatisfy { frames[1].luma[$0, y] == 128 } })
        #expect(Set(frames[1].row(59)).count > 1)
    }

    @Test("stopping ends the stream and wakes a waiting call")
    func stop() async throws {
        let source = try source("bench?stall=0")
        let waiting = Task.detached { try source.nextFrame(timeout: .seconds(86_400)) }
        try await Task.sleep(for: .milliseconds(50))
        source.stop()
        #expect(try await waiting.value == nil)
        #expect(try source.nextFrame(timeout: .seconds(1)) == nil)
        source.stop()
    }

    @Test("a control set on the running camera shows in its frames")
    func control() throws {
        let source = try source("bench?pace=free&noise=off&grain=0")
        try source.simulation.set(.privacy, 1)
        for _ in 0..<2 { #expect(try source.nextFrame(timeout: .seconds(1))?.luma[5, 5] != 0) }
        #expect(try source.nextFrame(timeout: .seconds(1))?.luma[5, 5] == 0)
    }
}
