// SPDX-License-Identifier: Apache-2.0

internal import Calibration
import Synchronization
internal import Terminal

/// Shows the stage of a calibration as a bar on standard error, if that is a terminal.
final class StageBar: Sendable {
    private let isShown = Mutex(false)

    func show(_ progress: CalibrationProgress) {
        guard Console.errorIsTerminal else { return }
        let width = 24
        let filled = min(width, max(0, Int(progress.share * Double(width))))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let detail = progress.detail.isEmpty ? "" : ": " + progress.detail
        isShown.withLock { isShown in
            isShown = true
            Console.progress("\r\(bar) \(progress.stage.rawValue)\(detail)\u{1b}[K")
        }
    }

    func clear() {
        isShown.withLock { isShown in
            guard isShown else { return }
            Console.progress("\r\u{1b}[K")
            isShown = false
        }
    }
}
