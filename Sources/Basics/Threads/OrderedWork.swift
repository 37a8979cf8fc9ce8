// SPDX-License-Identifier: Apache-2.0

/// Does numbered pieces of work on several threads and delivers the results in order.
///
/// - Parameters:
///   - count: the pieces are 0 to `count - 1`.
///   - workers: the number of threads. They run at most `8 * workers` pieces ahead of the next one to deliver, so that
///     results do not pile up behind a slow piece.
///   - makeState: makes the state that a worker keeps between pieces (readers, buffers); called on the worker's thread.
///   - work: does one piece.
///   - deliver: takes the results on the calling thread. To end early, it returns false or throws: running pieces finish,
///     and no more start.
public func forEachInOrder<State, Result: Sendable, E: Error>(
    count: Int, workers: Int, makeState: @escaping @Sendable () -> State,
    work: @escaping @Sendable (inout State, Int) -> Result, deliver: (Int, Result) throws(E) -> Bool
) throws(E) {
    let progress = ConditionLock(OrderedProgress<Result>())
    let threads = (0..<max(1, min(workers, count))).map { _ in
        WorkerThread {
            var state = makeState()
            while true {
                let piece: Int?? = progress.wait(timeout: nil) { progress in
                    if progress.isOver || progress.next >= count { return .some(nil) }
                    guard progress.next < progress.delivered + 8 * workers else { return nil }
                    progress.next += 1
                    return progress.next - 1
                }
                guard case .some(.some(let index)) = piece else { return }
                let result = work(&state, index)
                progress.withLockSignalling { $0.results[index] = result }
            }
        }
    }
    defer {
        progress.withLockSignalling { $0.isOver = true }
        for thread in threads { thread.join() }
    }
    for index in 0..<count {
        let result = progress.wait(timeout: nil) { $0.results.removeValue(forKey: index) }!
        guard try deliver(index, result) else { return }
        progress.withLockSignalling { $0.delivered = index + 1 }
    }
}

/// The progress of `forEachInOrder`.
private struct OrderedProgress<Result: Sendable>: Sendable {
    /// The next piece to start.
    var next = 0
    var delivered = 0
    var isOver = false
    var results: [Int: Result] = [:]
}
