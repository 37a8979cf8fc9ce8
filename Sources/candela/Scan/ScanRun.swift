// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import Diagnostics
internal import Frames
import Glibc
internal import Output
internal import Pictures
internal import Scanning
internal import Threads

/// One run of `scan` over its jobs.
struct ScanRun {
    let printer: ScanPrinter
    let keeper: ScanKeeper
    let symbologies: Set<Symbology>
    let region: FrameRegion?
    let readers: Readers
    let effort: ReadingEffort?
    let once: Bool
    let deadline: FrameTimestamp?
    let interval: Duration
    let stream: StreamOptions
    let torch: ScanTorchOptions
    let isVerbose: Bool

    private var reads = 0
    private var failures = 0

    init(
        printer: ScanPrinter, keeper: ScanKeeper, symbologies: Set<Symbology>, region: FrameRegion?, readers: Readers,
        effort: ReadingEffort?, once: Bool, deadline: FrameTimestamp?, interval: Duration, stream: StreamOptions,
        torch: ScanTorchOptions, isVerbose: Bool
    ) {
        self.printer = printer
        self.keeper = keeper
        self.symbologies = symbologies
        self.region = region
        self.readers = readers
        self.effort = effort
        self.once = once
        self.deadline = deadline
        self.interval = interval
        self.stream = stream
        self.torch = torch
        self.isVerbose = isVerbose
    }

    /// Whether nothing more is to be done: `--once` is satisfied, the time is up, or a signal came.
    var isOver: Bool {
        (once && reads > 0) || Interruption.received != nil || deadline.map { $0 <= .now } == true
    }

    /// Ends with the status that tells how the run went; an input that failed outweighs codes that were read.
    func finish() throws(CommandFailure) {
        if failures > 0 || keeper.hasFailed { throw CommandFailure(status: .couldNot) }
        if reads == 0 { throw CommandFailure(status: .found) }
    }

    mutating func fail(_ source: String, _ message: String) throws(CommandFailure) {
        failures += 1
        try printer.print(.error(source: source, message: message))
    }

    mutating func scanCamera(_ address: CameraAddress) throws {
        TorchNoteFile.mend()
        let camera: OpenCamera
        do throws(CameraError) {
            camera = try CameraOpener().open(address, request: stream.request, wish: ProfileInForce.wish)
        } catch {
            try fail(address.name, error.description)
            if error.concernsCamera { DoctorsWord.say(.opening(error), of: address) }
            return
        }
        // Which camera was taken, when none was named, is said in any case.
        let notes = isVerbose ? camera.notes : address == .automatic ? Array(camera.notes.prefix(1)) : []
        for note in notes { Console.note(VisibleText.escape(note)) }
        keeper.begin(ofPictures: false)
        let torch = try ScanTorch(torch, camera: camera, printer: printer)
        let source = torch?.source ?? camera.source
        // Weakly: a camera that is done with must be let go, as the same one may be named again.
        Interruption.onSignal { [weak source] in source?.stop() }
        defer {
            torch?.end()
            source.stop()
        }
        try torch?.begin()
        let reader = try failing { () throws(BarcodeReaderError) in
            try readers.make(effort: effort ?? .normal, for: .scan)
        }
        var scan = LiveScan(
            source: source, reader: reader, symbologies: symbologies, region: region, interval: interval)
        do {
            _ = try scan.run(timeout: deadline.map { $0.since(.now) }) { (read: LiveRead) throws(CommandFailure) in
                reads += 1
                let scan = ScanEvent.Scan(
                    source: camera.name, camera: camera.identity, frame: read.frame, barcode: read.barcode,
                    decodeTime: read.decodeTime, age: read.age)
                try printer.print(.scan(keeper.keep(scan, ofPictures: false)))
                return !once
            }
        } catch LiveScan.Failure.source(let error) {
            try fail(camera.name, error.description)
            // Let go of it first, or we are the ones who hold it.
            source.stop()
            DoctorsWord.say(.streaming(error), of: address == .automatic ? .query(camera.name) : address)
        } catch LiveScan.Failure.region(let error) {
            try fail(camera.name, error.description)
        }
        if isVerbose {
            let statistics = source.statistics
            Console.note(
                "\(VisibleText.escape(camera.name)): \(statistics.captured) frames, \(statistics.dropped) dropped by "
                    + "the driver, \(statistics.superseded) passed over for newer ones, \(statistics.corrupt) damaged")
        }
    }

    mutating func scanPictures(_ paths: [String]) throws {
        let (symbologies, region) = (symbologies, region)
        keeper.begin(ofPictures: true)
        try forEachPicture(paths, readers: readers, effort: effort ?? .hard) {
            PictureScanner(symbologies: symbologies, region: region, reader: $0)
        } work: { (scanner: inout PictureScanner, path: String) -> [ScanEvent] in
            scanner.scan(path)
        } deliver: { (_: String, events: [ScanEvent]) throws(CommandFailure) -> Bool in
            for event in events where !isOver {
                if case .error = event { failures += 1 }
                guard case .scan(let scan) = event else {
                    try printer.print(event)
                    continue
                }
                reads += 1
                try printer.print(.scan(keeper.keep(scan, ofPictures: true)))
            }
            return !isOver
        }
    }
}

/// Scans pictures one after another on one thread.
struct PictureScanner {
    private let symbologies: Set<Symbology>
    private let reader: Result<RegionReader, BarcodeReaderError>
    private let loader = PictureLoader()

    init(
        symbologies: Set<Symbology>, region: FrameRegion?, reader: Result<any BarcodeReader, BarcodeReaderError>
    ) {
        self.symbologies = symbologies
        self.reader = reader.map { RegionReader($0, region: region) }
    }

    /// What became of one picture: its codes in reading order, or that there is none, or why it cannot be read.
    mutating func scan(_ path: String) -> [ScanEvent] {
        do {
            let picture = try loader.picture(at: path)
            let began = FrameTimestamp.now
            let barcodes = try reader.get().read(picture.luma, symbologies: symbologies)
            let time = FrameTimestamp.now.since(began)
            var events: [ScanEvent] = barcodes.inReadingOrder.map {
                .scan(.init(source: path, barcode: $0, decodeTime: time))
            }
            if let damage = picture.damage {
                events.append(.error(source: path, message: "cannot read all of \(path): \(damage)"))
            }
            return events.isEmpty ? [.none(source: path)] : events
        } catch {
            return [.error(source: path, message: "\(error)")]
        }
    }
}
