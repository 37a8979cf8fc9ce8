// SPDX-License-Identifier: Apache-2.0

internal import CConfinedProcess
import Glibc

/// A worker's process, on the asking side: packets go to it and come back. Use it from one thread at a time.
@safe package final class ConfinedProcess {
    package enum Received {
        /// Nothing in it can be trusted.
        case packet(ArraySlice<UInt8>)
        case closed, late
    }

    package let process: Int32
    private let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: longestPacket)
    private var isReaped = false

    /// The longest packet that is received; a longer one is cut.
    package static let longestPacket = 1 << 16

    /// Starts a worker; does not wait until it is ready.
    ///
    /// - Parameters:
    ///   - worker: what it is called in errors: `reader process`.
    ///   - device: a descriptor that it inherits.
    package init(
        _ program: WorkerProgram, memory: SharedMemory, worker: String, device: Int32? = nil
    ) throws(WorkerFailure) {
        var process: pid_t = 0
        var socket: Int32 = -1
        let arguments: [UnsafeMutablePointer<CChar>?] =
            unsafe (["candela"] + program.arguments).map { unsafe strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] =
            unsafe WorkerProgram.environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        let failure = unsafe candela_worker_start(
            program.path, arguments, environment, memory.descriptor, device ?? -1, &socket, &process)
        guard failure == 0 else { throw WorkerFailure("start the \(worker) \(program.path)", failure) }
        self.process = process
        self.socket = socket
    }

    deinit {
        close(socket)
        guard !isReaped else { return }
        // It has nothing to tidy up, and would take longer to end by itself.
        kill()
    }

    /// Whether it still runs, as far as its socket tells.
    package var isAlive: Bool {
        var descriptor = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe !isReaped && poll(&descriptor, 1, 0) == 0
    }

    /// - Returns: whether the packet was sent.
    package func send(_ bytes: [UInt8]) -> Bool {
        while true {
            let sent = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent == bytes.count { return true }
            guard sent < 0, errno == EINTR else { return false }
        }
    }

    /// Waits for a packet.
    package func receive(until deadline: SuspendingClock.Instant) -> Received {
        while true {
            let left = SuspendingClock.now.duration(to: deadline)
            guard left > .zero else { return .late }
            var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let (seconds, attoseconds) = left.components
            let ready = unsafe poll(
                &descriptor, 1, Int32(clamping: seconds * 1000 + 1 + attoseconds / 1_000_000_000_000_000))
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return .closed }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            // A process that ends before it has read everything resets the connection; its last packets come after that.
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            guard count > 0 else { return .closed }
            return .packet(buffer[..<count])
        }
    }

    /// Kills the process at once: one that has nothing to tell.
    package func kill() {
        guard !isReaped else { return }
        Glibc.kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
        isReaped = true
    }

    /// Kills the process if it still runs, and returns how it ended: `signal 6 (Aborted)`, `status 2`.
    package func end() -> String {
        guard !isReaped else { return "it had already ended" }
        // A process that closed its socket is about to exit by itself; wait for its own exit status.
        var status: Int32 = 0
        var waited = unsafe waitpid(process, &status, WNOHANG)
        let deadline = SuspendingClock.now + .milliseconds(200)
        while waited == 0, SuspendingClock.now < deadline {
            usleep(500)
            waited = unsafe waitpid(process, &status, WNOHANG)
        }
        if waited == 0 {
            Glibc.kill(process, SIGKILL)
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        isReaped = true
        let signal = status & 0x7f
        if signal == 0, status >> 8 & 0xff == ConfinedService.wrongVersion {
            return "it is not of candela \(CandelaVersion.current); install the same version"
        }
        return signal != 0
            ? "signal \(signal) (\(unsafe String(cString: strsignal(signal))))" : "status \(status >> 8 & 0xff)"
    }
}
