// SPDX-License-Identifier: Apache-2.0

internal import Programs
public import Scanning

/// The clipboard of the session: each text takes the place of what was there. What an earlier run left does not.
public final class ClipboardTarget: HookTarget {
    public let name = "clipboard"
    public let limit = Duration.seconds(5)
    public let concernsNow = true
    private let words: [String]
    private let running = RunningProgram()

    /// - Parameters:
    ///   - variable: a variable of the environment.
    ///   - find: where a program is.
    /// - Throws: where there is no graphical session, or no program that has to do with its clipboard.
    public convenience init(environment variable: (String) -> String?) throws(HookError) {
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
                "cannot use --clipboard: there is no graphical session, as neither WAYLAND_DISPLAY nor DISPLAY is set")
        }
        guard let way = ways.first(where: { find($0[0]) != nil }) else {
            throw HookError(
                isWayland
                    ? "cannot use --clipboard: there is no program wl-copy; install it (Debian: apt install wl-clipboard)"
                    : "cannot use --clipboard: there is no program xclip; install it (Debian: apt install xclip)")
        }
        words = way
    }

    public func send(_ message: HookMessage) -> HookAnswer {
        guard message.isFresh else { return .refused(HookMessage.stale) }
        guard let text = message.scan.finalText else { return .refused("its bytes are no text") }
        let bytes = Array(text.utf8)
        guard bytes.count <= ProgramRun.largestInput else { return .refused("it is longer than 64 KiB") }
        // The program stays in the background for as long as it has the clipboard: with none of our files.
        let run = ProgramRun(words, input: bytes, output: .nowhere, limit: limit)
        let outcome = running(run)
        if outcome == .cancelled { return .cancelled }
        return outcome.failure.map { .later("\(words[0]): \($0)") } ?? .accepted
    }

    public func cancel() { running.cancel() }

    public func preview(_ scan: ScanEvent.Scan) -> HookPreview {
        guard let text = scan.finalText else { return HookPreview("", refusal: "its bytes are no text") }
        return HookPreview("copy \(text)")
    }
}
