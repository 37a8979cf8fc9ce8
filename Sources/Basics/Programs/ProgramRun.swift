// SPDX-License-Identifier: Apache-2.0

internal import CSpawn
import Glibc
internal import Threads

/// A run of a program without a shell: in its own process group, without our open files, and with a time limit.
package struct ProgramRun: Sendable {
    /// Where the program's output goes.
    package enum Output: Sendable {
        /// To our standard error, both its output and its errors: our standard output is for results.
        case standardError
        /// To `/dev/null`: a program that stays in the background must not keep our files open.
        case nowhere
        /// To `capture()`: its output, and its errors only if asked for.
        case kept(errors: Bool)
    }

    /// Which environment the program gets.
    package enum Environment: Sendable {
        /// Ours, with variables added or replaced; `nil` removes one. Values are without NUL.
        case ours([(name: String, value: String?)])
        /// Nothing but these.
        case only([(name: String, value: String)])
    }

    package enum Outcome: Hashable, Sendable {
        case ended(status: Int)
        case killed(signal: Int)
        /// It exceeded the time limit; its process group was killed.
        case tookTooLong
        /// It was killed because `cancel` was called.
        case cancelled
        /// It could not be started.
        case notStarted(errno: Int32)

        /// Why it failed, as a clause after the program's name; `nil` if it ended with status 0.
        package var failure: String? {
            switch self {
            case .ended(0): nil
            case .ended(let status): "it ended with status \(status)"
            case .killed(let signal): "it was killed by signal \(signal)"
            case .tookTooLong: "it timed out and was killed"
            case .cancelled: "it was killed because candela is ending"
            case .notStarted(let number): unsafe String(cString: strerror(number))
            }
        }
    }

    private struct State {
        var child: pid_t?
        var hasEnded = false
        var isCancelled = false
    }

    /// The most bytes of standard input: what a pipe buffers even if nobody reads it.
    package static let largestInput = 65_536

    private let words: [String]
    private let environment: Environment
    private let input: [UInt8]
    private let output: Output
    private let limit: Duration
    private let state = ConditionLock(State())

    /// - Parameters:
    ///   - words: the program (a path, or a name in PATH) and its arguments, without NUL.
    ///   - input: its standard input, at most `largestInput` bytes; empty for none.
    package init(
        _ words: [String], environment: Environment = .ours([]), input: [UInt8] = [],
        output: Output = .standardError, limit: Duration
    ) {
        precondition(!words.isEmpty && input.count <= Self.largestInput, "a program, and input that fits into a pipe")
        self.words = words
        self.environment = environment
        self.input = input
        self.output = output
        self.limit = limit
    }

    /// Kills its process group. May be called on any thread.
    package func cancel() {
        state.withLockSignalling { state in
            state.isCancelled = true
            // It is not reaped yet, so the process id is still its own.
            if let child = state.child, !state.hasEnded { kill(-child, SIGKILL) }
        }
    }

    /// Runs the program once and waits for it on the caller's thread.
    package func run() -> Outcome { run(keeping: -1) }

    /// Runs the program once, with `Output.kept`, and returns at most `limit` bytes of what it wrote.
    package func capture(limit: Int = 1 << 22) -> (outcome: Outcome, output: [UInt8]) {
        // Not a pipe, which needs a reader beside the waiting, and is held open by what the program leaves running.
        let file = unsafe candela_memory_file("output")
        guard file >= 0 else { return (.notStarted(errno: errno), []) }
        defer { close(file) }
        let outcome = run(keeping: file)
        let size = min(limit, max(0, Int(lseek(file, 0, SEEK_END))))
        let output = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = unsafe pread(file, buffer.baseAddress! + filled, size - filled, filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
        }
        return (outcome, output)
    }

    private func run(keeping file: CInt) -> Outcome {
        guard !state.withLock({ $0.isCancelled }) else { return .cancelled }
        let child: pid_t
        do throws(StartFailure) { child = try start(keeping: file) } catch { return .notStarted(errno: error.errno) }
        state.withLock { state in
            state.child = child
            if state.isCancelled { kill(-child, SIGKILL) }
        }
        let state = state
        let waiter = WorkerThread {
            var information = unsafe siginfo_t()
            // WNOWAIT does not reap it: until it is reaped below, its process id is not reused, and killing is safe.
            while unsafe waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
            state.withLockSignalling { $0.hasEnded = true }
        }
        let isInTime = state.wait(timeout: limit) { $0.hasEnded ? true : nil } ?? false
        if !isInTime { kill(-child, SIGKILL) }
        waiter.join()
        var status: CInt = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        // Source: WIFEXITED and similar macros in wait(2), which Swift does not import.
        let signal = Int(status & 0x7f)
        if signal == 0 { return .ended(status: Int(status >> 8) & 0xff) }
        if state.withLock({ $0.isCancelled }) { return .cancelled }
        return isInTime ? .killed(signal: signal) : .tookTooLong
    }

    private struct StartFailure: Error { var errno: Int32 }

    private func start(keeping file: CInt) throws(StartFailure) -> pid_t {
        var ends: [CInt] = [-1, -1]
        if !input.isEmpty {
            guard unsafe pipe(&ends) == 0 else { throw StartFailure(errno: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            let count = unsafe input.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
            close(ends[1])
            guard count == input.count else {
                close(ends[0])
                throw StartFailure(errno: EAGAIN)
            }
        }
        defer { if ends[0] >= 0 { close(ends[0]) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        if input.isEmpty {
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        }
        switch output {
        case .kept(let errors) where file >= 0:
            unsafe posix_spawn_file_actions_adddup2(&actions, file, STDOUT_FILENO)
            if errors {
                unsafe posix_spawn_file_actions_adddup2(&actions, file, STDERR_FILENO)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            }
        case .standardError: unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        case .nowhere, .kept:
            unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        // Libraries open files that the child would inherit.
        unsafe candela_spawn_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // We block the signals that end us and ignore SIGPIPE and SIGXFSZ. The child gets the defaults.
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        let variables = unsafe variables() + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        guard failure == 0 else { throw StartFailure(errno: failure) }
        return child
    }

    /// Copies of our variables, byte by byte, without those that are replaced; then the added ones. The caller frees them.
    private func variables() -> [UnsafeMutablePointer<CChar>?] {
        let changes: [(name: String, value: String?)]
        switch environment {
        case .only(let variables): return unsafe variables.map { unsafe strdup("\($0.name)=\($0.value)") }
        case .ours(let given): changes = given
        }
        let added = changes.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } }
        let names = changes.map { Array(($0.name + "=").utf8) }
        var result = unsafe [UnsafeMutablePointer<CChar>?]()
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let length = unsafe strlen(entry)
            let isReplaced = names.contains { name in
                guard length >= name.count else { return false }
                return unsafe name.withUnsafeBytes { unsafe memcmp(entry, $0.baseAddress!, $0.count) == 0 }
            }
            if !isReplaced { unsafe result.append(strdup(entry)) }
            unsafe next += 1
        }
        return unsafe result + added.map { unsafe strdup($0) }
    }
}

/// Finds programs on this machine.
package enum ProgramSearch {
    /// The path of a program: the name itself if it has a slash, else the first match in PATH; `nil` if none is executable.
    package static func find(_ name: String) -> String? {
        guard !name.isEmpty else { return nil }
        if name.contains("/") { return isProgram(name) ? name : nil }
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false)
            .map { ($0.isEmpty ? "." : String($0)) + "/" + name }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
