// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output
internal import Threads
internal import WebPage

extension StudioSession {
    /// Begins to focus on a spot, in shares of the picture.
    func focus(_ x: Double, _ y: Double) throws(PageFailure) -> JSONValue {
        guard let live = board.withLock({ $0.live }) else {
            throw PageFailure(409, "cannot focus: there is no camera now")
        }
        guard let surface = live.surface, let sweep = FocusSweep(surface, at: x, y) else {
            throw PageFailure(409, "cannot focus: the focus of \(live.name) cannot be set")
        }
        let isBegun = board.withLock { board in
            guard board.sweep == nil, board.live === live, !board.isPaused else { return false }
            board.sweep = sweep
            return true
        }
        guard isBegun else {
            throw PageFailure(409, "cannot focus now: the scan is paused, or the lens is being moved already")
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
                case .undecided: "No focus position is sharper than another there; the focus is left as it was."
                case .failed(let error): error.description
                case .ended: "Focusing was broken off."
                }
            if let word { events.announce("note", ["text": .string(word)]) }
        }
        return ["focusing": true]
    }
}
