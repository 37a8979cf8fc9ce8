// SPDX-License-Identifier: Apache-2.0

internal import Scanning
internal import Threads

/// A station's camera, which its studio borrows while somebody looks at the page. Thread-safe.
final class CameraLoan: Sendable {
    private struct State {
        /// Somebody wants the camera, or has it.
        var isAsked = false
        /// The station has put this down and does not use the camera: what it has read so far.
        var policy: ReadPolicy?
        /// What the studio has read meanwhile.
        var returned: ReadPolicy?
        var onAsk: (@Sendable () -> Void)?
    }

    private let state = ConditionLock(State())
    /// How soon the end of a run is noticed.
    private static let glance = Duration.milliseconds(100)

    var isAsked: Bool { state.withLock { $0.isAsked } }

    // MARK: The station

    /// Sets what stops the station's stream when the camera is asked for; at once if it is asked for already.
    func whenAsked(_ stop: (@Sendable () -> Void)?) {
        let isLate = state.withLock { state in
            state.onAsk = stop
            return state.isAsked
        }
        if isLate { stop?() }
    }

    /// Lends the camera, and waits until it is back or the run is over.
    func lend(_ policy: inout ReadPolicy, until desk: ScanDesk) {
        let own = policy
        state.withLockSignalling { $0.policy = own }
        while !desk.isOver {
            let isBack: Bool? = state.wait(timeout: Self.glance) { $0.isAsked ? nil : true }
            if isBack == true { break }
        }
        if let returned = state.withLock({ $0.returned.take() }) { policy = returned }
    }

    // MARK: The studio

    /// Asks for the camera, and waits until the station does not use it.
    ///
    /// - Returns: what the station has read so far; `nil` if it is not free in that time.
    func borrow(for limit: Duration) -> ReadPolicy? {
        let stop = state.withLockSignalling { state in
            state.isAsked = true
            return state.onAsk
        }
        stop?()
        if let policy = state.wait(timeout: limit, until: { $0.policy }) { return policy }
        return state.withLockSignalling { state in
            if state.policy == nil { state.isAsked = false }
            return state.policy
        }
    }

    func giveBack(_ policy: ReadPolicy) {
        state.withLockSignalling { state in
            (state.isAsked, state.policy, state.returned) = (false, nil, policy)
        }
    }
}
