// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output
internal import Threads
internal import WebPage

extension StudioSession {
    /// Starts to focus on a spot, in fractions of the picture.
    func focus(_ x: Double, _ y: Double) throws(PageFailure) -> JSONValue {
        guard let live = board.withLock({ $0.live }) else {
            throw PageFailure(409, "cannot focus: there is no camera now")
        }
        guard let surface = live.surface, let sweep = FocusSweep(surface, at: x, y) else {
            throw PageFailure(409, "cannot focus: \(live.name) has no focus control")
        }
        let isBegun = board.withLock { board in
            guard board.sweep == nil, board.live === live, !board.isPaused else { return false }
            board.sweep = sweep
            return true
        }
        guard isBegun else {
            throw PageFailure(409, "cannot focus: scanning is paused, or the camera is already focusing")
        }
        tellState()
        _ = WorkerThread { [self] in
            let outcome = sweep.run()
            board.withLock { $0.sweep = nil }
            tellState()
            tellControls(live)
            let word: String? =
                switch outcome {
                case .focused: nil
                case .undecided: "No focus position is clearly sharper there. The focus is unchanged."
                case .failed(let error): error.description
                case .ended: "Focusing was interrupted."
                }
            if let word { events.announce("note", ["text": .string(word)]) }
        }
        return ["focusing": true]
    }
}
