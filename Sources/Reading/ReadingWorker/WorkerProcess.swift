// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CReadingWorker
internal import Frames
import Glibc

/// A running worker. Use it from one thread, one picture at a time.
@safe final class WorkerProcess {
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
    let process: pid_t
    private let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: WorkerAnswer.longest)
    private var isReaped = false

    /// Starts a worker and waits until it accepts requests.
    init(_ program: WorkerProgram, memory: SharedMemory) throws(WorkerFailure) {
        var process: pid_t = 0
        var socket: Int32 = -1
        let failure = Self.start(program, memory.descriptor, &socket, &process)
        guard failure == 0 else { throw WorkerFailure("start the reader process \(program.path)", failure) }
        self.process = process
        self.socket = socket
        var supported: Set<Symbology> = []
        var shortfall = ReaderShortfall()
        var wrong: WorkerFailure?
        var hasEnded = false
        // Allows for loading two libraries from a cold memory card.
        switch Self.receive(socket, &buffer, until: .now + .seconds(20)) {
        case .answer(.ready(let mask, let gaps)): (supported, shortfall) = (mask, gaps)
        case .answer, .nonsense:
            wrong = WorkerFailure("cannot start the reader process: \(program.path) is not a candela reader")
        case .closed: hasEnded = true
        case .late: wrong = WorkerFailure("cannot start the reader process: it was not ready within 20 s")
        }
        self.supported = supported
        self.shortfall = shortfall
        if hasEnded { wrong = WorkerFailure("cannot start the reader process: it ended at once (\(end()))") }
        if let wrong { throw wrong }
    }

    deinit {
        close(socket)
        if !isReaped { _ = end() }
    }

    private static func start(
        _ program: WorkerProgram, _ memory: Int32, _ socket: inout Int32, _ process: inout pid_t
    ) -> Int32 {
        let arguments: [UnsafeMutablePointer<CChar>?] =
            unsafe (["candela"] + program.arguments).map { unsafe strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] =
            unsafe WorkerProgram.environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        return unsafe candela_worker_start(program.path, arguments, environment, memory, &socket, &process)
    }

    // MARK: Asking

    /// Sends a request, and waits at most `limit` for the codes and the unconfirmed ones.
    func read(
        _ request: WorkerRequest, limit: Duration
    ) throws(WorkerDeath) -> (codes: [Barcode], doubtful: [Barcode]) {
        let deadline = FrameTimestamp.now + limit
        guard send(request) else { throw died() }
        var (codes, doubtful): ([Barcode], [Barcode]) = ([], [])
        while true {
            switch Self.receive(socket, &buffer, until: deadline) {
            case .answer(.code(let code)) where codes.count < WorkerAnswer.mostCodes: codes.append(code)
            case .answer(.doubt(let code)) where doubtful.count < WorkerAnswer.mostDoubts: doubtful.append(code)
            case .answer(.done): return (codes, doubtful)
            case .answer(.cannot(let error)):
                _ = end()
                throw WorkerDeath(how: .blind(error.description))
            case .answer, .nonsense:
                _ = end()
                throw WorkerDeath(how: .nonsense)
            case .closed: throw died()
            case .late:
                _ = end()
                throw WorkerDeath(how: .tooLong)
            }
        }
    }

    /// - Returns: whether the request was sent.
    func send(_ request: WorkerRequest) -> Bool {
        let bytes = request.bytes
        while true {
            let sent = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent == bytes.count { return true }
            guard sent < 0, errno == EINTR else { return false }
        }
    }

    private func died() -> WorkerDeath { WorkerDeath(how: .ended(end())) }

    /// Kills the process if it still runs, and returns how it ended.
    private func end() -> String {
        guard !isReaped else { return "it had already ended" }
        // A process that closed its socket is about to exit by itself; wait for its own exit status.
        var status: Int32 = 0
        var waited = unsafe waitpid(process, &status, WNOHANG)
        let deadline = FrameTimestamp.now + .milliseconds(200)
        while waited == 0, FrameTimestamp.now.since(deadline) < .zero {
            usleep(500)
            waited = unsafe waitpid(process, &status, WNOHANG)
        }
        if waited == 0 {
            kill(process, SIGKILL)
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        isReaped = true
        let signal = status & 0x7f
        return signal != 0
            ? "signal \(signal) (\(unsafe String(cString: strsignal(signal))))" : "status \(status >> 8 & 0xff)"
    }

    // MARK: Packets

    private enum Received {
        case answer(WorkerAnswer)
        case nonsense, closed, late
    }

    private static func receive(_ socket: Int32, _ buffer: inout [UInt8], until deadline: FrameTimestamp) -> Received {
        while true {
            let left = deadline.since(.now)
            guard left > .zero else { return .late }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(
                &descriptor, 1,
                Int32(
                    clamping: left.components.seconds * 1000 + 1 + left.components.attoseconds / 1_000_000_000_000_000))
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return .closed }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .closed }
            guard let answer = WorkerAnswer(buffer[..<count]) else { return .nonsense }
            return .answer(answer)
        }
    }
}

/// The death of a worker during a picture.
struct WorkerDeath: Error, Hashable {
    var how: WorkerProcess.Death
}
