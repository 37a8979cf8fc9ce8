// SPDX-License-Identifier: Apache-2.0

internal import Terminal
internal import Threads

extension ScanPreview {
    /// Longer than any symbol's text.
    private static let longestEntry = 8192

    /// Handles the keys until the run is over, on its own thread.
    func heedKeys() {
        var decoder = TerminalKeyDecoder()
        while let bytes = screen.read(wake: wake, timeout: .seconds(10)) {
            for key in decoder.take(bytes) where !state.withLock({ $0.isOver }) { heed(key) }
        }
        // The terminal is gone, so no key can end the run any more.
        if !state.withLock({ $0.isOver }) { desk.stop() }
    }

    private func heed(_ key: TerminalKey) {
        if key == .control("z") { return suspend() }
        if state.withLock({ $0.entry }) != nil { return type(key) }
        switch key {
        case .character("q"), .character("Q"): desk.stop()
        case .character(" "): change { $0.isPaused.toggle() }
        case .character("t"), .character("T"): wish(.torch)
        case .character("+"), .character("="), .up: wish(.zoom(1))
        case .character("-"), .down: wish(.zoom(-1))
        case .character("0"): wish(.zoom(0))
        case .character("m"), .character("M"): beginTyping()
        case .tab: change { if !$0.panes.isEmpty { $0.shown = ($0.shown + 1) % $0.panes.count } }
        default: break
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLockSignalling { state in
            body(&state)
            state.isStale = true
        }
    }

    private func wish(_ wish: PreviewPane.Wish) {
        change { state in
            // Without frames no request is carried out; a few are enough to remember.
            guard state.panes.indices.contains(state.shown), state.panes[state.shown].wishes.count < 8 else { return }
            state.panes[state.shown].wishes.append(wish)
        }
    }

    private func beginTyping() {
        guard typing.take != nil else { return Console.note("typed codes are disabled (--manual none)") }
        change { $0.entry = "" }
    }

    private func type(_ key: TerminalKey) {
        switch key {
        case .escape: change { $0.entry = nil }
        case .backspace: change { $0.entry = $0.entry.map { String($0.dropLast()) } }
        case .character(let character):
            change { state in
                if let entry = state.entry, entry.utf8.count < Self.longestEntry { state.entry = entry + [character] }
            }
        case .enter:
            let line = state.withLock { $0.entry } ?? ""
            change { $0.entry = nil }
            _ = typing.take?(line)
        default: break
        }
    }

    private func suspend() {
        screen.leave()
        release()
        guard screen.suspend(wake: wake) else { return }
        divert()
        screen.enter()
        change { _ in }
    }
}
