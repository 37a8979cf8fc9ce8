// SPDX-License-Identifier: Apache-2.0

internal import CCanberra
internal import Output
import Synchronization
internal import Terminal

/// Plays sounds of the desktop's sound theme.
enum DesktopSounds {
    enum Sound: Sendable {
        case success, failure

        /// Its name in the freedesktop sound naming specification.
        fileprivate var event: String { self == .success ? "complete" : "dialog-error" }
        fileprivate var words: String { self == .success ? "A code was scanned" : "A code was refused" }
    }

    private static let isSilent = Mutex(false)

    /// Plays the sound and returns at once. On the first failure the reason is printed; the terminal's bell rings instead.
    static func play(_ sound: Sound) {
        let failure = unsafe candela_canberra_load() ?? candela_canberra_play(sound.event, sound.words)
        guard let failure = unsafe failure else { return }
        let cause = unsafe String(cString: failure)
        let isFirst = isSilent.withLock { isSilent in
            defer { isSilent = true }
            return !isSilent
        }
        if isFirst {
            Console.note(
                "cannot play sounds: \(VisibleText.escape(cause)); install libcanberra0 and a sound theme "
                    + "(sound-theme-freedesktop). The terminal's bell is used instead")
        }
        if sound == .success { Console.bell() }
    }
}
