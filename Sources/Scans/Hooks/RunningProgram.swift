// SPDX-License-Identifier: Apache-2.0

internal import Programs
internal import Synchronization

/// The program that a hook is running, which another thread can cancel. One at a time.
final class RunningProgram: Sendable {
    private let state = Mutex<(run: ProgramRun?, isCancelled: Bool)>((nil, false))

    /// Runs a program to its end. After `cancel`, every run ends as cancelled.
    func callAsFunction(_ run: ProgramRun) -> ProgramRun.Outcome {
        let isCancelled = state.withLock { state in
            state.run = run
            return state.isCancelled
        }
        guard !isCancelled else { return .cancelled }
        defer { state.withLock { $0.run = nil } }
        return run.run()
    }

    func cancel() {
        let run = state.withLock { state in
            state.isCancelled = true
            return state.run
        }
        run?.cancel()
    }
}
