// SPDX-License-Identifier: Apache-2.0

internal import Threads

/// Passes values from a thread that blocks on a camera to a task.
package final class Channel<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var taker: CheckedContinuation<Element?, any Error>?
        var isStopped = false
        var isOver = false
        var failure: (any Error)?
        var stops: [@Sendable () -> Void] = []
    }

    private let state = ConditionLock(State())

    // MARK: The thread

    package var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Calls `stop` when the task wants no more, or at once if it already does not.
    package func onStop(_ stop: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isStopped { state.stops.append(stop) }
            return state.isStopped
        }
        if isLate { stop() }
    }

    /// Waits until the task asks for a value. Returns whether it does, and not wants to end.
    package func awaitDemand() -> Bool {
        state.wait(timeout: nil) { $0.isStopped ? false : $0.taker != nil ? true : nil } ?? false
    }

    /// Passes a value. Returns whether the task wants more.
    package func send(_ element: Element) -> Bool {
        let (taker, isWanted) = state.withLock { state -> (CheckedContinuation<Element?, any Error>?, Bool) in
            defer { state.taker = nil }
            if state.taker == nil { state.waiting.append(element) }
            return (state.taker, !state.isStopped)
        }
        taker?.resume(returning: element)
        return isWanted
    }

    /// Ends the values: the camera is closed and its settings are restored.
    package func finish(_ failure: (any Error)? = nil) {
        let taker = state.withLock { state -> CheckedContinuation<Element?, any Error>? in
            defer { state.taker = nil }
            state.isOver = true
            // Who stops it does not ask for the reason.
            if !state.isStopped, state.taker == nil { state.failure = failure }
            return state.taker
        }
        guard let taker else { return }
        if let failure, !isStopped { taker.resume(throwing: failure) } else { taker.resume(returning: nil) }
    }

    // MARK: The task

    /// Ends the thread's work soon. Can be called from anywhere, repeatedly.
    package func stop() {
        let stops = state.withLockSignalling { state -> [@Sendable () -> Void] in
            state.isStopped = true
            defer { state.stops = [] }
            return state.stops
        }
        for stop in stops { stop() }
    }

    /// The next value; `nil` at the end, and once the task is cancelled and the thread has ended its work.
    package func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { taker in
                let answer = state.withLockSignalling { state -> Result<Element?, any Error>? in
                    if !state.waiting.isEmpty, !state.isStopped { return .success(state.waiting.removeFirst()) }
                    if let failure = state.failure {
                        state.failure = nil
                        return .failure(failure)
                    }
                    if state.isOver { return .success(nil) }
                    state.taker = taker
                    return nil
                }
                if let answer { taker.resume(with: answer) }
            }
        } onCancel: {
            stop()
        }
    }
}

/// A thread that works for a task. When the last reference is gone, its work has ended.
package final class CameraThread<Element: Sendable>: Sendable {
    private let channel = Channel<Element>()
    private let thread: WorkerThread

    /// - Parameter work: sends its values to the channel, and returns soon after the channel is stopped.
    package init(_ work: @escaping @Sendable (Channel<Element>) throws -> Void) {
        thread = WorkerThread { [channel] in
            do {
                try work(channel)
                channel.finish()
            } catch {
                channel.finish(error)
            }
        }
    }

    package func next() async throws -> Element? { try await channel.next() }

    deinit {
        channel.stop()
        thread.join()
    }

    /// Runs `work` once, on a thread of its own.
    package static func run(_ work: @escaping @Sendable (Channel<Element>) throws -> Element) async throws -> Element {
        let thread = CameraThread { channel in
            let result = try work(channel)
            _ = channel.send(result)
        }
        let result = try await thread.next()
        withExtendedLifetime(thread) {}
        guard let result, !Task.isCancelled else { throw CancellationError() }
        return result
    }
}
