// SPDX-License-Identifier: Apache-2.0

import CSpawn
import Glibc

/// A separate process that restores the terminal if the process that uses it is killed or crashes.
///
/// It is our own program, started with the caller's arguments, which must run `TerminalGuardService`. It holds the terminal
/// and one end of a pipe.
final class TerminalGuard: Sendable {
    private static let terminalDescriptor: CInt = 0
    private static let pipeDescriptor: CInt = 3

    private let pipe: CInt
    private let process: pid_t

    init(_ words: [String], terminal: CInt, saved: termios, ours: termios) throws(TerminalError) {
        var ends: [CInt] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        pipe = ends[1]
        do throws(TerminalError) {
            process = try Self.start(words, terminal, ends[0])
        } catch {
            close(ends[1])
            throw error
        }
        unsafe withUnsafeBytes(of: saved) { unsafe Self.send($0, to: pipe) }
        unsafe withUnsafeBytes(of: ours) { unsafe Self.send($0, to: pipe) }
    }

    deinit {
        close(pipe)
        var status: CInt = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Call it before the screen is entered, and after it was left.
    func tell(isEntered: Bool) {
        unsafe withUnsafeBytes(of: UInt8(isEntered ? 1 : 0)) { unsafe Self.send($0, to: pipe) }
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to pipe: CInt) {
        while unsafe write(pipe, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
    }

    private static func failure(_ number: CInt) -> TerminalError {
        let cause = unsafe String(cString: strerror(number))
        return TerminalError(
            description: "cannot draw on the terminal: the process that restores it does not start: \(cause)")
    }

    private static func start(_ words: [String], _ terminal: CInt, _ end: CInt) throws(TerminalError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, end, pipeDescriptor)
        unsafe posix_spawn_file_actions_adddup2(&actions, terminal, terminalDescriptor)
        // Otherwise our output pipes would stay open as long as it runs.
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        unsafe _ = candela_spawn_close_from(&actions, pipeDescriptor + 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // Ctrl-C must not end it, and it must be able to write to the terminal from the background.
        var every = sigset_t()
        unsafe sigfillset(&every)
        unsafe posix_spawnattr_setsigmask(&attributes, &every)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let number = unsafe posix_spawn(&process, words[0], &actions, &attributes, arguments, environ)
        guard number == 0 else { throw failure(number) }
        return process
    }
}

/// The code of the guard process.
package enum TerminalGuardService {
    /// Waits until the other process is gone, restores the terminal if that did not, and returns.
    package static func run() {
        var saved = termios()
        var ours = termios()
        guard unsafe withUnsafeMutableBytes(of: &saved, { unsafe fill($0) }),
            unsafe withUnsafeMutableBytes(of: &ours, { unsafe fill($0) })
        else { return }
        var isEntered: UInt8 = 0
        while unsafe withUnsafeMutableBytes(of: &isEntered, { unsafe fill($0) }) {}
        guard isEntered != 0 else { return }
        let bytes = TerminalScreen.leaving
        _ = unsafe bytes.withUnsafeBytes { unsafe write(0, $0.baseAddress, $0.count) }
        // A faster shell may have set the terminal for itself.
        var now = termios()
        guard unsafe tcgetattr(0, &now) == 0, same(now, ours) else { return }
        unsafe tcsetattr(0, TCSANOW, &saved)
    }

    private static func same(_ first: termios, _ second: termios) -> Bool {
        unsafe withUnsafeBytes(of: first.c_cc) { a in
            unsafe withUnsafeBytes(of: second.c_cc) { b in unsafe a.elementsEqual(b) }
        } && first.c_lflag == second.c_lflag && first.c_iflag == second.c_iflag && first.c_oflag == second.c_oflag
    }

    /// Fills the buffer from the pipe; `false` at its end.
    private static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var done = 0
        while done < buffer.count {
            let count = unsafe read(3, buffer.baseAddress! + done, buffer.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
