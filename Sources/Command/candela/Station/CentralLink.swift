// SPDX-License-Identifier: Apache-2.0

internal import Delivery
internal import Output
internal import SignedFiles
internal import Stations
import Synchronization
internal import Terminal
internal import Threads

/// Watches where the central file of a station comes from, on a thread of its own.
///
/// A file with a valid signature, newer than the one in force and without mistakes, is applied and stored. Any other is reported
/// once, and the station continues with the last good one.
final class CentralLink: Sendable {
    private struct State {
        var plan: CentralPlan?
        /// The file in force.
        var last: SignedFile?
        /// The newest bytes, which come again and again.
        var seen: [UInt8] = []
        /// Whether they were refused: after a change of the station's own file they are tried again.
        var isRefused = false
        var watch: Watch?
        var isAway = false
    }

    private let state = Mutex(State())
    private let health: StationHealth
    /// Checks a file, and has it applied.
    private let apply: @Sendable (SignedFile) throws(CommandFailure) -> Void

    init(_ health: StationHealth, apply: @escaping @Sendable (SignedFile) throws(CommandFailure) -> Void) {
        self.health = health
        self.apply = apply
    }

    /// Begins to watch what a configuration names, unless that is watched already.
    ///
    /// - Parameter file: the central file in force.
    func watch(_ plan: CentralPlan?, file: SignedFile?) {
        let old = state.withLock { state -> Watch?? in
            guard state.plan != plan else { return nil }
            defer { state = State(plan: plan, last: file) }
            return .some(state.watch)
        }
        guard let old else {
            let again = state.withLock { state -> [UInt8]? in
                guard state.isRefused else { return nil }
                defer { state.seen = [] }
                return state.seen
            }
            if let plan, let again { take(again, plan) }
            return
        }
        old?.end()
        health.changed { state in
            state.centralSigned = file?.time
            state.isCentral = plan != nil
            if plan == nil { state.centralAway = nil }
        }
        guard let plan else { return }
        let watch = Watch(plan) { [self] in take($0, plan) }
        state.withLock { $0.watch = watch }
    }

    func end() {
        let watch = state.withLock { state in
            defer { state = State() }
            return state.watch
        }
        watch?.end()
    }

    // MARK: What comes

    private func take(_ news: Watch.News, _ plan: CentralPlan) {
        switch news {
        case .reached: away(nil, plan)
        case .away(let reason): away(reason, plan)
        case .refused(let reason): refuse(reason, plan)
        case .file(let bytes):
            away(nil, plan)
            take(bytes, plan)
        }
    }

    private func take(_ bytes: [UInt8], _ plan: CentralPlan) {
        let last = state.withLock { state -> SignedFile?? in
            guard state.plan == plan, state.seen != bytes else { return nil }
            (state.seen, state.isRefused) = (bytes, false)
            return .some(state.last)
        }
        guard let last else { return }
        let file: SignedFile
        do throws(StationFileError) {
            file = try plan.file.accept(bytes, after: last)
        } catch {
            state.withLock { $0.isRefused = true }
            return refuse(error.description, plan)
        }
        guard file != last else { return health.changed { $0.refusedConfiguration = nil } }
        do throws(CommandFailure) { try apply(file) } catch {
            state.withLock { $0.isRefused = true }
            return refuse(error.message, plan, isWhole: true)
        }
        // What is stored after it was applied is lost at worst, and comes again.
        do throws(StationFileError) { try plan.file.write(bytes) } catch {
            Console.note(VisibleText.escape("\(error); after a restart, the station begins with the one before"))
        }
        state.withLock { if $0.plan == plan { $0.last = file } }
        health.changed { $0.centralSigned = file.time }
        Console.note(VisibleText.escape("the file from \(plan.name), signed \(Self.date(file.time)), is applied"))
    }

    /// - Parameter isWhole: whether the message says already which file it is about. It is escaped then.
    private func refuse(_ reason: String, _ plan: CentralPlan, isWhole: Bool = false) {
        let message = isWhole ? reason : VisibleText.escape("cannot use the file from \(plan.name): \(reason)")
        let isNews = health.changed { state in
            defer { state.refusedConfiguration = message }
            return state.refusedConfiguration != message
        }
        if isNews { Console.note("\(message); the station goes on as before") }
    }

    private func away(_ reason: String?, _ plan: CentralPlan) {
        health.changed { $0.centralAway = reason }
        let isNews = state.withLock { state in
            guard state.plan == plan, state.isAway != (reason != nil) else { return false }
            state.isAway = reason != nil
            return true
        }
        guard isNews else { return }
        Console.note(
            VisibleText.escape(
                reason.map {
                    "\(plan.name) cannot be reached: \($0); the station goes on with the last file from there"
                }
                    ?? "\(plan.name) is reached again"))
    }

    static func date(_ time: Int64) -> String { WallTime(milliseconds: time * 1000).text }
}

extension CentralLink {
    /// The thread that asks or listens.
    final class Watch: Sendable {
        enum News: Sendable {
            case file([UInt8])
            case reached
            case away(String)
            /// Something came that is no file for a station.
            case refused(String)
        }

        private struct State {
            var hasEnded = false
            var cancel: @Sendable () -> Void = {}
        }

        /// The first pause after a failure, and how much longer each next is.
        private static let firstPause = Duration.seconds(2)

        private let plan: CentralPlan
        private let report: @Sendable (News) -> Void
        private let state = ConditionLock(State())
        private let thread = Mutex<WorkerThread?>(nil)

        init(_ plan: CentralPlan, report: @escaping @Sendable (News) -> Void) {
            self.plan = plan
            self.report = report
            let worker = WorkerThread { [self] in run() }
            thread.withLock { $0 = worker }
        }

        func end() {
            let cancel = state.withLockSignalling { state in
                state.hasEnded = true
                return state.cancel
            }
            cancel()
            thread.withLock { $0.take() }?.join()
        }

        private func run() {
            switch plan.source {
            case .page(let url, let user): ask(url, user)
            case .topic(let address): listen(address)
            }
        }

        /// - Returns: whether to go on.
        private func use(_ cancel: @escaping @Sendable () -> Void) -> Bool {
            state.withLock { state in
                state.cancel = cancel
                return !state.hasEnded
            }
        }

        private func hasEnded(after pause: Duration) -> Bool {
            state.wait(timeout: pause) { $0.hasEnded ? true : nil } == true
        }

        private func ask(_ url: String, _ user: String?) {
            let reader: WebReader
            do throws(WebPoster.Unavailable) { reader = try WebReader(authorities: plan.authorities) } catch {
                return report(.away(error.description))
            }
            guard use({ reader.cancel() }) else { return }
            var failures = 0
            while true {
                switch reader.read(url, user: user, password: plan.password, longest: CentralFile.longest) {
                case .document(let bytes):
                    failures = 0
                    report(.file(bytes))
                case .away(let reason):
                    failures += 1
                    report(.away(reason))
                case .tooLong:
                    failures = 0
                    report(.reached)
                    report(.refused("it is longer than \(CentralFile.longest >> 10) KiB"))
                case .cancelled: return
                }
                // Not a hundred stations at the same moment.
                let usual = plan.interval * Double.random(in: 0.9...1.1)
                let pause = failures == 0 ? usual : min(usual, Self.firstPause * (1 << min(failures - 1, 10)))
                if hasEnded(after: pause) { return }
            }
        }

        private func listen(_ address: BrokerAddress) {
            let client: BrokerClient
            do throws(BrokerClient.Unavailable) {
                client = try BrokerClient(
                    address, password: plan.password, authorities: plan.authorities, subscribingTo: CentralFile.longest)
            } catch {
                return report(.away(error.description))
            }
            guard use({ client.cancel() }) else { return }
            while true {
                switch client.receive(limit: .seconds(10)) {
                // An empty message is how a retained one is removed.
                case .message(let bytes) where bytes.isEmpty: report(.reached)
                case .message(let bytes): report(.file(bytes))
                case .nothing: report(.reached)
                case .away(let reason): report(.away(reason))
                case .wrong(let reason): report(.refused(reason))
                case .cancelled: return
                }
            }
        }
    }
}
