// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import ConfinedDecoding
internal import Frames
internal import Pictures
internal import Scanning
internal import Terminal
internal import Threads

/// One run of `scan` over its inputs in order. Adjacent cameras are scanned at the same time.
struct ScanRun {
    let desk: ScanDesk
    let options: CameraScanOptions

    func run(_ jobs: [ScanInputs.Job]) throws {
        var neighbours: [CameraAddress] = []
        for (place, job) in jobs.enumerated() where !desk.isOver {
            switch job {
            case .pictures(let list): try scanPictures(list)
            case .failed(let source, let message): desk.fail(source, message)
            case .camera(let address):
                neighbours.append(address)
                if case .camera? = jobs.dropFirst(place + 1).first { continue }
                scan(neighbours)
                neighbours = []
            }
        }
    }

    private func scan(_ addresses: [CameraAddress]) {
        let awake = options.keepsAwake ? KeptAwake(isVerbose: options.isVerbose) : nil
        defer { awake?.end() }
        let scans = addresses.map { CameraScan(address: $0, options: options, desk: desk) }
        // A single camera needs no thread of its own.
        if scans.count == 1 { return scans[0].run() }
        for thread in scans.map({ scan in WorkerThread { scan.run() } }) { thread.join() }
    }

    /// Scans the pictures whose names are in a list.
    func scanPictures(_ names: PictureNames) throws {
        let symbologies = options.symbologies
        var region: FrameRegion?
        if case .fixed(let fixed) = options.region { region = fixed }
        let marksEnds = options.archive.marksEnds
        desk.begin(ofPictures: true)
        try forEachPicture(
            names, readers: options.readers, decoders: options.decoders, effort: options.effort ?? .hard,
            symbologies: symbologies, isOrdered: options.archive.isOrdered, isVerbose: options.isVerbose
        ) { [region] in
            PictureScanner(symbologies: symbologies, region: region, reader: $0, loader: $1)
        } work: { (scanner: inout PictureScanner, name: PictureNames.Name) -> [ScanEvent] in
            switch name {
            case .picture(let path): scanner.scan(path)
            case .failure(let source, let message): [.error(source: source, message: message)]
            }
        } deliver: { (name: PictureNames.Name, events: [ScanEvent]) throws(CommandFailure) -> Bool in
            desk.take(events, end: marksEnds ? .picture(source: name.source, codes: events.codes) : nil)
            return !desk.isOver
        }
    }

    private func scanPictures(_ paths: [String]) throws {
        try scanPictures(PictureNames(paths, isDone: options.archive.isDone))
    }
}

extension [ScanEvent] {
    /// The number of codes among them.
    fileprivate var codes: Int { count { if case .scan = $0 { true } else { false } } }
}

/// Scans pictures one after another on one thread.
struct PictureScanner {
    private let symbologies: Set<Symbology>
    private let reader: Result<RegionReader, BarcodeReaderError>
    private let loader: any PictureDecoder

    init(
        symbologies: Set<Symbology>, region: FrameRegion?, reader: Result<any BarcodeReader, BarcodeReaderError>,
        loader: any PictureDecoder
    ) {
        self.loader = loader
        self.symbologies = symbologies
        self.reader = reader.map { RegionReader($0, region: region) }
    }

    /// The events of one picture: its codes in reading order, `none`, or the error.
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
