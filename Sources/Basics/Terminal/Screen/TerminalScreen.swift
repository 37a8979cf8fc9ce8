// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
package import Threads

/// Why the terminal cannot be used as a screen.
package struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int
    /// The size of a cell, in pixels; `nil` if the terminal does not report it.
    package var cell: (width: Int, height: Int)? { cellWidth > 0 && cellHeight > 0 ? (cellWidth, cellHeight) : nil }
    private var cellWidth = 0
    private var cellHeight = 0

    init(_ size: winsize) {
        columns = size.ws_col > 0 ? Int(size.ws_col) : 80
        rows = size.ws_row > 0 ? Int(size.ws_row) : 24
        if size.ws_xpixel > 0, size.ws_ypixel > 0 {
            cellWidth = Int(size.ws_xpixel) / columns
            cellHeight = Int(size.ws_ypixel) / rows
        }
    }
}

/// The terminal as a full screen that is read key by key, on the alternate screen.
///
/// The terminal is always restored: by `leave`, or, if we are killed, by a `TerminalGuard` in a separate process. Safe to
/// use from several threads.
package final class TerminalScreen: Sendable {
    private struct State: Sendable {
        var isEntered = false
    }

    /// Switches to the alternate screen, hides the cursor and turns line wrap off. Source: xterm's ctlseqs, "Functions using
    /// CSI": 1049, 25, 7.
    private static let entering = Array("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J\u{1b}[H".utf8)
    /// Undoes `entering`; first it ends any sequence that was being sent.
    static let leaving = Array("\u{1b}\\\u{1b}[?2026l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l".utf8)

    private let terminal: CInt
    private let saved: termios
    private let ours: termios
    private let guardian: TerminalGuard
    private let state = Mutex(State())

    /// Opens the controlling terminal without entering the screen.
    ///
    /// - Parameter guardian: the program and arguments that run our own program as a `TerminalGuard`.
    package init(guardian words: [String]) throws(TerminalError) {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw TerminalError(description: "cannot draw on the terminal: there is none")
        }
        var settings = termios()
        guard unsafe tcgetattr(terminal, &settings) == 0, tcgetpgrp(terminal) == getpgrp() else {
            close(terminal)
            throw TerminalError(
                description:
                    "cannot draw on the terminal: another program uses it; bring this one to the foreground")
        }
        saved = settings
        ours = Self.reading(settings)
        do throws(TerminalError) {
            guardian = try TerminalGuard(words, terminal: terminal, saved: saved, ours: ours)
        } catch {
            close(terminal)
            throw error
        }
        self.terminal = terminal
    }

    deinit {
        leave()
        close(terminal)
    }

    /// Settings for single keys without echo. Ctrl-C stays a signal; Ctrl-Z becomes a key, because the screen must be left
    /// before stopping.
    private static func reading(_ settings: termios) -> termios {
        var settings = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
            // _POSIX_VDISABLE
            unsafe characters[Int(VSUSP)] = 0
        }
        return settings
    }

    /// Whether we are in the terminal's foreground.
    package var isInForeground: Bool { tcgetpgrp(terminal) == getpgrp() }

    package var size: TerminalSize {
        var size = winsize()
        _ = unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size)
        return TerminalSize(size)
    }

    /// Switches to our screen.
    package func enter() {
        state.withLock { state in
            guard !state.isEntered else { return }
            state.isEntered = true
            guardian.tell(isEntered: true)
            var settings = ours
            unsafe tcsetattr(terminal, TCSANOW, &settings)
            send(Self.entering)
        }
    }

    /// Switches back to the previous screen.
    package func leave() {
        state.withLock { state in
            guard state.isEntered else { return }
            state.isEntered = false
            send(Self.leaving)
            var settings = saved
            // Keys typed already stay for the next program.
            unsafe tcsetattr(terminal, TCSADRAIN, &settings)
            guardian.tell(isEntered: false)
        }
    }

    /// Writes all bytes if the screen is entered, else nothing. Blocks while the terminal is slow.
    package func write(_ bytes: [UInt8]) {
        state.withLock { if $0.isEntered { send(bytes) } }
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(terminal, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads typed bytes; empty after the timeout, `nil` once `wake` is signalled or the terminal is gone.
    package func read(wake: WakeDescriptor, timeout: Duration) -> [UInt8]? {
        let milliseconds = CInt(clamping: Int(timeout / .milliseconds(1)))
        var waiting = [
            pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let ready = unsafe poll(&waiting, 2, milliseconds)
        if ready < 0 { return errno == EINTR ? [] : nil }
        if waiting[1].revents != 0 { return nil }
        guard ready > 0 else { return [] }
        // In the background, typed keys are for another program.
        guard isInForeground else {
            usleep(200_000)
            return []
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(terminal, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Leaves the screen and stops us like Ctrl-Z. Returns `true` once we are in the foreground again, or `false` if `wake`
    /// is signalled first.
    package func suspend(wake: WakeDescriptor) -> Bool {
        leave()
        kill(0, SIGTSTP)
        // The signal takes effect on some thread a moment later.
        usleep(100_000)
        while !isInForeground {
            var end = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
            if unsafe poll(&end, 1, 200) > 0 { return false }
        }
        return true
    }
}
