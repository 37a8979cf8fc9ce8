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

    private func scanPictures(_ paths: [String]) throws {
        let symbologies = options.symbologies
        var region: FrameRegion?
        if case .fixed(let fixed) = options.region { region = fixed }
        desk.begin(ofPictures: true)
        try forEachPicture(
            paths, readers: options.readers, decoders: options.decoders, effort: options.effort ?? .hard,
            symbologies: symbologies,
            isVerbose: options.isVerbose
        ) { [region] in
            PictureScanner(symbologies: symbologies, region: region, reader: $0, loader: $1)
        } work: { (scanner: inout PictureScanner, path: String) -> [ScanEvent] in
            scanner.scan(path)
        } deliver: { (_: String, events: [ScanEvent]) throws(CommandFailure) -> Bool in
            for event in events { desk.take(event) }
            return !desk.isOver
        }
    }
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
