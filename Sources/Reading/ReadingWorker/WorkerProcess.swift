// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedProcesses

/// A running worker. Use it from one thread, one picture at a time.
final class WorkerProcess {
    /// How a worker ended.
    enum Death: Hashable {
        /// It exited or was killed by a signal; the status from `waitpid` in words.
        case ended(String)
        /// It exceeded the time limit and was killed.
        case tooLong
        /// It sent an invalid packet and was killed.
        case nonsense
        /// It could not see the picture, and was ended; the reason as a sentence.
        case blind(String)
    }

    let supported: Set<Symbology>
    let shortfall: ReaderShortfall
    private let confined: ConfinedProcess

    var process: Int32 { confined.process }

    /// Starts a worker and waits until it accepts requests.
    init(_ program: WorkerProgram, memory: PictureMemory) throws(WorkerFailure) {
        let confined = try ConfinedProcess(program, memory: memory.shared, worker: "reader process")
        // Allows for loading two libraries from a cold memory card.
        switch confined.receive(until: .now + .seconds(20)) {
        case .packet(let bytes):
            guard case .ready(let mask, let gaps)? = WorkerAnswer(bytes) else {
                throw WorkerFailure("cannot start the reader process: \(program.path) is not a candela reader")
            }
            (supported, shortfall) = (mask, gaps)
        case .closed: throw WorkerFailure("cannot start the reader process: it ended at once (\(confined.end()))")
        case .late: throw WorkerFailure("cannot start the reader process: it was not ready within 20 s")
        }
        self.confined = confined
    }

    /// Sends a request, and waits at most `limit` for the codes and the unconfirmed ones.
    func read(
        _ request: WorkerRequest, limit: Duration
    ) throws(WorkerDeath) -> (codes: [Barcode], doubtful: [Barcode]) {
        let deadline = SuspendingClock.now + limit
        guard send(request) else { throw died() }
        var (codes, doubtful): ([Barcode], [Barcode]) = ([], [])
        while true {
            switch confined.receive(until: deadline) {
            case .packet(let bytes):
                switch WorkerAnswer(bytes) {
                case .code(let code)? where codes.count < WorkerAnswer.mostCodes: codes.append(code)
                case .doubt(let code)? where doubtful.count < WorkerAnswer.mostDoubts: doubtful.append(code)
                case .done?: return (codes, doubtful)
                case .cannot(let error)?:
                    _ = confined.end()
                    throw WorkerDeath(how: .blind(error.description))
                case .code?, .doubt?, .ready?, nil:
                    _ = confined.end()
                    throw WorkerDeath(how: .nonsense)
                }
            case .closed: throw died()
            case .late:
                _ = confined.end()
                throw WorkerDeath(how: .tooLong)
            }
        }
    }

    /// - Returns: whether the request was sent.
    func send(_ request: WorkerRequest) -> Bool { confined.send(request.bytes) }

    private func died() -> WorkerDeath { WorkerDeath(how: .ended(confined.end())) }
}

/// The death of a worker during a picture.
struct WorkerDeath: Error, Hashable {
    var how: WorkerProcess.Death
}
