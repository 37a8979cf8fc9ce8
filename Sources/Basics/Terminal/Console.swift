// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
import Synchronization

/// The command's output: results to standard output, everything else to standard error.
package enum Console {
    /// Writes a line of results, unbuffered: the reader may be a program that waits for it.
    package static func print(_ line: String) throws(CommandFailure) {
        try write(Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    /// Writes bytes of results unchanged.
    package static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard send(bytes, to: STDOUT_FILENO) else {
            // A reader that stops early (`| head`) is not an error.
            if errno == EPIPE { throw CommandFailure.outputClosed }
            throw CommandFailure("cannot write to standard output: \(unsafe String(cString: strerror(errno)))")
        }
    }

    /// Writes a line to standard error, after `candela: `: progress, choices, problems. In a program that uses the library and
    /// asked for notes, passes it there.
    package static func note(_ line: String) {
        if let taker = noteTaker.withLock({ $0 }) { return taker(line) }
        _ = send(Array(("candela: " + line + "\n").utf8), to: STDERR_FILENO)
    }

    private static let noteTaker = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Passes notes to `taker` from now on; `nil` ends this.
    package static func takeNotes(_ taker: (@Sendable (String) -> Void)?) { noteTaker.withLock { $0 = taker } }

    /// Rings the bell if standard error is a terminal.
    package static func bell() { if errorIsTerminal { _ = sendDirectly([7], to: STDERR_FILENO) } }

    /// Reports which camera was chosen; nothing for `nil`.
    package static func note(choice: String?) {
        if let choice { note(VisibleText.escape(choice)) }
    }

    /// Writes to standard error unchanged, for progress bars.
    package static func progress(_ text: String) { _ = send(Array(text.utf8), to: STDERR_FILENO) }

    package static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    package static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Whether to use colour: only on a terminal, and unless NO_COLOR is set (<https://no-color.org>).
    package static let usesColour = outputIsTerminal && !hasVariable("NO_COLOR") && variable("TERM") != "dumb"

    /// The columns of the terminal on standard output; `nil` if there is none or it does not report them.
    package static var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    package static func bold(_ text: String) -> String { usesColour ? "\u{1b}[1m\(text)\u{1b}[0m" : text }
    package static func dim(_ text: String) -> String { usesColour ? "\u{1b}[2m\(text)\u{1b}[0m" : text }

    package static func green(_ text: String) -> String { usesColour ? "\u{1b}[32m\(text)\u{1b}[0m" : text }
    package static func yellow(_ text: String) -> String { usesColour ? "\u{1b}[33m\(text)\u{1b}[0m" : text }
    package static func red(_ text: String) -> String { usesColour ? "\u{1b}[1;31m\(text)\u{1b}[0m" : text }

    package static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    package static func hasVariable(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }

    /// Receives output for the terminal while something else is shown on it.
    private static let diversion = Mutex<(@Sendable ([UInt8], _ isResult: Bool) -> Void)?>(nil)

    /// Passes output for the terminal to `taker` from now on, in whole lines; output to files and pipes is not affected.
    /// `nil` ends this. `taker` must not print.
    package static func divert(to taker: (@Sendable (_ bytes: [UInt8], _ isResult: Bool) -> Void)?) {
        diversion.withLock { $0 = taker }
    }

    /// - Returns: whether `taker` received the bytes.
    private static func isDiverted(_ bytes: [UInt8], _ descriptor: CInt) -> Bool {
        guard descriptor == STDOUT_FILENO ? outputIsTerminal : errorIsTerminal else { return false }
        return diversion.withLock { taker in
            taker?(bytes, descriptor == STDOUT_FILENO)
            return taker != nil
        }
    }

    private static func send(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        if isDiverted(bytes, descriptor) { return true }
        return sendDirectly(bytes, to: descriptor)
    }

    private static func sendDirectly(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
