// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import FrameCoding

/// Keeps a decoder's process for a stream: starts it, and after its death the next one.
final class RunningDecoder {
    private let program: WorkerProgram
    private let device: Int32?
    private let onIncident: @Sendable (String) -> Void
    private let onUnconfined: ((String) -> Void)?
    private var process: DecoderProcess?
    /// When the last process failed, and why.
    private var failure: (time: SuspendingClock.Instant, failure: DecoderFailure)?

    /// The maximum time for a frame.
    private let limit: Duration

    /// Starts a process; does not wait for it.
    ///
    /// - Parameter onIncident: called with a sentence each time that a process fails.
    init(
        _ program: WorkerProgram, device: Int32? = nil, limit: Duration,
        onIncident: @escaping @Sendable (String) -> Void, onUnconfined: (@Sendable (String) -> Void)?
    ) {
        self.program = program
        self.device = device
        self.limit = limit
        self.onIncident = onIncident
        self.onUnconfined = onUnconfined
        // If that fails, the first frame says so.
        process = try? start()
    }

    /// So that tests can kill it.
    var processID: Int32? { process?.process }

    /// Waits until it accepts requests.
    func awaitReady() throws(DecoderFailure) { try running().awaitReady() }

    /// Has a frame decoded. A process that fails is replaced, at most once a second: a camera can send many frames that
    /// kill one, and the machine may be out of memory.
    func decode<R>(_ work: (DecoderProcess, Duration) throws(DecoderFailure) -> R) throws(DecoderFailure) -> R {
        let process = try running()
        do throws(DecoderFailure) {
            return try work(process, limit)
        } catch {
            self.process = nil
            failure = (.now, error)
            onIncident(error.description + "; it will be restarted")
            throw error
        }
    }

    private func running() throws(DecoderFailure) -> DecoderProcess {
        if let process { return process }
        if let failure, failure.time.duration(to: .now) < .seconds(1) { throw failure.failure }
        do throws(WorkerFailure) {
            let process = try start()
            self.process = process
            return process
        } catch {
            let reason = DecoderFailure(error.description)
            failure = (.now, reason)
            onIncident(error.description)
            throw reason
        }
    }

    private func start() throws(WorkerFailure) -> DecoderProcess {
        let process = try DecoderProcess(program, device: device)
        process.onUnconfined = onUnconfined
        return process
    }
}
