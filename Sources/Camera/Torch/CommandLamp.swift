// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Threads

/// A light that is switched by the user's own program: a USB lamp, a relay, a network lamp.
///
/// The program runs without a shell, in its own process group: on Ctrl-C this process uses it to switch off the light.
/// Its standard input is empty, and both its outputs go to standard error, because standard output is for results.
package final class CommandLamp: TorchLamp {
    package let source: TorchSource
    private let template: CommandTemplate
    /// Longer than any switch needs; a hanging program must not block us.
    private let limit: Duration

    package init(_ source: TorchSource, limit: Duration = .seconds(10)) {
        guard case .command(let template) = source.place else { preconditionFailure("the source is a command") }
        self.source = source
        self.template = template
        self.limit = limit
    }

    /// Always unknown: the program does not report the state of the lamp.
    package func state() throws(TorchError) -> TorchState { TorchState(percent: nil) }

    package func set(percent: Int) throws(TorchError) -> TorchState {
        let percent = min(max(percent, 0), 100)
        let words = template.words(percent: percent)
        let outcome = try run(words)
        guard outcome == 0 else {
            // Source: WIFEXITED and related macros in wait(2), which Swift cannot import.
            let signal = outcome & 0x7f
            let end = signal == 0 ? "it exited with status \((outcome >> 8) & 0xff)" : "it was ended by signal \(signal)"
            throw TorchError(.failed, "cannot switch the light with \(words.joined(separator: " ")): \(end)")
        }
        return TorchState(percent: percent)
    }

    /// The status of wait(2).
    private func run(_ words: [String]) throws(TorchError) -> CInt {
        let intent = "cannot run the torch command \(words.joined(separator: " "))"
        let child = try start(words, intent)
        let done = ConditionLock<CInt?>(nil)
        let waiter = WorkerThread {
            var status: CInt = 0
            while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
            let end = status
            done.withLockSignalling { $0 = end }
        }
        let status = done.wait(timeout: limit) { $0 }
        if status == nil { kill(-child, SIGKILL) }
        waiter.join()
        guard let status else {
            throw TorchError(.failed, "\(intent): it did not finish within \(limit.components.seconds) s and was killed")
        }
        return status
    }

    private func start(_ words: [String], _ intent: String) throws(TorchError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        // This process blocks the signals that end it, and ignores SIGPIPE. The child must do neither.
        var none = sigset_t()
        var ignored = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&ignored)
        unsafe sigaddset(&ignored, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &ignored)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let error = unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
        guard error == 0 else {
            let next = error == ENOENT ? "; check that the program is installed, or give its full path" : ""
            throw TorchError(.failed, "\(intent): \(unsafe String(cString: strerror(error)))\(next)")
        }
        return child
    }
}
