// SPDX-License-Identifier: Apache-2.0

internal import CConfinedProcess
import Glibc

/// The worker's side of `ConfinedProcess`.
package struct ConfinedService {
    private var buffer = [UInt8](repeating: 0, count: ConfinedProcess.longestPacket)

    /// The device that the worker was started with, if it was started with one.
    package static let device = Int32(CANDELA_WORKER_DEVICE)

    /// The exit status of a worker of another version than the program that started it: one that nothing else uses.
    static let wrongVersion: Int32 = 93

    /// `nil` if this process was not started as a worker. From now on it ends with the process that started it, and
    /// leaves signals to that.
    package init?() {
        guard Self.isSocket(Int32(CANDELA_WORKER_SOCKET)) else { return nil }
        // Two versions may understand the same bytes differently. Without the variable, this is a test.
        if let asker = unsafe getenv(WorkerProgram.versionVariable), unsafe strcmp(asker, CandelaVersion.current) != 0 {
            _exit(Self.wrongVersion)
        }
        // Ctrl-C and a service stop are handled by the parent; when it exits, its socket closes.
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] { _ = signal(number, SIG_IGN) }
        candela_worker_watch()
    }

    /// Drops all rights (`candela_worker_confine`).
    ///
    /// - Parameters:
    ///   - mostMemory: bytes.
    ///   - hasThreads: whether it may still start threads.
    ///   - connects: whether it may still open connections, until `seal`.
    /// - Returns: what failed, as a clause; `nil` if nothing did.
    package static func confine(mostMemory: Int, hasThreads: Bool = false, connects: Bool = false) -> String? {
        var step: UnsafePointer<CChar>?
        let rights =
            (hasThreads ? CANDELA_WORKER_HAS_THREADS : 0) | (connects ? CANDELA_WORKER_HAS_CONNECTIONS : 0)
        let failure = unsafe candela_worker_confine(mostMemory, Int32(rights), &step)
        guard failure != 0 else { return nil }
        let words = unsafe step.map { unsafe String(cString: $0) } ?? "confine itself"
        return "it could not \(words): \(unsafe String(cString: strerror(failure)))"
    }

    /// After `confine`: leaves it only the sockets that are open. Returns what failed, as a clause.
    package static func seal() -> String? {
        let failure = candela_worker_seal(Int32(CANDELA_WORKER_HAS_STREAMS))
        guard failure != 0 else { return nil }
        return "it could not filter its system calls again: \(unsafe String(cString: strerror(failure)))"
    }

    /// Limits its memory before `confine`, for libraries that are used before.
    package static func limitMemory(_ most: Int) { _ = candela_worker_limit_memory(most) }

    /// Loads the character sets that zbar can need, while files can still be read.
    package static func loadCharacterSets() { candela_worker_load_character_sets() }

    /// Ends this process after this number of seconds; 0 cancels that.
    package static func alarm(after seconds: Int) {
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: seconds, tv_usec: 0))
        unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }

    /// Waits for a packet; `nil` when the other end has closed.
    package mutating func receive() -> ArraySlice<UInt8>? {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(Int32(CANDELA_WORKER_SOCKET), $0.baseAddress, $0.count, 0)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            return buffer[..<count]
        }
    }

    /// A packet that has arrived; `nil` if there is none.
    package mutating func receiveNow() -> ArraySlice<UInt8>? {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe recv(Int32(CANDELA_WORKER_SOCKET), $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        return count > 0 ? buffer[..<count] : nil
    }

    /// A packet that is too long is not sent.
    package static func send(_ bytes: [UInt8]) {
        guard bytes.count <= ConfinedProcess.longestPacket else { return }
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(Int32(CANDELA_WORKER_SOCKET), $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 else { return false }
        return type == SOCK_SEQPACKET.rawValue
    }
}
