// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraControls
internal import CameraDiscovery
internal import Cameras
internal import Diagnostics
internal import FrameMetrics
internal import Frames
package import Output
internal import ReadingWorker
internal import Scanning
internal import SettingsStore
internal import Synchronization
package import Terminal
internal import Threads
internal import Torch
package import WebPage

/// Scans a camera and shows it on a page: opens it, reads it, and waits for it if it is not there.
///
/// `run` is the camera's thread. Requests come on the page's thread. Measurements and pictures are made on threads of
/// their
/// own, so that clients never delay reading.
package final class StudioSession: StudioBackend {
    /// The interval of retries: the camera may be there but not accessible yet, or in use.
    private static let retry = Duration.seconds(1)
    private static let beat = Duration.seconds(1)

    package let events = EventHub()
    package let pictures = PictureHub()
    let board = ConditionLock(Board())
    let log: ScanLog
    private let maker: PictureMaker
    private let meterTaker: MeterTaker
    private let codesToTell = Mutex(ToldBoxes())
    private let flickerWatch = Mutex(FlickerWatch())
    /// Who lends the camera; `nil` if it is the studio's own.
    let host: (any StudioHost)?
    private let currentPlan: Mutex<StudioPlan>
    private let reading: PictureReading
    private let monitorWake = ConditionLock<(@Sendable () -> Void)?>(nil)

    package convenience init(_ plan: StudioPlan, _ settings: StudioSettings) throws(CommandFailure) {
        self.init(plan, try ScanLog(settings), host: nil)
    }

    /// The studio of a station: it has the camera only while somebody looks at the page.
    package convenience init(_ plan: StudioPlan, host: any StudioHost) { self.init(plan, ScanLog(host), host: host) }

    private init(_ plan: StudioPlan, _ log: ScanLog, host: (any StudioHost)?) {
        currentPlan = Mutex(plan)
        self.host = host
        self.log = log
        maker = PictureMaker(pictures)
        reading = PictureReading(plan)
        board.withLock { $0.symbologies = plan.symbologies.sorted { $0.rawValue < $1.rawValue } }
        let (board, events) = (board, events)
        meterTaker = MeterTaker { figures in
            let (json, isChanged) = board.withLock { board in
                board.meters = figures
                board.sharpest = max(board.sharpest, figures.sharpness)
                let wasDim = board.isDim
                let limits = SceneLight.Unit.meanLuma.standardLimits
                board.isDim = figures.mean < (wasDim ? limits.dim * 1.15 : limits.dim)
                return (board.metersJSON(at: .now), wasDim != board.isDim)
            }
            events.tell("meters", json, stands: true)
            if isChanged { Self.tellState(board, events) }
        }
    }

    var plan: StudioPlan { currentPlan.withLock { $0 } }

    /// Uses another plan from now on. The camera is opened again.
    package func use(_ plan: StudioPlan) {
        currentPlan.withLock { $0 = plan }
        let live = board.withLockSignalling { board in
            board.symbologies = plan.symbologies.sorted { $0.rawValue < $1.rawValue }
            if !board.isTaken { board.errand = .reopen }
            return board.isTaken ? nil : board.live
        }
        live?.tap.stop()
    }

    // MARK: The camera's thread

    /// Scans until `end` is called.
    package func run() {
        TorchNoteFile.putRight()
        let beats = WorkerThread { [self] in beatOn() }
        // Report a code again only after it has left: otherwise a code in view during setup would fill the list.
        var policy = ReadPolicy(repeats: .afterLeaving)
        var known: CameraAddress?
        var told: String?
        var wanted = plan.address
        var isBorrowed = false
        while !isOver {
            if let host {
                if isBorrowed, !isAttended {
                    leave()
                    host.giveBack(policy)
                    isBorrowed = false
                }
                guard isAttended else {
                    _ = board.wait(timeout: Self.glance) { $0.isOver ? true : nil }
                    continue
                }
                if !isBorrowed {
                    guard let earlier = host.borrow() else { continue }
                    (policy, isBorrowed) = (earlier, true)
                }
                host.isAlive()
            }
            if plan.address != wanted { (wanted, known) = (plan.address, nil) }
            let address = known ?? plan.address
            runErrand(address)
            if isOver { break }
            let standing = board.withLock { $0.standing }
            do throws(CameraError) {
                let open = try CameraOpener(decoders: plan.decoders).open(address, request: plan.request) {
                    identity, controls in
                    let prepared = ProfileInForce.prepare(identity, controls)
                    return standing?.wish ?? prepared
                }
                told = nil
                // Wait for the same camera, not for the next best.
                let isReal = if case .query = address { true } else { address == .automatic }
                if isReal { known = CameraAddress(open.identity) }
                scan(LiveCamera(open), &policy)
            } catch {
                if told != error.description {
                    told = error.description
                    trouble(Trouble(opening: error, of: address, version: plan.version))
                }
            }
            if !isOver, board.withLock({ $0.errand == nil }) { waitForChange() }
        }
        if isBorrowed { host?.giveBack(policy) }
        beats.join()
    }

    // MARK: The camera of a station

    /// How long the camera is kept when the last page is closed: it may only be loaded again.
    private static let patience = 10
    /// How soon a visitor is noticed.
    private static let glance = Duration.milliseconds(200)

    /// Whether somebody looks, or work for somebody is not done yet.
    private var isAttended: Bool {
        events.isWatched || board.withLock { $0.quietBeats < Self.patience || $0.isTaken }
    }

    /// Forgets the visitor's choices: the next visitor starts without them, and nothing stays paused.
    private func leave() {
        board.withLock { board in
            (board.standing, board.region, board.isPaused, board.errand) = (nil, nil, false, nil)
            if !board.isOver { board.phase = .opening }
        }
    }

    /// Counts how long nobody looks, and then ends the stream. Once a second.
    private func countQuiet(_ host: any StudioHost) {
        let isWatched = events.isWatched
        let (live, isTaken) = board.withLock { board in
            board.quietBeats = isWatched ? 0 : min(board.quietBeats, Self.patience) + 1
            let isOverdue = board.quietBeats >= Self.patience && !board.isTaken
            if isOverdue, board.live != nil { board.errand = .reopen }
            return (isOverdue ? board.live : nil, board.isTaken)
        }
        if isTaken { host.isAlive() }
        live?.tap.stop()
    }

    /// Ends everything: restores the camera, and releases all who wait.
    package func end() {
        let (live, watcher) = board.withLockSignalling { board in
            board.phase = .over
            return (board.live, board.calibration?.watcher)
        }
        live?.end()
        watcher?.stop()
        monitorWake.withLock { $0 }?()
        maker.end()
        meterTaker.end()
        pictures.closeAll()
        events.closeAll()
    }

    private var isOver: Bool { board.withLock { $0.isOver } }

    private func runErrand(_ address: CameraAddress) {
        switch board.withLock({ $0.errand }) {
        case .examine: examine(address)
        case .calibrate(let wish): calibrate(address, wish)
        case .reopen: board.withLock { $0.errand = nil }
        case nil: break
        }
    }

    private func scan(_ live: LiveCamera, _ policy: inout ReadPolicy) {
        if let standing = board.withLock({ $0.standing }) {
            for problem in live.give(standing) { events.announce("note", ["text": .string(problem)]) }
        }
        let events = events
        let tell: @Sendable (String) -> Void = { text in events.announce("note", ["text": .string(text)]) }
        if let problem = live.followLight(plan.light, tell: tell) { tell(problem) }
        let torch = live.torch
        board.withLock { board in
            guard !board.isOver else { return }
            board.phase = .live
            board.live = live
            board.torch = torch
            board.sharpest = 0
            (board.flicker, board.isFirstLook) = (nil, true)
            board.decodes.removeAll()
            board.ages.removeAll()
        }
        flickerWatch.withLock { $0 = FlickerWatch() }
        tellState()
        tellControls(live)
        let problem = read(live, &policy)
        live.end()
        pictures.clear()
        board.withLock { board in
            board.sweep?.end()
            board.add(live.tap.statistics)
            board.live = nil
            board.meters = nil
            board.torch = .null
            if problem != nil { board.counts.cameraLosses += 1 }
        }
        if let problem { trouble(problem) }
    }

    private func read(_ live: LiveCamera, _ policy: inout ReadPolicy) -> Trouble? {
        let reader: any BarcodeReader
        do throws(BarcodeReaderError) {
            reader = try Readers(isInProcess: plan.isInProcess).make(effort: plan.effort, for: .scan)
        } catch {
            return Trouble(.failed, error.description)
        }
        var scan = LiveScan(source: live.tap, reader: reader, symbologies: plan.symbologies, policy: policy)
        defer { policy = scan.policy }
        let board = board
        let region = plan.region
        scan.regionNow = { board.withLock { $0.region == nil ? region : $0.scanRegion } }
        // Ask once per frame, so that the answer cannot change while the frame is being read.
        var isPaused = false
        scan.isPaused = {
            isPaused = board.withLock { $0.isPaused }
            return isPaused
        }
        var doubts: [Barcode] = []
        scan.onDoubts = { doubts = $0 }
        scan.onFrame = { [self] luma, codes in
            if isPaused {
                // The page keeps showing the last picture.
                doubts = []
                host?.isTroubled("somebody has paused it on the studio page")
            } else {
                observe(live, luma, codes, doubts: doubts)
            }
        }
        do {
            _ = try scan.run(timeout: nil) { (event: LiveEvent) -> Bool in
                if case .read(let read) = event { take(read, of: live) }
                return !isOver
            }
            return isOver || board.withLock { $0.errand != nil }
                ? nil : Trouble(.gone, "the stream of \(live.name) ended")
        } catch LiveScan.Failure.source(let error) {
            // Release the camera first. Otherwise the doctor would report that we hold it.
            live.tap.stop()
            return isOver ? nil : Trouble(streaming: error, of: .query(live.name), version: plan.version)
        } catch {
            return Trouble(.failed, "\(error)")
        }
    }

    /// Takes the codes of a frame, before the policy judges them.
    private func observe(_ live: LiveCamera, _ luma: LumaImage, _ codes: [Barcode], doubts: [Barcode]) {
        guard let (frame, begun) = live.tap.current else { return }
        let now = FrameTimestamp.now
        live.follow(frame, codes)
        host?.hasRead()
        let took = now.since(begun)
        let (number, boxes, code, sweep) = board.withLock { board in
            board.frame += 1
            board.counts.framesRead += 1
            board.counts.decode.add(seconds: took.milliseconds / 1000)
            board.decodes.add(took)
            board.readings.append(now)
            if board.readings.count > 240 { _ = Board.rate(&board.readings, now: now) }
            let boxes =
                codes.map { code -> CodeBox in
                    let key = CodeKey(code)
                    let isAccepted = board.accepted[key] != nil
                    if isAccepted { board.accepted[key] = now }
                    return CodeBox(code, isAccepted: isAccepted)
                } + doubts.map { CodeBox($0, isAccepted: false) }
            if board.accepted.count > 64 {
                board.accepted = board.accepted.filter { now.since($0.value) < .seconds(4) }
            }
            if let first = codes.first { board.code = (first, now) }
            let code = board.code.flatMap { now.since($0.seen) < .milliseconds(400) ? $0.code : nil }
            return (board.frame, boxes, code, board.sweep)
        }
        sweep?.take(luma)
        live.tap.keepCompressed(pictures.isWatched)
        guard events.isWatched || pictures.isWatched else { return }
        if codesToTell.withLock({ $0.isNews(boxes, at: now) }) {
            events.tell("codes", CodeBox.json(boxes, frame: number, size: luma.size, took: took))
        }
        maker.take(frame, number: number)
        if let outcome = flickerWatch.withLock({ $0.take(frame, at: now) }) { board.withLock { $0.flicker = outcome } }
        if meterTaker.isDue {
            let (flicker, isFirst) = board.withLock { board in
                defer { (board.flicker, board.isFirstLook) = (nil, false) }
                return (board.flicker, board.isFirstLook)
            }
            meterTaker.take(
                .init(
                    isFirst: isFirst, luma: luma, fourCC: live.tap.format.fourCC, surface: live.surface,
                    code: code, flicker: flicker))
        }
    }

    private func take(_ read: LiveRead, of live: LiveCamera) {
        let scan = ScanEvent.Scan(
            source: live.name, camera: live.identity, frame: read.frame, barcode: read.barcode,
            decodeTime: read.decodeTime, age: read.age)
        // Store it first, so that an announced scan is never lost.
        guard let entry = log.take(scan) else { return }
        board.withLock { board in
            board.counts.scans += 1
            board.counts.age.add(seconds: read.age.milliseconds / 1000)
            board.ages.add(read.age)
            board.scanTimes.append(.now)
            board.accepted[CodeKey(read.barcode)] = .now
        }
        events.announce("scan", entry)
    }

    // MARK: Waiting

    private func trouble(_ trouble: Trouble) {
        board.withLock { board in
            if !board.isOver { board.phase = .troubled(trouble) }
        }
        host?.isTroubled(trouble.message)
        tellState()
        events.tell("controls", .null, stands: true)
    }

    /// Returns when a camera is plugged in or removed, after a while, or at the end.
    private func waitForChange() {
        let isReal =
            switch plan.address {
            case .automatic, .query: true
            case .simulated, .standardInput, .network, .libcamera, .genICam, .pipeWire: false
            }
        if isReal, let monitor = (try? CameraFinder(probe: nil)).flatMap({ try? CameraMonitor(finder: $0) }) {
            let wake = monitor.wake
            monitorWake.withLock { $0 = wake }
            defer { monitorWake.withLock { $0 = nil } }
            if !isOver, (try? monitor.next(timeout: Self.retry)) != nil { return }
        }
        _ = board.wait(timeout: Self.retry) { $0.isOver ? true : nil }
    }

    /// Runs periodic work, once a second, whatever the camera does.
    private func beatOn() {
        var count = 0
        while board.wait(timeout: Self.beat, until: { $0.isOver ? true : nil }) == nil {
            count += 1
            pictures.beat()
            if count.isMultiple(of: 10) { events.beat() }
            if let host { countQuiet(host) }
            // Other programs or automatic modes may change controls.
            if events.isWatched, let live = board.withLock({ $0.live }) { tellControls(live) }
        }
    }

    // MARK: Events

    func tellState() { Self.tellState(board, events) }

    private static func tellState(_ board: ConditionLock<Board>, _ events: EventHub) {
        events.tell("state", board.withLock { $0.json }, stands: true)
    }

    /// Sends the controls, if they have changed.
    func tellControls(_ live: LiveCamera) {
        let json = live.surface.flatMap { try? ControlReport($0).json } ?? .null
        let torch = live.torch
        let isChanged = board.withLock { board in
            guard board.live === live else { return false }
            defer { board.torch = torch }
            return board.torch != torch
        }
        if isChanged { tellState() }
        events.tellIfNew("controls", json)
    }

    // MARK: Requests from the page

    package var state: JSONValue { board.withLock { $0.json } }
    package var scans: JSONValue { log.json }
    package func read(picture: [UInt8]) throws(PageFailure) -> JSONValue { try reading.read(picture, plan) }
    package func read(evidence: [UInt8]) throws(PageFailure) -> JSONValue { try EvidenceReading.read(evidence) }
    package var meters: JSONValue { board.withLock { $0.metersJSON(at: .now) } }

    package var controls: JSONValue {
        board.withLock { $0.live }?.surface.flatMap { try? ControlReport($0).json } ?? .null
    }

    package var counts: StudioCounts {
        let live = board.withLock { $0.live }
        let statistics = live?.tap.statistics
        var counts = board.withLock { $0.counts(statistics: statistics) }
        counts.picturesSent = maker.made
        counts.clients = events.clients
        return counts
    }
}
