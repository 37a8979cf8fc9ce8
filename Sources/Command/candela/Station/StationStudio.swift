// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Frames
import Glibc
internal import Output
internal import ReadingWorker
internal import Scanning
internal import Stations
internal import StoredFiles
internal import Studio
internal import StudioServer
import Synchronization
internal import Terminal
internal import Threads
internal import WebPage

/// The `[studio]` section, and what the studio does with the first camera.
struct StationStudioPlan {
    let settings: StudioSettings
    let plan: StudioPlan

    /// `nil` if the section is not there.
    init?(_ section: StationFile.Section, _ options: StudioAccessOptions, _ camera: StationPlan.Camera)
        throws(StationFileError)
    {
        guard !section.entries.isEmpty else { return nil }
        guard let listen = options.listen else {
            throw StationFileError(
                line: section.line, "[studio] needs listen: \"127.0.0.1\", or \"0.0.0.0\" for other machines")
        }
        var settings = StudioSettings(version: Candela.version)
        options.fill(&settings)
        settings.port = listen.port ?? settings.port
        if settings.tokenFile == nil {
            do throws(StoreError) { settings.tokenFile = try StateFolders().state + "/studio-token" } catch {
                throw StationFileError(line: section.line, error.description)
            }
        }
        self.settings = settings
        var request = camera.options.request
        request.isLive = true
        plan = StudioPlan(
            camera.address, request, symbologies: camera.options.symbologies, effort: camera.options.effort ?? .normal,
            region: camera.options.region, light: camera.options.light,
            isInProcess: camera.options.readers.isInProcess, version: Candela.version)
    }
}

/// The studio of a station: serves the page, and borrows the first camera while somebody looks at it. What it reads meanwhile
/// goes the way of the station's scans.
final class StationStudio: StudioHost {
    let loan = CameraLoan()
    private let health: StationHealth
    /// The desk of the present run; `nil` between two runs.
    private let desk: @Sendable () -> ScanDesk?
    private let running = Mutex<(session: StudioSession, thread: WorkerThread)?>(nil)
    /// Where the page is, as the file says it.
    let settings: StudioSettings

    /// How long to wait for the camera, and for the next run.
    private static let patience = Duration.seconds(10)

    private init(_ settings: StudioSettings, _ health: StationHealth, desk: @escaping @Sendable () -> ScanDesk?) {
        (self.settings, self.health, self.desk) = (settings, health, desk)
    }

    /// Serves the page, until the process ends.
    static func start(
        _ plan: StationStudioPlan, _ health: StationHealth, desk: @escaping @Sendable () -> ScanDesk?
    ) throws(CommandFailure) -> StationStudio {
        if let file = plan.settings.tokenFile, let slash = file.lastIndex(of: "/"), slash != file.startIndex {
            try failing { () throws(StoreError) in try StoredFile.makeFolders(String(file[..<slash])) }
        }
        let access = try StudioAccess(plan.settings)
        let studio = StationStudio(plan.settings, health, desk: desk)
        let session = StudioSession(plan.plan, host: studio)
        do throws(StudioServer.Failure) {
            let port = try StudioServer.start(
                .init(host: access.host, port: plan.settings.port), security: access.security,
                makePage: { port in
                    StudioPage(
                        rules: access.rules(port: port), events: session.events, pictures: session.pictures,
                        backend: session)
                })
            access.announce(port: port)
        } catch {
            session.end()
            throw CommandFailure(VisibleText.escape(error.description))
        }
        let thread = WorkerThread { session.run() }
        studio.running.withLock { $0 = (session, thread) }
        return studio
    }

    /// Uses the camera of a changed file.
    func use(_ plan: StudioPlan) { running.withLock { $0?.session }?.use(plan) }

    /// Ends the session without waiting for it; open pages are told.
    func stop() { running.withLock { $0?.session }?.end() }

    /// The same, and waits.
    func end() {
        guard let (session, thread) = running.withLock({ $0.take() }) else { return }
        session.end()
        thread.join()
    }

    // MARK: What the session asks

    private var camera: CameraHealth { health.camera(0) }
    private var name: String { health.current.cameras.first?.name ?? "camera" }

    func borrow() -> ReadPolicy? {
        guard let policy = loan.borrow(for: Self.patience) else { return nil }
        Console.note("\(VisibleText.escape(name)): somebody looks at the studio page, which scans until they leave")
        return policy
    }

    func giveBack(_ policy: ReadPolicy) { loan.giveBack(policy) }

    func take(_ scan: ScanEvent.Scan) -> ScanEvent.Scan? {
        let end = FrameTimestamp.now + Self.patience
        while Interruption.received == nil, FrameTimestamp.now < end {
            switch desk()?.answer(to: scan).answer {
            case .taken(let kept):
                camera.scanned()
                return kept
            case .refused: return nil
            // A changed file is being applied.
            case .late, nil: usleep(20_000)
            }
        }
        return nil
    }

    func hasRead() {
        if let pause = camera.frame() { CameraScan.say(name, scansAgainAfter: pause) }
    }

    func isTroubled(_ reason: String) {
        if camera.trouble(reason) { Console.note(VisibleText.escape("\(name): \(reason)")) }
        camera.beat()
    }

    func isAlive() { camera.beat() }
}
