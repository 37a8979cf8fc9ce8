// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Glibc

/// A program started by a test, with no signals blocked. Children of Foundation's `Process` on some threads have signals
/// blocked and could not be asked to end.
package final class TestProgram {
    private let process: pid_t
    private var hasEnded = false
    /// Its output, if requested.
    package let output: FileHandle?

    package init(_ words: [String], capturing: Bool = false) throws {
        let pipe = capturing ? Pipe() : nil
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let pipe {
            unsafe posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let failure = unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
        try? pipe?.fileHandleForWriting.close()
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        process = child
        output = pipe?.fileHandleForReading
    }

    deinit { end(SIGKILL) }

    package var isRunning: Bool {
        if !hasEnded, waitpid(process, nil, WNOHANG) != 0 { hasEnded = true }
        return !hasEnded
    }

    package func signal(_ number: CInt) {
        if !hasEnded { kill(process, number) }
    }

    /// Asks it to end and waits for its end.
    package func end(_ signal: CInt = SIGTERM) {
        guard !hasEnded else { return }
        kill(process, signal)
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
        hasEnded = true
    }

    /// Waits for its end.
    package func wait() {
        guard !hasEnded else { return }
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
        hasEnded = true
    }
}
