// SPDX-License-Identifier: Apache-2.0

internal import Terminal

/// What can be heard of a scan.
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

    /// A scan that was refused, or several codes where one is wanted.
    func failure() {
        if kind == .sounds { DesktopSounds.play(.failure) }
    }
}
