// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output
internal import Terminal

/// A bar on standard error for work that takes long; nothing at all where standard error is no terminal.
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

    /// One piece more is done. Drawn ten times a second at most, and only once half a second has passed.
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

    /// Takes the bar away before something else is written.
    mutating func clear() {
        guard isShown else { return }
        Console.progress("\r\u{1b}[K")
        isShown = false
    }

    mutating func finish() { clear() }
}
