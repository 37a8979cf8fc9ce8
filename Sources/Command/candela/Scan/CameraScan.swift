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
internal import Stations
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
    var archive = ArchiveWay()
    /// For a station's camera: it is tried again whatever fails, and reports its state here.
    var health: CameraHealth?
    /// For a station's camera that its studio may borrow.
    var loan: CameraLoan?
    /// For a station's camera: the profile to apply.
    var profile: StationProfile?
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
        defer { waiting?.end() }
        // Kept across replugs: a code reported before is not reported again.
        var policy = options.policy
        while !desk.isOver {
            options.health?.beat()
            if let loan = options.loan, loan.isAsked {
                loan.lend(&policy, until: desk)
                continue
            }
            let camera: OpenCamera
            do throws(CameraError) {
                camera = try CameraOpener(decoders: options.decoders).open(
                    known?.address ?? address, request: options.request, wish: prepare)
            } catch {
                if desk.isOver { return }
                if let health = options.health {
                    tell(error.description, .opening(error), error.concernsCamera, health)
                    waiting = waiting ?? CameraReturn(desk, address)
                    waiting?.next(isAbsent: error.isAbsent) { goesOn(health) }
                    continue
                }
                // A password or an address that is wrong stays wrong.
                guard options.waits, error.isAbsent || known != nil && error.network?.mayRecoverInUse != false else {
                    return fail(error)
                }
                if known == nil, waiting == nil {
                    Console.note(VisibleText.escape(error.description) + " Waiting for the camera (--wait).")
                }
                waiting = waiting ?? CameraReturn(desk, address)
                waiting?.next()
                continue
            }
            options.health?.opened(CameraAddress(camera.name).label)
            if options.health == nil { waiting?.isBack() }
            greet(camera, &known)
            let began = FrameTimestamp.now
            let isGone = scan(camera, &policy)
            if let health = options.health, !desk.isOver {
                if options.loan?.isAsked == true { continue }
                if isGone {
                    known?.went = .now
                    if health.trouble("it is unplugged or switched off") {
                        desk.take(.notice(.init(source: camera.name, camera: camera.identity, .gone)))
                    }
                }
                // A stream that fails at once, again and again, is tried after 1, 2, 4 … 30 s.
                waiting = waiting ?? CameraReturn(desk, address)
                if FrameTimestamp.now.since(began) > .seconds(5) { waiting?.hasWorked() }
                waiting?.next(isAbsent: false) { goesOn(health) }
                continue
            }
            guard isGone, options.waits, !desk.isOver else { return }
            known?.went = .now
            desk.take(.notice(.init(source: camera.name, camera: camera.identity, .gone)))
        }
    }

    /// A sign of life of a station's camera that waits. False if somebody wants the camera.
    private func goesOn(_ health: CameraHealth) -> Bool {
        health.beat()
        return options.loan?.isAsked != true
    }

    /// Applies the station's profile, if it has one, and returns the wishes of the profile in force.
    private func prepare(_ identity: String, _ controls: any ControlSurface) -> StreamWish? {
        options.profile?.give(to: controls)
        return ProfileInForce.prepare(identity, controls)
    }

    /// Reports that a station's camera does not scan, once for each reason, with the doctor's word.
    private func tell(
        _ reason: String, _ failure: CameraFailure?, _ concernsCamera: Bool, _ health: CameraHealth
    ) {
        guard health.trouble(reason), !desk.isOver else { return }
        desk.fail(address.name, reason)
        if concernsCamera, let failure { DoctorsWord.say(failure, of: address) }
    }

    /// Reports the end of a trouble of a station's camera.
    static func say(_ name: String, scansAgainAfter pause: Duration) {
        Console.note(VisibleText.escape("\(name) scans again after \(Int(pause / .seconds(1))) s"))
    }

    private func fail(_ error: CameraError) {
        desk.fail(address.name, error.description)
        if error.concernsCamera { DoctorsWord.say(.opening(error), of: address) }
    }

    /// Reports which camera was chosen, and restores the profile of one that was unplugged.
    private func greet(_ camera: OpenCamera, _ known: inout Acquaintance?) {
        if let went = known?.went {
            if let profile = known?.profile { ProfileInForce.give(profile, to: camera) }
            known?.went = nil
            // A station's camera is back when it delivers frames.
            guard options.health == nil else { return }
            desk.take(
                .notice(
                    .init(source: camera.name, camera: camera.identity, .back(after: FrameTimestamp.now.since(went)))))
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
            if let health = options.health {
                tell(failure.message, nil, false, health)
            } else if !failure.message.isEmpty {
                desk.fail(camera.name, failure.message)
            }
        } catch {
            if let health = options.health {
                tell("\(error)", nil, false, health)
            } else {
                desk.fail(camera.name, "\(error)")
            }
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
        let (signal, over) = (Interruption.onSignal(stop), desk.whenOver(stop))
        options.loan?.whenAsked(stop)
        defer {
            Interruption.forget(signal)
            desk.forget(over)
            options.loan?.whenAsked(nil)
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
                if let pause = options.health?.frame() {
                    Self.say(CameraAddress(camera.name).label, scansAgainAfter: pause)
                }
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
            // Close it first, or the doctor finds this process holding it.
            source.stop()
            if let health = options.health {
                tell(error.description, .streaming(error), true, health)
                return false
            }
            desk.fail(camera.name, error.description)
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
            options.health?.scanned()
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
