// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraCalibration
internal import CameraControls
internal import Cameras
internal import ConfinedDecoding
internal import Diagnostics
internal import Frames
internal import NetworkCameras
internal import Output
internal import ReadingWorker
internal import Scanning
internal import SettingsStore
internal import Terminal

/// The options for every camera of a run.
struct CameraScanOptions: Sendable {
    var symbologies: Set<Symbology>
    var region: ScanRegion
    var showsRegion: Bool
    var readers: Readers
    var decoders: Decoders { Decoders(isInProcess: readers.isInProcess, namesConfinement: isVerbose) }
    var effort: ReadingEffort?
    var policy: ReadPolicy
    var request: CaptureRequest
    var torch: ScanTorchOptions
    var zoom: ZoomChoice?
    var light: LightChoice?
    /// Whether to wait for a camera that is missing or was unplugged.
    var waits: Bool
    /// The live picture in the terminal, if any.
    var preview: ScanPreview?
    /// Whether the screen is kept on.
    var keepsAwake: Bool
    var isVerbose: Bool
}

/// Scans one camera until the run is over, on the caller's thread.
struct CameraScan: Sendable {
    let address: CameraAddress
    let options: CameraScanOptions
    let desk: ScanDesk

    /// What is remembered of a camera that has been open.
    private struct Acquaintance {
        var name: String
        var address: CameraAddress
        var profile: ProfileInForce.Found?
        var went: FrameTimestamp?
    }

    func run() {
        TorchNoteFile.putRight()
        var known: Acquaintance?
        var waiting: CameraReturn?
        // Kept across replugs: a code reported before is not reported again.
        var policy = options.policy
        while !desk.isOver {
            let camera: OpenCamera
            do throws(CameraError) {
                camera = try CameraOpener(decoders: options.decoders).open(
                    known?.address ?? address, request: options.request, wish: ProfileInForce.prepare)
            } catch {
                if desk.isOver { return }
                // A password or an address that is wrong stays wrong.
                guard options.waits, error.isAbsent || known != nil && error.network?.mayRecover != false else {
                    return fail(error)
                }
                if known == nil, waiting == nil {
                    Console.note(VisibleText.escape(error.description) + " Waiting for the camera (--wait).")
                }
                waiting = waiting ?? CameraReturn(desk, address)
                waiting?.next()
                continue
            }
            waiting?.isBack()
            greet(camera, &known)
            guard scan(camera, &policy), options.waits, !desk.isOver else { return }
            known?.went = .now
            desk.take(.notice(.init(source: camera.name, camera: camera.identity, .gone)))
        }
    }

    private func fail(_ error: CameraError) {
        desk.fail(address.name, error.description)
        if error.concernsCamera { DoctorsWord.say(.opening(error), of: address) }
    }

    /// Reports which camera was chosen, and restores the profile of one that was unplugged.
    private func greet(_ camera: OpenCamera, _ known: inout Acquaintance?) {
        if let went = known?.went {
            if let profile = known?.profile { ProfileInForce.give(profile, to: camera) }
            desk.take(
                .notice(
                    .init(source: camera.name, camera: camera.identity, .back(after: FrameTimestamp.now.since(went)))))
            known?.went = nil
            return
        }
        for note in camera.words(isVerbose: options.isVerbose, isNamed: address != .automatic) {
            Console.note(VisibleText.escape(note))
        }
        // Wait for the same camera, not for the next best.
        let isReal = if case .query = address { true } else { address == .automatic }
        let again: CameraAddress =
            camera.pipeWire != nil ? CameraAddress(camera.name) : isReal ? CameraAddress(camera.identity) : address
        known = Acquaintance(
            name: camera.name, address: again,
            profile: options.waits ? camera.controls.flatMap { ProfileInForce.find(camera.identity, $0) } : nil)
    }

    /// - Returns: whether the camera was unplugged.
    private func scan(_ camera: OpenCamera, _ policy: inout ReadPolicy) -> Bool {
        do {
            return try stream(camera, &policy)
        } catch let failure as CommandFailure {
            if !failure.message.isEmpty { desk.fail(camera.name, failure.message) }
        } catch {
            desk.fail(camera.name, "\(error)")
        }
        return false
    }

    private func stream(_ camera: OpenCamera, _ policy: inout ReadPolicy) throws -> Bool {
        desk.begin(ofPictures: false)
        let loan = ControlLoan(camera)
        defer { loan.end() }
        let pane = options.preview.map { PreviewedCamera(camera, in: $0, loan) }
        // Who switches the torch by hand or by --torch does not want it switched by the light.
        let isTorchFree = options.torch.torch == nil && options.preview == nil
        let lampCommand = try options.torch.source.template()
        let light = try ScanLight(
            options.light, camera, loan, region: options.region, isVerbose: options.isVerbose,
            torch: { () throws(ControlError) in
                isTorchFree ? try ScanTorch.followed(options.torch, lampCommand, camera, desk) : nil
            })
        let torch = ScanTorch(
            options.torch, lampCommand, camera, desk, isByHand: options.preview != nil,
            isOffered: { [weak light] in light?.switchesTorch != true })
        let watched = light.map { $0.watching(torch?.source ?? camera.source) } ?? torch?.source ?? camera.source
        let source = pane?.watching(watched) ?? watched
        // Weak: the camera must be closed at the end, because the same one may be named again.
        let stop = { @Sendable [weak source] in source?.stop() ?? () }
        Interruption.onSignal(stop)
        desk.whenOver(stop)
        defer {
            torch?.end()
            source.stop()
            light?.end()
        }
        try torch?.begin()
        let zoom = try options.zoom.map { choice throws(CommandFailure) in try ScanZoom(choice, camera, loan) }
        pane?.zoom = zoom
        let reader = try failing { () throws(BarcodeReaderError) in
            try options.readers.make(
                effort: options.effort ?? .normal, for: .scan, symbologies: options.symbologies)
        }
        if options.isVerbose { Readers.say(confinementOf: reader) }
        var scan = LiveScan(
            source: source, reader: reader, symbologies: options.symbologies, region: options.region,
            policy: policy)
        defer { policy = scan.policy }
        do {
            scan.isPaused = { pane?.isPaused == true }
            scan.onFrame = { frame, codes in
                zoom?.observe(frame, codes)
                light?.observe(frame, codes)
                pane?.observe(frame, codes, torch)
            }
            _ = try scan.run(timeout: desk.limits.deadline.map { $0.since(.now) }) { (event: LiveEvent) -> Bool in
                if case .read(let read) = event { pane?.accept(read.barcode) }
                return take(event, of: camera)
            }
        } catch LiveScan.Failure.source(let error) {
            if error.kind == .gone, options.waits { return true }
            desk.fail(camera.name, error.description)
            // Close it first, or the doctor finds this process holding it.
            source.stop()
            DoctorsWord.say(.streaming(error), of: address == .automatic ? CameraAddress(camera.name) : address)
        } catch LiveScan.Failure.region(let error) {
            desk.fail(camera.name, error.description)
        }
        if options.isVerbose { say(source.statistics, camera) }
        return false
    }

    private func take(_ event: LiveEvent, of camera: OpenCamera) -> Bool {
        func notice(_ kind: ScanEvent.Notice.Kind) -> Bool {
            desk.take(.notice(.init(source: camera.name, camera: camera.identity, kind)))
        }
        switch event {
        case .read(let read):
            return desk.take(
                ScanEvent.Scan(
                    source: camera.name, camera: camera.identity, frame: read.frame, barcode: read.barcode,
                    decodeTime: read.decodeTime, age: read.age))
        case .several(let codes): return notice(.several(codes))
        case .region(let part, let size): return options.showsRegion ? notice(.region(part, size)) : true
        }
    }

    private func say(_ statistics: StreamStatistics, _ camera: OpenCamera) {
        Console.note(
            "\(VisibleText.escape(CameraAddress(camera.name).label)): \(statistics.captured) frames, "
                + "\(statistics.dropped) dropped by the driver, \(statistics.superseded) skipped for newer ones, "
                + "\(statistics.corrupt) damaged")
    }
}
