// SPDX-License-Identifier: Apache-2.0

internal import Programs
package import Scanning

/// The clipboard of the session. Each text replaces the previous one. Scans that an earlier run left are not copied.
package final class ClipboardTarget: HookTarget {
    package let name = "clipboard"
    package let limit = Duration.seconds(5)
    package let concernsNow = true
    private let words: [String]
    private let running = RunningProgram()

    /// - Parameters:
    ///   - variable: a variable of the environment.
    ///   - find: finds a program.
    /// - Throws: if there is no graphical session, or no program for its clipboard.
    package convenience init(environment variable: (String) -> String?) throws(HookError) {
        try self.init(environment: variable, find: ProgramSearch.find)
    }

    package init(environment variable: (String) -> String?, find: (String) -> String?) throws(HookError) {
        let isWayland = variable("WAYLAND_DISPLAY")?.isEmpty == false
        let isX = variable("DISPLAY")?.isEmpty == false
        let ways =
            (isWayland ? [["wl-copy", "--type", "text/plain;charset=utf-8"]] : [])
            + (isX ? [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]] : [])
        guard !ways.isEmpty else {
            throw HookError(
                "cannot use --clipboard: there is no graphical session (neither WAYLAND_DISPLAY nor DISPLAY is set)")
        }
        guard let way = ways.first(where: { find($0[0]) != nil }) else {
            throw HookError(
                isWayland
                    ? "cannot use --clipboard: wl-copy is not installed; install it (Debian: apt install wl-clipboard)"
                    : "cannot use --clipboard: xclip is not installed; install it (Debian: apt install xclip)")
        }
        words = way
    }

    package func send(_ message: HookMessage) -> HookAnswer {
        guard message.isFresh else { return .refused(HookMessage.stale) }
        guard let text = message.scan.finalText else { return .refused("its bytes are not text") }
        let bytes = Array(text.utf8)
        guard bytes.count <= ProgramRun.largestInput else { return .refused("it is longer than 64 KiB") }
        // The program stays in the background while it owns the clipboard, so it must hold none of our files.
        let run = ProgramRun(words, input: bytes, output: .nowhere, limit: limit)
        let outcome = running(run)
        if outcome == .cancelled { return .cancelled }
        return outcome.failure.map { .later("\(words[0]): \($0)") } ?? .accepted
    }

    package func cancel() { running.cancel() }

    package func preview(_ scan: ScanEvent.Scan) -> HookPreview {
        guard let text = scan.finalText else { return HookPreview("", refusal: "its bytes are not text") }
        return HookPreview("copy \(text)")
    }
}
