// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// A thread that runs blocking work, one piece after another, for tasks that must not block.
final class SerialDesk: Sendable {
    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var isOver = false
    }

    private let state: ConditionLock<State>
    private let thread: WorkerThread

    init() {
        let state = ConditionLock(State())
        self.state = state
        thread = WorkerThread {
            while true {
                let work: [@Sendable () -> Void]? = state.wait(timeout: nil) { state in
                    if !state.work.isEmpty {
                        defer { state.work = [] }
                        return state.work
                    }
                    return state.isOver ? [] : nil
                }
                guard let work, !work.isEmpty else { return }
                for piece in work { piece() }
            }
        }
    }

    deinit { state.withLockSignalling { $0.isOver = true } }

    func run<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            state.withLockSignalling { $0.work.append { continuation.resume(returning: work()) } }
        }
    }
}
