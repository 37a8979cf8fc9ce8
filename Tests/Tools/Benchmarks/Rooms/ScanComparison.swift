// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Calibration
import CameraControls
import Foundation
import Frames
import Scanning
import SimulatedCamera

/// Compares `scan` with and without a calibration's settings, on a code at rest in a dim room: reads in ten seconds of
/// camera time, counting each frame, and the time until the first.
struct ScanComparison {
    static let specifications = [
        "bench?lux=1&seed=31", "bench?lux=0.6&seed=32", "bench?lux=2&contrast=0.6&seed=33",
        "bench?code=ean-13:4006381333931&lux=1&distance=220&seed=34", "bench?lux=1.2&distance=280&seed=35",
    ]

    static func run() throws {
        print("")
        print("scan of a code at rest in a dim room, 10 s of camera time: reads (frames), seconds to the first")
        print("scene".padding(toLength: 62, withPad: " ", startingAt: 0) + "without             with the settings")
        for specification in specifications {
            let run = try RoomRun(Room(name: specification, specification: specification))
            let without = try scan(run, SimulatedFrameSource(scene: run.scene))
            let chosen = try run.calibrate().report.chosen
            // Like a profile: a new start of the camera with the settings found.
            let source = try SimulatedFrameSource(scene: run.scene)
            try source.simulation.set(chosen.map { ControlSetting($0.id, .integer($0.value)) })
            let with = try scan(run, source)
            print(specification.padding(toLength: 62, withPad: " ", startingAt: 0) + without.words + with.words)
        }
    }

    private struct Outcome {
        var reads = 0
        var frames = 0
        var first: Double?

        var words: String {
            let counts = "\(reads) (\(frames))".padding(toLength: 12, withPad: " ", startingAt: 0)
            return counts + (first.map { String(format: "%5.1f s ", $0) } ?? "  never ")
        }
    }

    private static func scan(_ run: RoomRun, _ camera: SimulatedFrameSource) throws -> Outcome {
        let source = LimitedSource(camera, seconds: 10)
        var outcome = Outcome()
        var scan = LiveScan(
            source: source, reader: try run.reader(), symbologies: run.symbologies,
            policy: ReadPolicy(repeats: .everyRead))
        let expected = run.expected
        _ = try scan.run(timeout: nil) { (event: LiveEvent) -> Bool in
            guard case .read(let read) = event, read.barcode.text == expected else { return true }
            outcome.reads += 1
            outcome.first = outcome.first ?? source.time
            return true
        }
        outcome.frames = source.frames
        return outcome
    }
}

/// A camera's frames up to a time on its own clock.
private final class LimitedSource: FrameSource, @unchecked Sendable {
    // Unchecked: used from one thread.
    private let source: SimulatedFrameSource
    private let seconds: Double
    private(set) var frames = 0
    /// Seconds since the first frame.
    private(set) var time = 0.0
    private var first: Double?

    init(_ source: SimulatedFrameSource, seconds: Double) {
        self.source = source
        self.seconds = seconds
    }

    var format: StreamFormat { source.format }
    var statistics: StreamStatistics { source.statistics }
    func stop() { source.stop() }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        guard time < seconds, let frame = try source.nextFrame(timeout: timeout) else { return nil }
        frames += 1
        let now = Double(frame.timestamp.nanoseconds) * 1e-9
        first = first ?? now
        time = now - (first ?? now)
        return frame
    }
}
