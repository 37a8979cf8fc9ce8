// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A run of the command that has not ended yet. Killed when forgotten.
final class RunningCommand {
    /// `POSIX_SPAWN_SETSID`, which glibc shows to GNU sources only.
    private static let newSession: CInt = 0x80
    private static let starting = NSLock()

    private let command: [String]
    private let process: pid_t
    private var outputReader: CInt
    private var errorReader: CInt
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []
    private var status: Int32?
    private var lastModes: tcflag_t?

    init(
        _ command: [String], input: String, output: CommandRunner.Output, environment: [String]
    ) throws {
        self.command = command
        // Between making a pipe and keeping it from other children, no other child is started.
        Self.starting.lock()
        defer { Self.starting.unlock() }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }

        // A test process may ignore or block signals; a shell's child does not.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Self.newSession))

        let errors = try Self.pipe()
        errorReader = errors.reader
        outputReader = -1
        var writer: CInt = errors.writer
        switch output {
        case .captured:
            let pipe = try Self.pipe()
            (outputReader, writer) = (pipe.reader, pipe.writer)
            unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, writer, 1)
        case .closedPipe:
            let pipe = try Self.pipe()
            writer = pipe.writer
            close(pipe.reader)
            unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, writer, 1)
        case .file(let path):
            unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
            unsafe posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
        case .terminal, .wholeTerminal:
            var slave: CInt = -1
            var path = [CChar](repeating: 0, count: 128)
            // Low, so that pictures in it are small.
            var size = winsize(ws_row: 14, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
            guard unsafe openpty(&outputReader, &slave, &path, nil, &size) == 0,
                fcntl(outputReader, F_SETFD, FD_CLOEXEC) == 0
            else { throw CommandRunner.Failure(description: "no terminal to be had: \(errno)") }
            close(slave)
            // The first terminal that a session's leader opens becomes its controlling one.
            unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        }
        if case .wholeTerminal = output {
            unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
        }

        var identifier: pid_t = 0
        let failure = unsafe Self.withCStrings(command) { arguments in
            unsafe Self.withCStrings(environment) { variables in
                unsafe posix_spawnp(&identifier, command[0], &actions, &attributes, arguments, variables)
            }
        }
        process = identifier
        if writer != errors.writer { close(writer) }
        close(errors.writer)
        guard failure == 0 else {
            status = 127
            throw CommandRunner.Failure(description: "cannot start \(command): error \(failure)")
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            _ = waitpid(process, nil, 0)
        }
        for descriptor in [outputReader, errorReader] where descriptor >= 0 { close(descriptor) }
    }

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    var processID: pid_t { process }

    func signal(_ number: CInt) { kill(process, number) }

    /// Types into its terminal.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(outputReader, $0.baseAddress, $0.count) }
    }

    /// Whether its terminal takes lines and shows what is typed; when it has ended, whether it did then.
    var terminalIsAsUsual: Bool {
        noteModes()
        return lastModes.map { $0 & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO) } ?? false
    }

    /// A terminal's two sides have the same modes.
    private func noteModes() {
        var modes = termios()
        if outputReader >= 0, unsafe tcgetattr(outputReader, &modes) == 0 { lastModes = modes.c_lflag }
    }

    /// Nobody reads its output any more.
    func closeOutput() {
        noteModes()
        close(outputReader)
        outputReader = -1
    }

    /// Waits until it has written what `condition` looks for; an error when it ends first.
    func wait(until condition: (_ output: String, _ errors: String) -> Bool) throws {
        let deadline = ContinuousClock.now + CommandRunner.limit
        while !condition(output, errors) {
            guard outputReader >= 0 || errorReader >= 0 else {
                throw CommandRunner.Failure(description: "ended too early: \(try end())")
            }
            try readSome(deadline)
        }
    }

    /// Waits for its end. One that takes longer than the limit is killed, and that is an error.
    func end() throws -> CommandResult {
        let deadline = ContinuousClock.now + CommandRunner.limit
        while outputReader >= 0 || errorReader >= 0 { try readSome(deadline) }
        while status == nil {
            var word: CInt = 0
            if unsafe waitpid(process, &word, WNOHANG) == process {
                status = word & 0x7f == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f)
            } else {
                guard ContinuousClock.now < deadline else { throw hangs() }
                usleep(2000)
            }
        }
        return CommandResult(status: status!, outputBytes: outputBytes, errors: errors)
    }

    private func readSome(_ deadline: ContinuousClock.Instant) throws {
        var waiting = [
            pollfd(fd: outputReader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errorReader, events: Int16(POLLIN), revents: 0),
        ]
        let left = deadline - .now
        guard left > .zero, unsafe poll(&waiting, 2, CInt(left.components.seconds) * 1000 + 1000) > 0 else {
            throw hangs()
        }
        if waiting[0].revents != 0, !read(outputReader, into: &outputBytes) { closeOutput() }
        if waiting[1].revents != 0, !read(errorReader, into: &errorBytes) {
            close(errorReader)
            errorReader = -1
        }
    }

    /// False at the end; a terminal whose other side is closed says EIO for that.
    private func read(_ descriptor: CInt, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        return true
    }

    private func hangs() -> CommandRunner.Failure {
        kill(process, SIGKILL)
        return CommandRunner.Failure(
            description:
                "still running after \(CommandRunner.limit): \(command)\nstdout:\n\(output)\nstderr:\n\(errors)")
    }

    private static func pipe() throws -> (reader: CInt, writer: CInt) {
        var ends: [CInt] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw CommandRunner.Failure(description: "no pipe to be had: \(errno)")
        }
        return (ends[0], ends[1])
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies)
    }
}
