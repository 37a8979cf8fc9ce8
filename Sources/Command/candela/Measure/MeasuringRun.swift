// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
internal import Measurement
internal import Output
internal import PageDrawing
internal import ReadingWorker
internal import Scanning
internal import SettingsStore
internal import Terminal

/// One run of `measure` on a camera or a stream.
struct MeasuringRun {
    struct Options {
        var symbologies: Set<Symbology>
        var region: FrameRegion?
        var ofSymbol = false
        var duration: Duration?
        var frames: Int?
        var plot: String?
        var readers = Readers()
        var decoders: Decoders { Decoders(isInProcess: readers.isInProcess, namesConfinement: isVerbose) }
        var effort = ReadingEffort.normal
        var isVerbose = false

        init(symbologies: Set<Symbology>, region: FrameRegion?) {
            self.symbologies = symbologies
            self.region = region
        }
    }

    let address: CameraAddress
    let stream: StreamOptions
    let options: Options
    let style: MeasureStyle

    func run() throws {
        if let plot = options.plot { try ResultFile.check(plot) }
        // Before the camera: a missing library is reported without turning on the camera.
        let reader = try failing { () throws(BarcodeReaderError) in
            try options.readers.make(effort: options.effort, for: .frames)
        }
        var request = stream.request
        request.settles = false
        let began = FrameTimestamp.now
        let camera = try openingCamera(
            address == .automatic ? nil : address.name, decoders: options.decoders
        ) { opener throws(CameraError) in
            try opener.open(address, request: request, wish: ProfileInForce.prepare)
        }
        for note in camera.words(isVerbose: options.isVerbose, isNamed: address != .automatic) {
            Console.note(VisibleText.escape(note))
        }
        let witness = FirstFrameWitness(camera.source)
        // A camera needs time to settle its exposure; a stream on standard input does not.
        let source: any FrameSource = address == .standardInput ? witness : SettledFrameSource(witness)
        Interruption.onSignal { [weak source] in source?.stop() }
        defer { source.stop() }

        var measuring = MeasuringOptions(symbologies: options.symbologies)
        measuring.region = options.region
        measuring.ofSymbol = options.ofSymbol
        measuring.duration = options.duration
        measuring.frames = options.frames
        measuring.takesEveryFrame = address == .standardInput && !stream.newest
        measuring.constant = LightConstantFile.constant(for: camera.identity)
        let session = MeasuringSession(
            source: source, controls: camera.controls, reader: reader, options: measuring)
        let printer = MeasurePrinter(style: style, source: camera.name)
        try printer.begin()
        let failure = try measure(session, printer)
        printer.clear()

        var summary = session.summary
        summary.timeToFirstFrame = witness.firstArrival.map { $0.since(began) }
        // The sensor is this machine's: another camera's light may be anywhere.
        if camera.name.hasPrefix("/dev/") { summary.sensor = AmbientLightSensor.read() }
        try printer.finish(summary, camera: camera.identity)
        if let plot = options.plot {
            try PlotFile.write(MeasurePlot.plot(summary, source: camera.name), to: plot)
        }
        if let failure {
            // Close it first, or the doctor finds this process holding it.
            source.stop()
            Console.note(VisibleText.escape(failure.description))
            DoctorsWord.say(.streaming(failure), of: address == .automatic ? .query(camera.name) : address)
            throw CommandFailure(status: .couldNot)
        }
        if options.ofSymbol, summary.framesMeasured == summary.framesWithoutSymbol {
            throw CommandFailure("no symbol was found in any frame; hold one in front of the camera", status: .found)
        }
    }

    /// Measures until the end or a failure of the stream, which is returned; the results so far remain.
    private func measure(_ session: MeasuringSession, _ printer: MeasurePrinter) throws -> FrameSourceError? {
        do {
            try session.run { event in
                try printer.show(event) { session.summary }
            }
        } catch MeasuringFailure.source(let error) {
            return error
        } catch MeasuringFailure.region(let error) {
            printer.clear()
            throw CommandFailure(VisibleText.escape(error.description))
        }
        return nil
    }
}
