// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import CameraControls
internal import CameraDiscovery
package import Cameras
package import ConfinedDecoding
package import Frames
internal import MachineFacts
internal import NetworkCameras
internal import Output
package import Scanning
internal import SettingsStore
internal import Udev
internal import UdevRules
package import UserSession
internal import V4L2
internal import VideoStreams

/// Examines a camera and its machine in causal order, up to the first failure.
///
/// Changes nothing that lasts except the camera's format and rate, which every streaming program sets itself. Opens only
/// the nodes of one camera, or all of them for a moment to find the best one.
package struct Examination: Sendable {
    /// How much to examine.
    package enum Depth: Sendable {
        /// Without streaming: to explain a failure that has just happened.
        case system
        case full
    }

    /// The options of a scan that affect the examination.
    package struct Options: Sendable {
        package var symbologies: Set<Symbology>
        package var region: FrameRegion?
        package var request: CaptureRequest
        /// Whether to keep frames with the evidence.
        package var keepsFrames = false
        /// How many seconds to watch the stream afterwards for what happens now and then; `nil` for not at all.
        package var watchSeconds: Double?
        /// Whose access is examined; `nil` for the user of this process.
        package var client: CameraClient?
        /// Called with one of the frames before they are judged.
        package var onFrame: @Sendable (LumaImage) -> Void = { _ in }
        /// The reading effort; `nil` for normal with cameras and hard with pictures.
        package var effort: ReadingEffort?
        /// For compressed frames.
        package var decoders = Decoders()
        package var makeReader: @Sendable (ReadingEffort, ReadingUse) throws(BarcodeReaderError) -> any BarcodeReader

        package init(
            symbologies: Set<Symbology>, region: FrameRegion? = nil, request: CaptureRequest = CaptureRequest(),
            effort: ReadingEffort? = nil,
            makeReader: @escaping @Sendable (ReadingEffort, ReadingUse) throws(BarcodeReaderError) -> any BarcodeReader
        ) {
            self.symbologies = symbologies
            self.region = region
            self.request = request
            self.effort = effort
            self.makeReader = makeReader
        }
    }

    /// A mistake in the request, as a full sentence: the examination could not start.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String
    }

    private let options: Options
    let depth: Depth
    let progress: @Sendable (CheckID) -> Void
    let files: SystemFiles
    let opener: CameraOpener
    private let nodes: @Sendable () throws -> NodeCollector
    private let profiles: ProfileCollector

    /// Calls `progress` with each check that it begins.
    package init(options: Options, depth: Depth = .full, progress: @escaping @Sendable (CheckID) -> Void = { _ in }) {
        self.init(
            options: options, depth: depth, progress: progress, files: SystemFiles(),
            opener: CameraOpener(decoders: options.decoders),
            nodes: { NodeCollector(finder: try CameraFinder(probe: nil), probe: V4L2NodeProbe()) },
            profiles: ProfileCollector())
    }

    /// For tests: with another machine's files, other nodes and another kernel.
    package init(
        options: Options, depth: Depth, progress: @escaping @Sendable (CheckID) -> Void, files: SystemFiles,
        opener: CameraOpener, nodes: @escaping @Sendable () throws -> NodeCollector,
        profiles: ProfileCollector = ProfileCollector(stores: [])
    ) {
        self.options = options
        self.depth = depth
        self.progress = progress
        self.files = files
        self.opener = opener
        self.nodes = nodes
        self.profiles = profiles
    }

    /// Examines the camera at `address`. Blocks for some seconds. Calls `stopping` with the running stream, so that
    /// another thread can stop it.
    ///
    /// - Throws: `Refusal` if there are cameras, but the name matches none or several of them.
    package func examine(
        _ address: CameraAddress, program: String, stopping: (any FrameSource) -> Void = { _ in }
    ) throws(Refusal) -> Snapshot {
        if let refusal = address.refusal { throw Refusal(description: refusal) }
        switch address {
        case .automatic, .query: return try examineNode(address, program, stopping)
        case .simulated: return try examineStream(address, .simulated, program, stopping)
        case .standardInput: return try examineStream(address, .stream, program, stopping)
        case .network: return try examineStream(address, .network, program, stopping)
        case .libcamera: return try examineLibcamera(address, program, stopping)
        case .genICam: return try examineStream(address, .genICam, program, stopping)
        case .pipeWire: return try examineStream(address, .pipeWire, program, stopping)
        }
    }

    func snapshot(_ address: CameraAddress, _ kind: Snapshot.Subject.Kind, _ program: String) -> Snapshot {
        Snapshot(
            program: program, time: WallTime.now.text,
            subject: .init(kind: kind, name: address.name, isNamed: address != .automatic))
    }

    private func examineNode(
        _ address: CameraAddress, _ program: String, _ stopping: (any FrameSource) -> Void
    ) throws(Refusal) -> Snapshot {
        var snapshot = snapshot(address, .camera, program)
        progress(.presence)
        snapshot.host = .seen(HostCollector(files: files).collect())
        snapshot.user = .seen(UserRecord.current())
        snapshot.sessions = .seen(SessionSurvey.read(root: files.root))
        snapshot.surroundings = .seen(ContainerSigns.read(root: files.root))
        snapshot.rules = .seen(RuleSurvey.read(root: files.root))
        snapshot.torches = .seen(TorchCollector(files: files).collect())
        progress(.node)
        let chosen: VideoNode?
        do {
            let query: String? = if case .query(let text) = address { text } else { nil }
            let found = try nodes().collect(query)
            (snapshot.nodes, snapshot.selection, chosen) = found
        } catch {
            snapshot.nodes = .unknown("\(error)")
            return snapshot
        }
        for (index, node) in (snapshot.nodes.value ?? []).enumerated() where node.bus == "usb" {
            snapshot.nodes.value?[index].usbHasSuperSpeed =
                files.bytes(node.cameraKey + "/bos_descriptors").flatMap(USBCapabilities.hasSuperSpeed)
            if let units = files.bytes(node.cameraKey + "/descriptors").map(USBDescriptors.videoUnits) {
                snapshot.nodes.value?[index].usbUnits = .init(camera: units.camera, processing: units.processing)
            }
            snapshot.nodes.value?[index].usbPowerControl = files.line(node.cameraKey + "/power/control")
            snapshot.nodes.value?[index].usbSuspendedMs =
                files.line(node.cameraKey + "/power/runtime_suspended_time").flatMap { Int($0) }
        }
        // A service, user or program is asked about, which may be kept from what libcamera opens.
        if options.client == nil, chosen == nil || chosen?.nodeClass == .needsLibcamera,
            try continueWithLibcamera(address, into: &snapshot, stopping)
        {
            return snapshot
        }
        try refuseMistakes(snapshot)
        if address == .automatic, let chosen { snapshot.subject.name = chosen.place }
        progress(.access)
        try lookAtOthers(&snapshot, chosen)
        if chosen == nil || chosen?.nodeClass == .needsLibcamera { snapshot.libcamera = libcamera(snapshot) }
        // Another driver than the video driver, or a program that controls it over USB.
        if chosen == nil, files.root.isEmpty, let taken = snapshot.host.value?.usbCameras.first(where: \.isTaken),
            let number = taken.number.flatMap({ DeviceNumber($0) })
        {
            snapshot.holders = HoldersCollector.collect(number)
        }
        guard let chosen, let path = chosen.path, chosen.classification.yieldsPictures, chosen.isUsable else {
            return snapshot
        }
        // What keeps somebody else from the camera is known by now; a stream of ours would prove nothing about it.
        if let client = snapshot.client, let node = snapshot.chosen, ClientJudge.find(client, node, own: snapshot.user.value) != nil {
            return snapshot
        }
        progress(.contention)
        snapshot.holders = holders(of: chosen, for: snapshot.client)
        guard depth == .full else { return snapshot }
        progress(.stream)
        var record = StreamRecord()
        let switches = (snapshot.nodes.value ?? []).filter { node in
            node.cameraKey == snapshot.chosen?.cameraKey && node.nodeClass == NodeClass.subdevice.rawValue
        }.compactMap(\.path)
        let (started, failure) = start(
            path, switches: switches, &record, identity: chosen.identity, &snapshot.profile)
        if let failure {
            // A mistake in the request is no fault of the camera.
            if failure.cause == nil, !failure.concernsCamera { throw Refusal(description: failure.description) }
            if ["ENOSPC", "EIO"].contains(record.failure?.errno) {
                record.busNeighbours = HoldersCollector.neighbours(of: chosen, among: snapshot.nodes.value ?? [])
            }
            // Collected again: another program may have opened it since.
            snapshot.holders = holders(of: chosen, for: snapshot.client)
            snapshot.stream = .seen(record)
        }
        if let started {
            stopping(started.source)
            watch(started, &record, &snapshot, settles: true)
        }
        return snapshot
    }

    private func holders(of node: VideoNode, for client: CameraClientRecord?) -> Observation<HoldersRecord> {
        let found = HoldersCollector.collect(node)
        guard var record = found.value else { return found }
        record.holders = record.holders.map { HoldersCollector.related($0, to: client?.processID, files: files) }
        return .seen(record)
    }

    /// Finds out about others than this user: who was asked for, services that run, the desktop's programs.
    private func lookAtOthers(_ snapshot: inout Snapshot, _ chosen: VideoNode?) throws(Refusal) {
        let clients = ClientCollector(files: files)
        if let client = options.client { snapshot.client = try record(of: client, path: chosen?.path) }
        guard depth == .full else { return }
        let own = snapshot.user.value?.id ?? 0
        snapshot.services = clients.services(path: chosen?.path, except: own) + clients.sandboxes(of: own)
            + clients.openSnaps(deniedIn: snapshot.host.value)
        snapshot.units = clients.troubledUnits(
            path: chosen?.path, home: snapshot.user.value?.name.flatMap(files.home), except: snapshot.client?.ownUnit)
        snapshot.insecurePages = clients.insecurePages()
        // Not where tests give another machine's files: its session is not ours.
        if files.root.isEmpty { snapshot.desktop = DesktopCollector(files: files).collect().map { .seen($0) } }
    }

    private func record(of client: CameraClient, path: String?) throws(Refusal) -> CameraClientRecord {
        do throws(ClientCollector.Unknown) {
            return try ClientCollector(files: files).collect(client, path: path)
        } catch {
            throw Refusal(description: error.message)
        }
    }

    /// Asked only where a sensor may be there and V4L2 gives no picture of it: libcamera opens it for a moment.
    private func libcamera(_ snapshot: Snapshot) -> Observation<LibcameraRecord>? {
        guard depth == .full, files.root.isEmpty, let machine = snapshot.host.value?.machine,
            !machine.subdevices.isEmpty || machine.platform.isRaspberryPi
                || machine.hardware.contains(where: { $0.kind == .imageProcessor })
        else { return nil }
        let numbers = (try? CameraFinder(probe: nil).nodes())?.compactMap { $0.deviceNumber?.rawValue } ?? []
        return LibcameraCollector.collect(nodes: numbers)
    }

    /// A running stream and the reader of its controls.
    private struct Started {
        var source: any FrameSource
        var settings: SettingsReader?
    }

    private func start(
        _ path: String, switches: [String], _ record: inout StreamRecord, identity: String,
        _ profile: inout Observation<ProfileRecord>
    ) -> (Started?, CameraError?) {
        do throws(CameraError) {
            let negotiation = try opener.negotiate(path: path, request: options.request)
            record.note(negotiation)
            let settings = readSettings(negotiation.device, switches: switches, &record)
            // Before streaming: some cameras then change controls that are not flagged as volatile.
            if settings != nil { profile = profiles.collect(identity: identity, negotiation.device) }
            return (Started(source: try negotiation.start(), settings: settings), nil)
        } catch {
            record.failure = .init(error)
            return (nil, error)
        }
    }

    private func readSettings(
        _ surface: any ControlSurface, switches: [String] = [], _ record: inout StreamRecord
    ) -> SettingsReader? {
        do throws(ControlError) {
            // One that may not be opened says nothing, as on kernels without it.
            return try SettingsReader(
                surface, switches: switches.compactMap { try? VideoDevice(path: $0, kernel: opener.kernel) })
        } catch {
            record.settingsUnknown = error.description
            return nil
        }
    }

    private func examineStream(
        _ address: CameraAddress, _ kind: Snapshot.Subject.Kind, _ program: String,
        _ stopping: (any FrameSource) -> Void
    ) throws(Refusal) -> Snapshot {
        guard options.client == nil || kind == .network && options.client?.hasOwnWords == true else {
            throw Refusal(
                description:
                    "cannot examine somebody's access to \(address.name): only a camera of this machine has permissions; for one on the network name a unit, a process or a container (--unit, --pid, --container)"
            )
        }
        var snapshot = snapshot(address, kind, program)
        if case .network(let place) = address { snapshot.network = .seen(NetworkRecord(place)) }
        // Everybody may reach it; what a service says of its own trouble counts all the same.
        if let client = options.client { snapshot.client = try record(of: client, path: nil) }
        if case .pipeWire(let place) = address { snapshot.pipeWire = .seen(PipeWireRecord(place)) }
        progress(kind == .network || kind == .pipeWire ? .presence : .stream)
        try stream(address, into: &snapshot, stopping)
        if depth == .full {
            // Where tests give another machine's files, the programs of this one are not asked.
            let isThisMachine = files.root.isEmpty
            snapshot.network?.value?.lookUpReaders(files) { isThisMachine ? MachineCollector.askSystem($0) : nil }
        }
        return snapshot
    }

    /// Opens a camera that is no node, and watches it.
    func stream(
        _ address: CameraAddress, into snapshot: inout Snapshot, _ stopping: (any FrameSource) -> Void
    ) throws(Refusal) {
        var record = StreamRecord()
        do throws(CameraError) {
            var request = options.request
            if snapshot.subject.kind == .stream { request.isLive = false }
            let camera = try opener.open(address, request: request, wish: ProfileInForce.prepare)
            stopping(camera.source)
            if snapshot.subject.kind == .libcamera { snapshot.subject.name = camera.name }
            if let node = camera.pipeWire { snapshot.pipeWire?.value?.camera = node }
            let format = camera.source.format
            record.format = .init(
                fourCC: format.fourCC?.description ?? "luma", width: format.size.width, height: format.size.height,
                framesPerSecond: format.interval?.framesPerSecond, isCompressed: false)
            var settings: SettingsReader?
            if let controls = camera.controls { settings = readSettings(controls, &record) }
            watch(Started(source: camera.source, settings: settings), &record, &snapshot, settles: false)
            snapshot.network?.value?.onvif = camera.onvif.map { .init($0) }
            if let video = camera.source as? VideoFrameSource { snapshot.network?.value?.video = .init(video) }
            if let pictures = camera.source as? NetworkFrameSource { snapshot.network?.value?.note(contentType: pictures.contentType) }
            if case .network = address, let ending = record.ending, ending.kind == .gone {
                snapshot.network?.value?.trouble = .init(kind: .interrupted, cause: ending.message)
            }
            if case .network = address, record.ending?.kind == .noFrame {
                snapshot.network?.value?.lookUpServer(files)
                // Its kernel log tells what the firewall drops.
                if snapshot.network?.value?.video?.isDatagrams == true {
                    snapshot.host = .seen(HostCollector(files: files).collect())
                    snapshot.surroundings = .seen(ContainerSigns.read(root: files.root))
                }
            }
            if let ending = record.ending, ending.kind == .gone {
                snapshot.pipeWire?.value?.note(ending: ending.message)
            }
        } catch {
            // For example a scene that does not exist.
            if error.cause == nil, !error.concernsCamera { throw Refusal(description: error.description) }
            snapshot.network?.value?.trouble = error.network.map { .init($0) }
            // At once: an address that nobody answers to leaves the kernel's table soon.
            if error.network != nil { snapshot.network?.value?.lookUpWay(files) }
            snapshot.network?.value?.onvif = error.onvif.map { .init($0) }
            snapshot.genICam = error.genICam.map { .init(kind: $0, cause: error.description) }
            if let trouble = error.pipeWire { snapshot.pipeWire?.value?.note(trouble) }
            if error.pipeWire != nil || error.network != nil {
                snapshot.host = .seen(HostCollector(files: files).collect())
                snapshot.surroundings = .seen(ContainerSigns.read(root: files.root))
            }
            record.failure = .init(error)
            snapshot.stream = .seen(record)
        }
    }

    /// Watches the stream, stops it, then examines its frames.
    private func watch(
        _ started: Started, _ record: inout StreamRecord, _ snapshot: inout Snapshot, settles: Bool
    ) {
        let (source, settings) = (started.source, started.settings)
        var limits = StreamWatch.Limits()
        if let interval = source.format.interval { limits.next = max(limits.next, interval.duration * 3) }
        defer { source.stop() }
        // Without a reader, the stream can still be judged.
        var reader: (any BarcodeReader)?
        do throws(BarcodeReaderError) {
            reader = try options.makeReader(options.effort ?? .normal, .frames)
        } catch {
            snapshot.picture = .unknown(error.description)
        }
        var watch = StreamWatch(
            source: source, settings: settings, reader: reader, symbologies: options.symbologies, limits: limits)
        let frames = watch.run(into: &record, settles: settles)
        let look = record.ending == nil ? ColourLook.look(at: source, decoders: options.decoders) : nil
        record.jpegQuality = look?.quality
        if let seconds = options.watchSeconds, record.ending == nil {
            snapshot.watch = .seen(LongWatch(source: source, settings: settings, seconds: seconds).run())
        }
        source.stop()
        snapshot.stream = .seen(record)
        guard reader != nil, !frames.isEmpty else { return }
        options.onFrame(frames[frames.count / 2].luma)
        progress(.light)
        snapshot.picture = PictureExamination(options: options).look(
            at: frames, settings: record.settings, colours: look?.colours)
        if options.keepsFrames { snapshot.frames = frames.prefix(3).map { KeptFrame($0.luma) } }
    }

    /// Throws for a mistyped name; only a missing camera is a finding.
    private func refuseMistakes(_ snapshot: Snapshot) throws(Refusal) {
        guard let failure = snapshot.selection.value?.failure else { return }
        switch failure.kind {
        case .ambiguous, .unreachable: throw Refusal(description: failure.message)
        // Where a camera's node should be, a file is a fault and not a slip.
        case .noDevice:
            if !snapshot.subject.name.hasPrefix("/dev/video") { throw Refusal(description: failure.message) }
        case .noMatch:
            if snapshot.nodes.value?.isEmpty == false { throw Refusal(description: failure.message) }
        // Something else in place of a camera: with a camera, the finding names it.
        case .notVideo:
            if snapshot.nodes.value?.contains(where: \.yieldsPictures) != true {
                throw Refusal(description: failure.message)
            }
        case .noSuchPath, .staleNode: break
        }
    }
}
