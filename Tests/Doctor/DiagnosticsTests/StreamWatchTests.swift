// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Diagnostics
import Frames
import SimulatedCamera
import Testing

@Suite("watching a stream")
struct StreamWatchTests {
    /// Quick, on the simulated clock.
    private static var limits: StreamWatch.Limits {
        var limits = StreamWatch.Limits()
        limits.watch = .milliseconds(50)
        limits.longest = .milliseconds(400)
        return limits
    }

    private func watch(_ specification: String, _ settings: [ControlSetting] = []) throws -> (
        record: StreamRecord, frames: [Frame]
    ) {
        let source = try SimulatedFrameSource(scene: SimulatedScene(specification: specification))
        try source.simulation.set(settings)
        var record = StreamRecord()
        var watch = StreamWatch(
            source: source, settings: try SettingsReader(source.simulation), reader: nil, symbologies: [],
            limits: Self.limits)
        let frames = watch.run(into: &record, settles: true)
        return (record, frames)
    }

    @Test("a good stream: frames, rate by the camera's clock, settings")
    func good() throws {
        let (record, frames) = try watch("bench?pace=free&frame=160x120")
        #expect(record.ending == nil)
        #expect(record.frames >= 12 && frames.count == 12)
        #expect(record.identicalRun == 1)
        let rate = try #require(record.measuredRate)
        #expect(abs(rate - 30) < 0.5, "\(rate)")
        #expect(record.settings?.exposureTimeMaximum != nil)
        #expect(record.firstFrameMs != nil)
        #expect(record.disturbances.isEmpty)
    }

    @Test("a stream without noise repeats the same frame")
    func frozen() throws {
        let manual = [
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.focusAutomaticContinuous, .integer(0)),
        ]
        let (record, _) = try watch("bench?pace=free&frame=160x120&noise=off&flicker=off", manual)
        #expect(record.identicalRun >= 10, "\(record.identicalRun)")
    }

    @Test("an unplug and a stall are recorded as the ending")
    func endings() throws {
        let unplugged = try watch("bench?pace=free&frame=160x120&unplug=8").record
        #expect(unplugged.ending?.kind == .gone)
        let silent = try watch("bench?pace=free&frame=160x120&stall=0").record
        #expect(silent.ending?.kind == .noFrame)
        #expect(silent.frames == 0 && silent.firstFrameMs == nil)
    }
}
