// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import Calibration
import CameraControls
import Frames
import SimulatedCamera
import Synchronization
import Testing

/// Calibrations of a simulated webcam that streams in several formats.
@Suite("calibrator, formats")
struct SwitchingTests {
    private func calibrate(
        _ specification: String, from fourCC: String, _ sizes: [FrameSize], interval: FrameInterval? = nil,
        refusing: String? = nil
    ) throws -> (report: CalibrationReport, streams: SimulatedStreams) {
        var scene = try SimulatedScene(specification: specification)
        scene.pace = .free
        let stopwatch = Stopwatch()
        let streams = SimulatedStreams(scene, sizes, refusing: refusing, stopwatch)
        let first = try #require(streams.modes.first { $0.fourCC.description == fourCC && $0.size == sizes[0] })
        let (source, reader) = try streams.start(first)
        streams.starts = []
        let report = try Calibrator(
            source: source, controls: streams.simulation, reader: reader,
            request: CalibrationRequest(symbologies: [.qr]),
            streams: streams, stopwatch: { stopwatch.now }
        ).run()
        return (report, streams)
    }

    private static let vga = FrameSize(width: 640, height: 480)
    private static let hd = FrameSize(width: 1280, height: 720)

    @Test("an exact format that is as fast is preferred to JPEG; openings are counted, and the camera stays in it")
    func exact() throws {
        let (report, streams) = try calibrate("bench?lux=200", from: "MJPG", [Self.vga])
        let stream = try #require(report.stream)
        #expect(stream.mode.fourCC.description == "YUYV")
        #expect(stream.reason == .uncompressed && stream.openings == 1)
        #expect(streams.starts.map(\.fourCC.description) == ["YUYV"])
        #expect(streams.simulation.mode.fourCC?.description == "YUYV")
        #expect(stream.losers.map { $0.outcome.mode.fourCC.description } == ["MJPG"])
        #expect(report.after.rate == 1 && report.after.frames >= 24)
        #expect(report.basis == .code)
        // The settings are still those of the report.
        for chosen in report.chosen {
            #expect(try streams.simulation.value(of: chosen.id) == .integer(chosen.value))
        }
    }

    @Test("if nothing can be better, the first mode is kept without trials")
    func untouched() throws {
        let (report, streams) = try calibrate("bench?lux=200", from: "YUYV", [Self.vga])
        #expect(report.stream?.mode.fourCC.description == "YUYV" && report.stream?.reason == nil)
        #expect(streams.starts.isEmpty && report.stream?.openings == 0)
        #expect(report.stream?.passedOver.map(\.mode.fourCC.description) == ["MJPG"])
    }

    @Test("JPEG at 30 fps is preferred to 10 fps that the bus allows uncompressed")
    func quicker() throws {
        let (report, streams) = try calibrate("bench?lux=300", from: "YUYV", [Self.hd])
        #expect(report.stream?.mode.fourCC.description == "MJPG" && report.stream?.reason == .quicker)
        #expect(streams.simulation.mode.fourCC?.description == "MJPG")
        #expect(report.after.frameDuration < 40)
    }

    @Test("a mode that does not start is skipped, and the calibration succeeds in the previous one")
    func refused() throws {
        let (report, streams) = try calibrate("bench?lux=200", from: "MJPG", [Self.vga], refusing: "YUYV")
        #expect(report.stream?.mode.fourCC.description == "MJPG")
        #expect(report.stream?.passedOver.contains { $0.reason.contains("no bandwidth") } == true)
        #expect(streams.simulation.mode.fourCC?.description == "MJPG")
        #expect(report.after.rate == 1)
    }

    @Test("without a code formats are not compared, and the report says so")
    func empty() throws {
        let (report, streams) = try calibrate("empty", from: "MJPG", [Self.vga])
        #expect(report.stream == nil && streams.starts.isEmpty)
        #expect(report.remarks.contains { $0.contains("formats were not compared") })
    }
}

/// A simulated webcam's modes.
private final class SimulatedStreams: StreamSwitching {
    let simulation: CameraSimulation
    let modes: [StreamMode]
    private(set) var current: StreamMode
    var starts: [StreamMode] = []
    private let refused: String?
    private let stopwatch: Stopwatch

    init(_ scene: SimulatedScene, _ sizes: [FrameSize], refusing: String?, _ stopwatch: Stopwatch) {
        self.stopwatch = stopwatch
        simulation = CameraSimulation(scene: scene)
        modes = SimulatedMode.webcam(fastest: scene.interval).filter { sizes.contains($0.size) }.map {
            StreamMode(
                fourCC: $0.fourCC!, size: $0.size, fastest: $0.interval.framesPerSecond, slowest: 5,
                coding: $0.isCompressed ? .compressed : .exact)
        }
        current = modes[0]
        refused = refusing
    }

    func start(_ mode: StreamMode) throws(CalibrationError) -> (source: any FrameSource, reader: any BarcodeReader) {
        if mode.fourCC.description == refused {
            throw .stream(FrameSourceError(.failed, "cannot start: no bandwidth"))
        }
        starts.append(mode)
        current = mode
        simulation.use(
            SimulatedMode(
                fourCC: mode.fourCC, size: mode.size,
                interval: FrameInterval(numerator: 1000, denominator: UInt32((mode.rate ?? 30) * 1000))!))
        do {
            return (try SimulatedFrameSource(simulation), TimedReader(try ZBarReader(), stopwatch))
        } catch {
            throw .stream(FrameSourceError(.failed, "\(error)"))
        }
    }
}

/// A clock that runs only during reading, so that no comparison depends on the load of the machine.
private final class Stopwatch: Sendable {
    private let time = Mutex(FrameTimestamp(nanoseconds: 0))

    var now: FrameTimestamp { time.withLock { $0 } }

    func pass(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
}

/// A reader that takes 8 ms for a frame of 640x480.
private final class TimedReader: BarcodeReader {
    private let reader: any BarcodeReader
    private let stopwatch: Stopwatch

    init(_ reader: any BarcodeReader, _ stopwatch: Stopwatch) {
        self.reader = reader
        self.stopwatch = stopwatch
    }

    var name: String { reader.name }
    var supported: Set<Symbology> { reader.supported }
    var abilities: ReaderAbilities { reader.abilities }

    func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        stopwatch.pass(.microseconds(8000 * image.size.width * image.size.height / (640 * 480)))
        return reader.read(image, symbologies: symbologies)
    }
}
