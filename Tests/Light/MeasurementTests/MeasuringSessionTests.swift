// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZBar
import CameraControls
import Frames
import Measurement
import Output
import Scanning
import SimulatedCamera
import TestSupport
import Testing

@Suite("Measuring a stream")
struct MeasuringSessionTests {
    /// A reader that returns the same for every picture, after a given time.
    private final class Parrot: BarcodeReader {
        let name = "parrot"
        let supported: Set<Symbology> = [.qr]
        let says: [Barcode]
        private(set) var calls = 0
        init(_ says: [Barcode]) { self.says = says }
        func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
            calls += 1
            return says
        }
    }

    private let code = Barcode(
        symbology: .qr, bytes: Array("X".utf8),
        corners: Quadrilateral(
            topLeft: PixelPoint(x: 4, y: 4), topRight: PixelPoint(x: 28, y: 4), bottomRight: PixelPoint(x: 28, y: 28),
            bottomLeft: PixelPoint(x: 4, y: 28)), reader: "parrot")

    private func frames(_ count: Int, origin: TimestampOrigin = .exposureStart, step: Int = 1) -> [Frame] {
        (0..<count).map { index in
            var frame = Frame.grey(UInt8(100 + index % 2), sequence: index * step)
            frame.timestamp = FrameTimestamp.now + .milliseconds(-200 + 20 * index * step)
            frame.timestampOrigin = origin
            return frame
        }
    }

    private func options(_ change: (inout MeasuringOptions) -> Void = { _ in }) -> MeasuringOptions {
        var options = MeasuringOptions(symbologies: [.qr])
        options.takesEveryFrame = true
        change(&options)
        return options
    }

    @Test("if the stream waits, every frame is read and measured, and results are counted")
    func every() throws {
        let session = MeasuringSession(
            source: ScriptedFrameSource(frames(6)), controls: nil, reader: Parrot([code, code]), options: options())
        var (measured, reads) = ([Int](), [Int]())
        try session.run { event in
            switch event {
            case .frame(let frame): measured.append(frame.sequence)
            case .read(let read):
                reads.append(read.sequence)
                #expect(read.barcodes.count == 2 && read.age != nil)
            }
        }
        #expect(measured == Array(0..<6) && reads == Array(0..<6))
        let summary = session.summary
        #expect(summary.framesTried == 6 && summary.framesRead == 6 && summary.codesRead == 12)
        #expect(summary.readShare == 1 && summary.readsPerFrame == 2)
        #expect(summary.decodes.count == 6 && summary.latencies.count == 6)
        #expect(summary.passedByReader == 0 && summary.passedByFigures == 0)
        let rate = try #require(summary.stream.rate)
        #expect(abs(rate - 50) < 1)
        #expect(summary.mean.minimum == 100 && summary.mean.maximum == 101)
        // A stream without a camera has no exposure.
        guard case .unknown(let reason)? = summary.lastLight else {
            Issue.record("light without an exposure")
            return
        }
        #expect(reason.contains("no camera"))
    }

    @Test(
        "there is no latency if the clock is not ours",
        arguments: [(TimestampOrigin.simulated, 0), (.arrival, 4), (.frameEnd, 4)])
    func clocks(_ origin: TimestampOrigin, _ known: Int) throws {
        let session = MeasuringSession(
            source: ScriptedFrameSource(frames(4, origin: origin)), controls: nil, reader: Parrot([code]),
            options: options())
        try session.run { event in
            if case .read(let read) = event { #expect((read.age != nil) == (known > 0)) }
        }
        #expect(session.summary.latencies.count == known)
        #expect(session.summary.stream.origin == origin)
        let json = session.summary.json(source: "s", camera: "c").text
        #expect(json.contains(#""sensor":null"#))
        var summary = session.summary
        summary.sensor = AmbientLightSensor(name: "als", lux: 41.5)
        #expect(summary.json(source: "s", camera: "c").text.contains(#""sensor":{"name":"als","lux":41.5"#))
        #expect(json.contains("\"latency_from\":\"\(origin.rawValue)\""))
        #expect(json.contains("\"latency_is_known\":\(known > 0)"))
    }

    @Test("it ends after a number of frames, or a time on the frames' clock")
    func ends() throws {
        for change in [
            { (options: inout MeasuringOptions) in options.frames = 3 }, { $0.duration = .milliseconds(40) },
        ] {
            let reader = Parrot([])
            let session = MeasuringSession(
                source: ScriptedFrameSource(frames(50)), controls: nil, reader: reader, options: options(change))
            try session.run { _ in }
            #expect(session.summary.stream.frames == 3 && reader.calls == 3)
            #expect(session.summary.readShare == 0 && session.summary.latencies.count == 0)
        }
    }

    @Test("a failing source ends it with the source's error, and results remain")
    func fails() throws {
        let error = FrameSourceError(.gone, "cannot read frames from x: it was unplugged; plug it in")
        let source = ScriptedFrameSource(frames(2).map { .frame($0) } + [.failure(error)])
        let session = MeasuringSession(source: source, controls: nil, reader: Parrot([code]), options: options())
        do {
            try session.run { _ in }
            Issue.record("no failure")
        } catch MeasuringFailure.source(let thrown) {
            #expect(thrown == error)
        }
        #expect(session.summary.framesRead == 2)
    }

    @Test("a receiver that throws ends it, and the source is stopped")
    func receiver() throws {
        struct Enough: Error {}
        let source = ScriptedFrameSource(endless: frames(1)[0])
        let session = MeasuringSession(source: source, controls: nil, reader: Parrot([code]), options: options())
        #expect(throws: Enough.self) { try session.run { _ in throw Enough() } }
        #expect(source.isStopped)
    }

    @Test("a region outside the frame is refused")
    func region() throws {
        let session = MeasuringSession(
            source: ScriptedFrameSource(frames(3)), controls: nil, reader: Parrot([]),
            options: options { $0.region = FrameRegion("0,0,64,10") })
        do {
            try session.run { _ in }
            Issue.record("no failure")
        } catch MeasuringFailure.region(let error) {
            #expect(error.description.contains("0,0,64,10"))
        }
    }

    @Test("figures are those of the region, or of the symbol; without a symbol there are none")
    func areas() throws {
        for (change, box) in [
            ({ (options: inout MeasuringOptions) in options.region = FrameRegion("2,3,20,16") }, (2, 3, 20, 16)),
            ({ $0.ofSymbol = true }, (4, 4, 24, 24)),
        ] {
            let session = MeasuringSession(
                source: ScriptedFrameSource(frames(5)), controls: nil, reader: Parrot([code]), options: options(change))
            var last: FrameMeasurement?
            try session.run { if case .frame(let frame) = $0 { last = frame } }
            let area = try #require(last?.figures).area
            // The region's reader reports where the code is in the part.
            #expect(area == PixelRectangle(x: box.0, y: box.1, width: box.2, height: box.3))
        }
        let none = MeasuringSession(
            source: ScriptedFrameSource(frames(5)), controls: nil, reader: Parrot([]),
            options: options { $0.ofSymbol = true })
        try none.run { _ in }
        #expect(none.summary.framesWithoutSymbol == none.summary.framesMeasured && none.summary.framesMeasured == 5)
    }

    @Test("the simulated camera's light, module width and stream are measured right; controls do not change")
    func simulated() throws {
        let scene = try SimulatedScene(specification: "?pace=free&lux=300")
        let source = try SimulatedFrameSource(scene: scene)
        let simulation = source.simulation
        let before = try simulation.controls()
        let session = MeasuringSession(
            source: source, controls: simulation, reader: try ZBarReader(), options: options { $0.frames = 60 })
        try session.run { _ in }
        let summary = session.summary
        let rate = try #require(summary.stream.rate)
        #expect(summary.stream.frames == 60 && abs(rate - 30) < 0.01)
        let truth = try #require(simulation.conditions.codes.first)
        #expect(summary.framesRead > 20)
        // The reader's corners are whole pixels.
        let module = try #require(summary.module.median)
        #expect(abs(module / truth.modulePixels - 1) < 0.08)
        #expect(summary.latencyMeaning.isKnown == false)
        #expect(try simulation.controls() == before)
    }
}

@Suite("An ambient light sensor")
struct AmbientLightSensorTests {
    private static let devices: [([String: String], Double)] = [
        (["in_illuminance_input": "132.5\n"], 132.5),
        (["in_illuminance_raw": "100", "in_illuminance_scale": "0.5", "in_illuminance_offset": "20"], 60),
        (["in_illuminance0_raw": "7"], 7),
    ]

    @Test("is read in lux, or scaled from its raw value", arguments: devices)
    func reads(_ files: [String: String], _ lux: Double) throws {
        let folder = try Folder(files.merging(["name": "als\nx"]) { $1 })
        let sensor = try #require(AmbientLightSensor.read(root: folder.path))
        #expect(sensor.lux == lux && sensor.name == "als")
    }

    @Test("without a sensor, or with invalid values, there is no reading")
    func none() throws {
        #expect(AmbientLightSensor.read(root: "/nonexistent") == nil)
        for text in ["", "bright", "nan", "inf", "-4"] {
            #expect(AmbientLightSensor.read(root: try Folder(["in_illuminance_raw": text]).path) == nil)
        }
    }
}
