// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import Frames
internal import NetworkCameras
internal import Threads

/// Reads a video stream on a thread of its own, through a worker, and keeps the newest picture. After an end, a failure or a
/// silence it connects again with a new worker.
@safe final class VideoReceiver: @unchecked Sendable {
    // Unchecked: the thread's own variables are used by the thread only; everything else is in `state`.
    struct State {
        /// The newest picture that nobody has taken.
        var newest: Frame?
        var size: FrameSize?
        var facts: VideoFacts?
        var counts = VideoCounts()
        /// Of the last picture that has some.
        var colours: VideoColours?
        var taken = 0
        /// Pictures that were announced, over all connections.
        var announced = 0
        /// The time of the last picture.
        var lastPicture: FrameTimestamp?
        /// Why there are none now.
        var trouble: NetworkTrouble?
        /// There will be no more.
        var isOver = false
        var isStopped = false
    }

    let state = ConditionLock(State())
    private let address: NetworkAddress
    private let access: NetworkAccess
    private let program: VideoProgram
    private let onIncident: @Sendable (String) -> Void
    private let onUnconfined: (@Sendable (String) -> Void)?
    private let thread = ConditionLock<WorkerThread?>(nil)
    private var pause = ReconnectionPause()

    /// How long the stream may stand still.
    static let patience = Duration.seconds(4)
    /// How long connecting may take, with resolving and logging in.
    private static let longestOpening = Duration.seconds(20)
    /// How soon `stop` is noticed.
    private static let step = Duration.milliseconds(100)

    init(
        _ address: NetworkAddress, _ access: NetworkAccess, program: VideoProgram,
        onIncident: @escaping @Sendable (String) -> Void, onUnconfined: (@Sendable (String) -> Void)?
    ) {
        self.address = address
        self.access = access
        self.program = program
        self.onIncident = onIncident
        self.onUnconfined = onUnconfined
    }

    func start() {
        thread.withLock { $0 = WorkerThread { [self] in run() } }
    }

    /// Ends the stream, its worker and its thread.
    func stop() {
        state.withLockSignalling { $0.isStopped = true }
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    // MARK: The thread

    private func run() {
        while let trouble = connection() {
            let hadPictures = state.withLockSignalling { state in
                state.trouble = trouble
                return state.lastPicture != nil
            }
            guard hadPictures, trouble.mayRecover else { break }
            let wait = pause.next()
            onIncident("\(address.name): \(trouble.cause); it will be connected again in \(wait.components.seconds) s")
            _ = state.wait(timeout: wait) { $0.isStopped ? true : nil }
        }
        state.withLockSignalling { $0.isOver = true }
    }

    private var request: VideoRequest? {
        guard let port = address.videoPort else { return nil }
        return .stream(
            VideoRequest.Place(
                host: address.host, port: port, path: address.path, user: address.user,
                password: address.password ?? access.password, isEncrypted: address.isEncrypted,
                authorities: access.authorities))
    }

    /// Reads until the stream ends. Returns why; `nil` after `stop`.
    private func connection() -> NetworkTrouble? {
        guard !isStopped else { return nil }
        guard let request else {
            return NetworkTrouble(.invalidAddress, address, "the port is no number", "write rtsp://HOST:PORT/PATH")
        }
        let process: VideoProcess
        do throws(WorkerFailure) {
            process = try VideoProcess(program, request)
        } catch {
            return NetworkTrouble(.interrupted, address, error.description, "close other programs")
        }
        defer { process.kill() }
        var connection = Connection(start: .now, processorTime: .zero)
        while !isStopped {
            switch process.receive(within: Self.step) {
            case .answer(let answer):
                if let trouble = take(answer, process, &connection) { return trouble }
            case .died(let reason):
                return NetworkTrouble(.interrupted, address, reason, "report the stream that causes it")
            case .late:
                if let trouble = silence(connection, process) { return trouble }
            }
        }
        return nil
    }

    /// What the present connection has shown.
    private struct Connection {
        var start: FrameTimestamp
        var isOpen = false
        var hasPicture = false
        var lastSign: FrameTimestamp?
        /// The worker's, at the last sign.
        var processorTime: Duration
        /// Pictures announced before it.
        var before = 0
    }

    private func silence(_ connection: Connection, _ process: VideoProcess) -> NetworkTrouble? {
        guard connection.isOpen, let last = connection.lastSign else {
            guard FrameTimestamp.now.since(connection.start) > Self.longestOpening else { return nil }
            return .video(VideoFailure(status: VideoFailure.noReply, code: 0, detail: ""), hadPictures: false, address)
        }
        let silence = FrameTimestamp.now.since(last)
        guard silence > Self.patience else { return nil }
        // A stream that nobody sends costs no processor time.
        if process.processorTime - connection.processorTime > silence / 2 {
            return NetworkTrouble(
                .interrupted, address,
                "the \(VideoProcess.name) has computed for \(silence.components.seconds) s without a picture and was ended",
                "report the stream that causes it")
        }
        return .silent(silence, address)
    }

    private func take(
        _ answer: VideoAnswer, _ process: VideoProcess, _ connection: inout Connection
    ) -> NetworkTrouble? {
        connection.lastSign = .now
        connection.processorTime = process.processorTime
        switch answer {
        case .opened(let facts, let unconfined):
            connection.isOpen = true
            connection.before = state.withLockSignalling { state in
                state.facts = facts
                return state.announced
            }
            if let unconfined { onUnconfined?(unconfined) }
        case .failed(let failure): return .video(failure, hadPictures: connection.hasPicture, address)
        case .waiting: break
        case .needsRoom(let size):
            do throws(WorkerFailure) {
                try process.makeRoom(for: size)
            } catch {
                return NetworkTrouble(.interrupted, address, error.description, "close other programs")
            }
        case .picture(let picture): return take(picture, process, &connection)
        }
        return nil
    }

    private func take(
        _ picture: VideoAnswer.Picture, _ process: VideoProcess, _ connection: inout Connection
    ) -> NetworkTrouble? {
        guard let luma = process.luma(picture) else {
            process.end()
            return NetworkTrouble(
                .interrupted, address, "the \(VideoProcess.name) sent invalid data and was ended",
                "report the stream that causes it")
        }
        process.release(picture.slot)
        pause = ReconnectionPause()
        connection.hasPicture = true
        let now = FrameTimestamp.now
        // A worker could claim any time.
        let isCredible = picture.time <= now && now.since(picture.time) < .seconds(10)
        state.withLockSignalling { state in
            state.announced = connection.before + picture.counts.pictures
            state.counts = picture.counts
            state.colours = picture.colours ?? state.colours
            state.size = state.size ?? picture.size
            state.lastPicture = now
            state.trouble = nil
            state.newest = Frame(
                luma: luma, sequence: state.announced - 1, timestamp: isCredible ? picture.time : now,
                timestampOrigin: .arrival, isCorrupt: picture.isDamaged)
        }
        return nil
    }
}

/// The pauses between attempts to get a stream back: 1, 2, 4 … 30 s.
package struct ReconnectionPause: Hashable, Sendable {
    private var last = Duration.zero

    package init() {}

    package mutating func next() -> Duration {
        last = last == .zero ? .seconds(1) : min(last * 2, .seconds(30))
        return last
    }
}
