// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output
internal import Terminal

/// A progress bar on standard error, if that is a terminal.
struct ProgressBar {
    private let total: Int
    private let title: String
    private let began = FrameTimestamp.now
    private var done = 0
    private var isShown = false
    private var lastDrawn = FrameTimestamp(nanoseconds: 0)

    init(total: Int, title: String) {
        self.total = total
        self.title = title
    }

    /// Counts one more piece. The bar appears after half a second and is drawn at most ten times a second.
    mutating func advance() {
        done += 1
        let now = FrameTimestamp.now
        guard Console.errorIsTerminal, total > 1, done < total, now.since(began) > .milliseconds(500),
            now.since(lastDrawn) > .milliseconds(100)
        else { return }
        lastDrawn = now
        isShown = true
        let width = 30
        let filled = width * done / total
        let left = now.since(began).milliseconds / Double(done) * Double(total - done) / 1000
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        Console.progress(
            "\r\(bar) \(done)/\(total) \(title), \(JSONValue.fixed(left, decimals: 0) ?? "?") s left\u{1b}[K")
    }

    /// Removes the bar before other output.
    mutating func clear() {
        guard isShown else { return }
        Console.progress("\r\u{1b}[K")
        isShown = false
    }

    mutating func finish() { clear() }
}
