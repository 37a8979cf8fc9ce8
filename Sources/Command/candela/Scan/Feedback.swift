// SPDX-License-Identifier: Apache-2.0

internal import Terminal

/// The sounds of a scan.
struct Feedback: Sendable {
    enum Kind: Hashable, Sendable {
        case silent
        /// The terminal's bell.
        case bell
        /// The desktop's sounds.
        case sounds
    }

    let kind: Kind

    func success() {
        switch kind {
        case .silent: break
        case .bell: Console.bell()
        case .sounds: DesktopSounds.play(.success)
        }
    }

    /// Signals a refused scan, or several codes with `--single`.
    func failure() {
        if kind == .sounds { DesktopSounds.play(.failure) }
    }
}
