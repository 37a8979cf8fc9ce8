// SPDX-License-Identifier: Apache-2.0

internal import Cameras
import Glibc
internal import Hooks
internal import Output
internal import Scanning
internal import ServiceManager
internal import SignedFiles
internal import Stations
internal import StudioServer
import Synchronization
internal import Terminal
internal import Threads
internal import WebPage

/// Runs a station until a signal arrives: one run of cameras and hooks after another, each with the configuration that was
/// in force when it began.
final class StationService: Sendable {
    private struct State {
        /// What the next run uses.
        var next: StationPlan?
        /// The plan in force, or the next.
        var newest: StationPlan
        var desk: ScanDesk?
        var keeping = true
    }

    private let path: String
    private let manager: ServiceManager
    private let health: StationHealth
    private let state: Mutex<State>
    /// The local file changes and a central one comes on two threads: one at a time.
    private let changing = Mutex(())
    /// Where the health is served.
    private let served = Mutex<ListenAddress?>(nil)
    private let studio = Mutex<StationStudio?>(nil)

    /// Reads the file.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        let plan = try StationPlan(path)
        try plan.verify()
        manager = ServiceManager { Console.note(VisibleText.escape($0)) }
        health = StationHealth(name: plan.name)
        state = Mutex(State(next: plan, newest: plan))
    }

    func run() throws {
        ServiceManager.keepMemorySmall()
        Interruption.install(onHangUp: { [self] in reload() })
        let fleet = FleetLink(health)
        let central = CentralLink(health) { [self] (file) throws(CommandFailure) in try apply(file) }
        let ticker = StationTicker(health, manager, fleet)
        defer { ticker.end() }
        while Interruption.received == nil, let plan = state.withLock({ $0.next.take() }) {
            for note in plan.notes { Console.note(VisibleText.escape(note)) }
            health.begin(
                name: plan.name, cameras: plan.cameras.map { $0.address == .automatic ? "camera" : $0.address.name })
            try serveHealth(plan)
            try serveStudio(plan)
            fleet.connect(plan.fleet, name: plan.name)
            central.watch(plan.central, file: plan.centralFile)
            try run(plan, ticker)
        }
        manager.stopping()
        studio.withLock { $0 }?.end()
        central.end()
        fleet.end()
    }

    /// A page stays where it is first served: a port cannot be given up while a client uses it.
    private func serveHealth(_ plan: StationPlan) throws(CommandFailure) {
        if let served = served.withLock({ $0 }) {
            if plan.health != served { Console.note("where the health listens changes with a restart of the service") }
            return
        }
        guard let address = plan.health, let port = address.port else { return }
        let health = health
        served.withLock { $0 = address }
        do throws(StudioServer.Failure) {
            let used = try StudioServer.start(.init(host: address.host, port: port), security: nil) { port in
                StationPage(health, rules: address.isLoopback ? AccessRules(port: port) : nil)
            }
            let host = address.isIPv6 ? "[\(address.host)]" : address.host
            Console.note("the station's health is at http://\(host):\(used)/healthz and /metrics")
        } catch {
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }

    private func serveStudio(_ plan: StationPlan) throws(CommandFailure) {
        if let studio = studio.withLock({ $0 }) {
            if plan.studio?.settings != studio.settings {
                Console.note("where and how the studio listens changes with a restart of the service")
            }
            if let changed = plan.studio?.plan { studio.use(changed) }
            return
        }
        guard let wanted = plan.studio else { return }
        let started = try StationStudio.start(wanted, health) { [self] in state.withLock { $0.desk } }
        studio.withLock { $0 = started }
        Interruption.onSignal { started.stop() }
    }

    // MARK: One run

    private func run(_ plan: StationPlan, _ ticker: StationTicker) throws {
        let reports = HookReports()
        let health = health
        let hooks =
            plan.targets.isEmpty
            ? nil
            : HookRun(plan.targets) { report in
                Self.note(report, health)
                reports.take(report)
            }
        let printer = ScanPrinter(
            style: plan.style ?? .text, namesSources: plan.cameras.count > 1, isSilent: plan.style == nil)
        let keeper = try plan.keeping.keeper(
            hooks: hooks, isDryRun: false, isJSON: plan.style == .json, isVerbose: false,
            onTrouble: { trouble in health.changed { $0.historyTrouble = trouble } })
        let desk = ScanDesk(
            printer, keeper: keeper, rules: try plan.text.rules(), feedback: plan.feedback, previews: [],
            limits: .init(), onScan: { health.scanned() })
        if let hooks { desk.use(hooks) }
        reports.open { desk.say($0) }
        let stop = { @Sendable in desk.stop() }
        let handler = Interruption.onSignal(stop)
        defer { Interruption.forget(handler) }
        // A configuration may have come while this began.
        let isStale = state.withLock { state in
            state.desk = desk
            return state.next != nil
        }
        if isStale { desk.stop() }
        desk.begin(ofPictures: false)
        ticker.begin(hooks)
        let threads = plan.cameras.enumerated().map { index, camera in
            var options = camera.options
            options.health = health.camera(index)
            if index == 0 { options.loan = studio.withLock { $0?.loan } }
            let scan = CameraScan(address: camera.address, options: options, desk: desk)
            return WorkerThread { scan.run() }
        }
        for thread in threads { thread.join() }
        ticker.pause()
        state.withLock { $0.desk = nil }
        // What is not delivered now stays in the history: the next run, or the next start, delivers it.
        desk.deliver(for: .seconds(2))
        desk.end()
        reports.close()
    }

    private static func note(_ report: HookReport, _ health: StationHealth) {
        health.changed { state in
            switch report.kind {
            case .away(let reason), .stuck(let reason): state.awayHooks[report.hook] = reason
            case .back: state.awayHooks[report.hook] = nil
            case .refused: break
            }
        }
    }

    // MARK: Changes

    /// Reads the file again. If it is good, the present run ends and the next begins with it.
    private func reload() {
        changing.withLock { _ in
            manager.reloading()
            do throws(CommandFailure) {
                var plan = try StationPlan(path)
                let newest = state.withLock { $0.newest }
                // Where it could not be stored, it still counts.
                if plan.central == newest.central, let file = newest.centralFile, plan.centralFile != file {
                    plan = try StationPlan(path, centralFile: file)
                }
                try plan.verify()
                Console.note("the changed configuration is applied")
                begin(plan)
            } catch {
                let message = error.message
                Console.note("\(message); the station goes on as before")
                health.changed { $0.refusedConfiguration = message }
                manager.ready(VisibleText.escape(health.current.line(at: health.now)))
            }
        }
    }

    /// Applies a central file, if it is good.
    private func apply(_ file: SignedFile) throws(CommandFailure) {
        try changing.withLock { (_) throws(CommandFailure) in
            let plan = try StationPlan(path, centralFile: file)
            try plan.verify()
            manager.reloading()
            begin(plan)
        }
    }

    private func begin(_ plan: StationPlan) {
        health.changed { state in
            state.refusedConfiguration = nil
            state.reloads += 1
        }
        let desk = state.withLock { state in
            (state.next, state.newest) = (plan, plan)
            return state.desk
        }
        desk?.stop()
    }
}

/// Tells the service manager and the broker every few seconds how the station is, while it is alive.
final class StationTicker: Sendable {
    private struct State {
        var hooks: HookRun?
        var isReady = false
        var hasEnded = false
        var told: StationHealth.State?
        var toldAt = Duration.zero
    }

    /// How often to look.
    private static let step = Duration.seconds(2)
    /// How old the times in the line may be.
    private static let longestSilence = Duration.seconds(30)

    private let state = ConditionLock(State())
    private let health: StationHealth
    private let manager: ServiceManager
    private let fleet: FleetLink
    private let thread = Mutex<WorkerThread?>(nil)

    init(_ health: StationHealth, _ manager: ServiceManager, _ fleet: FleetLink) {
        self.health = health
        self.manager = manager
        self.fleet = fleet
        let worker = WorkerThread { [self] in run() }
        thread.withLock { $0 = worker }
    }

    /// A run ends, and its hooks with it.
    func pause() { state.withLock { $0.hooks = nil } }

    /// A run has begun, with these hooks.
    func begin(_ hooks: HookRun?) {
        state.withLockSignalling { state in
            state.hooks = hooks
            state.isReady = true
        }
        // Told again after a reload, which it ends.
        manager.ready(line)
    }

    func end() {
        state.withLockSignalling { $0.hasEnded = true }
        thread.withLock { $0.take() }?.join()
    }

    private var line: String { VisibleText.escape(health.current.line(at: health.now)) }

    private func run() {
        let step = manager.watchdog.map { min(Self.step, $0 / 3) } ?? Self.step
        while true {
            let hasEnded: Bool? = state.wait(timeout: step) { $0.hasEnded ? true : nil }
            if hasEnded == true { return }
            if health.isAlive { manager.isAlive() }
            guard state.withLock({ $0.isReady }) else { continue }
            if let hooks = state.withLock({ $0.hooks }) {
                let waiting = hooks.waiting()
                health.changed { $0.waiting = waiting }
            }
            let (current, now) = (health.current, health.now)
            let isNews = state.withLock { state in
                guard state.told?.isSame(as: current) != true || now - state.toldAt >= Self.longestSilence else {
                    return false
                }
                (state.told, state.toldAt) = (current, now)
                return true
            }
            if isNews { manager.status(line) }
            fleet.tell()
        }
    }
}
