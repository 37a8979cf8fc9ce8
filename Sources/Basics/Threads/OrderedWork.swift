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
package func forEachInOrder<State, Result: Sendable, E: Error>(
    count: Int, workers: Int, makeState: @escaping @Sendable () -> State,
    work: @escaping @Sendable (inout State, Int) -> Result, deliver: (Int, Result) throws(E) -> Bool
) throws(E) {
    let next = ConditionLock(0)
    try forEachInStream(
        workers: max(1, min(workers, count)), makeState: makeState,
        next: {
            next.withLock { next in
                defer { next += 1 }
                return next < count ? next : nil
            }
        }, work: work, deliver: deliver)
}

/// Does pieces of work that come one after another on several threads, and delivers the results in the order of the
/// pieces, or as they come.
///
/// - Parameters:
///   - workers: the number of threads. They run at most `8 * workers` pieces ahead of what was delivered, so that memory
///     does not grow with the number of pieces.
///   - isOrdered: whether results keep the order of the pieces.
///   - next: the next piece, or `nil` at the end; called on the workers' threads, by one at a time. It may block: results
///     are delivered meanwhile.
///   - cancel: called when the work ends early: `next` must return soon.
///   - makeState, work, deliver: as in `forEachInOrder`.
package func forEachInStream<State, Piece: Sendable, Result: Sendable, E: Error>(
    workers: Int, isOrdered: Bool = true, makeState: @escaping @Sendable () -> State,
    next: @escaping @Sendable () -> Piece?, cancel: () -> Void = {},
    work: @escaping @Sendable (inout State, Piece) -> Result, deliver: (Piece, Result) throws(E) -> Bool
) throws(E) {
    let progress = ConditionLock(StreamProgress<(Piece, Result)>())
    let source = ConditionLock(0)
    let threads = (0..<max(1, workers)).map { _ in
        WorkerThread {
            var state = makeState()
            while true {
                let mayStart: Bool? = progress.wait(timeout: nil) { progress in
                    if progress.isOver || progress.hasEnded { return false }
                    guard progress.started < progress.delivered + 8 * workers else { return nil }
                    progress.started += 1
                    return true
                }
                guard mayStart == true else { return }
                let piece = source.withLock { number -> (number: Int, piece: Piece)? in
                    guard !progress.withLock({ $0.isOver || $0.hasEnded }), let piece = next() else { return nil }
                    defer { number += 1 }
                    return (number, piece)
                }
                guard let piece else {
                    progress.withLockSignalling { progress in
                        progress.started -= 1
                        progress.hasEnded = true
                    }
                    return
                }
                let result = work(&state, piece.piece)
                progress.withLockSignalling { $0.results[piece.number] = (piece.piece, result) }
            }
        }
    }
    var isWhole = false
    defer {
        progress.withLockSignalling { $0.isOver = true }
        if !isWhole { cancel() }
        for thread in threads { thread.join() }
    }
    while true {
        // `.some(nil)`: all is delivered.
        let result: (Piece, Result)?? = progress.wait(timeout: nil) { progress in
            let key = isOrdered ? progress.delivered : progress.results.keys.first
            if let key, let result = progress.results.removeValue(forKey: key) { return .some(result) }
            return progress.hasEnded && progress.started == progress.delivered ? .some(nil) : nil
        }
        guard case .some(.some((let piece, let result))) = result else { break }
        guard try deliver(piece, result) else { return }
        progress.withLockSignalling { $0.delivered += 1 }
    }
    isWhole = true
}

/// The progress of `forEachInStream`.
private struct StreamProgress<Result> {
    /// The pieces that were started or are being fetched.
    var started = 0
    var delivered = 0
    /// There are no more pieces.
    var hasEnded = false
    /// No more pieces are wanted.
    var isOver = false
    var results: [Int: Result] = [:]
}
