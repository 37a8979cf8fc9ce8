// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A compressed frame as clients get it.
package struct LivePicture: Sendable {
    /// The number of the frame. It continues across camera changes, so it never decreases.
    package var number: Int
    /// A whole JPEG.
    package var jpeg: [UInt8]

    package init(number: Int, jpeg: [UInt8]) {
        self.number = number
        self.jpeg = jpeg
    }
}

/// The newest picture, for clients that request one newer than their last. Each gets as many as it can take, and none
/// is
/// waited for. Thread-safe.
package final class PictureHub: Sendable {
    private struct Waiter {
        var after: Int
        var beats = 0
        var wake: @Sendable (LivePicture?) -> Void
    }

    private struct State {
        var newest: LivePicture?
        var waiters: [Int: Waiter] = [:]
        var next = 0
        /// Beats since the last request.
        var idleBeats = Int.max
        var feeds = 0
        var isClosed = false
    }

    /// After this many beats, nobody is considered to watch, and a wait ends without a picture.
    private static let patience = 3
    /// The most streams at a time; each browser tab has one.
    package static let mostFeeds = 32

    private let state = Mutex(State())

    package init() {}

    /// Whether a client has requested a picture lately. If not, there is no need to compress any.
    package var isWatched: Bool { state.withLock { !$0.waiters.isEmpty || $0.idleBeats < Self.patience } }

    package var newest: LivePicture? { state.withLock { $0.newest } }

    package func publish(_ picture: LivePicture) {
        let waiters = state.withLock { state -> [Waiter] in
            state.newest = picture
            let ready = state.waiters.filter { $0.value.after < picture.number }
            for id in ready.keys { state.waiters[id] = nil }
            return Array(ready.values)
        }
        for waiter in waiters { waiter.wake(picture) }
    }

    /// Removes the picture, as it is out of date.
    package func clear() { state.withLock { $0.newest = nil } }

    /// Call this about once a second: it ends waits that have lasted too long.
    package func beat() {
        let waiters = state.withLock { state -> [Waiter] in
            if state.idleBeats < Int.max { state.idleBeats += 1 }
            for id in state.waiters.keys { state.waiters[id]?.beats += 1 }
            let tired = state.waiters.filter { $0.value.beats > Self.patience }
            for id in tired.keys { state.waiters[id] = nil }
            return Array(tired.values)
        }
        for waiter in waiters { waiter.wake(nil) }
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// A stream of pictures for a client; `nil` if there are too many.
    package func open() -> PictureFeed? {
        let isFree = state.withLock { state in
            guard state.feeds < Self.mostFeeds, !state.isClosed else { return false }
            state.feeds += 1
            return true
        }
        return isFree ? PictureFeed(self) : nil
    }

    fileprivate func feedHasEnded() { state.withLock { $0.feeds -= 1 } }

    /// Ends all waiting permanently.
    package func closeAll() {
        let waiters = state.withLock { state -> [Waiter] in
            state.isClosed = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.wake(nil) }
    }

    /// Calls `wake` once: with a picture newer than that one when there is one, or with `nil` if none arrives for some
    /// seconds.
    fileprivate func wait(after number: Int, _ wake: @escaping @Sendable (LivePicture?) -> Void) {
        let answer = state.withLock { state -> LivePicture?? in
            state.idleBeats = 0
            if let newest = state.newest, newest.number > number { return newest }
            if state.isClosed { return .some(nil) }
            state.next += 1
            state.waiters[state.next] = Waiter(after: number, wake: wake)
            return nil
        }
        if let answer { wake(answer) }
    }

    /// The next picture newer than that one; `nil` if none arrives for some seconds.
    package func next(after number: Int) async -> LivePicture? {
        await withCheckedContinuation { continuation in wait(after: number) { continuation.resume(returning: $0) } }
    }
}

/// A stream of pictures for one client, each newer than the one before: the parts of `multipart/x-mixed-replace`.
package final class PictureFeed: AnswerStream {
    private struct State {
        var last = -1
        /// There was no picture for some seconds, so send an empty part: it shows both sides that the other still
        /// exists.
        var isToSayNothing = false
        var isClosed = false
    }

    private let hub: PictureHub
    private let state = Mutex(State())

    fileprivate init(_ hub: PictureHub) { self.hub = hub }

    deinit { close() }

    package func take() -> AnswerPiece {
        let newest = hub.newest
        return state.withLock { state in
            if hub.isClosed || state.isClosed { return .end }
            if let newest, newest.number > state.last {
                state.last = newest.number
                state.isToSayNothing = false
                return .bytes(PicturePart.bytes(newest))
            }
            guard state.isToSayNothing else { return .nothingYet }
            state.isToSayNothing = false
            return .bytes(PicturePart.bytes(nil))
        }
    }

    package func whenDue(_ wake: @escaping @Sendable () -> Void) {
        hub.wait(after: state.withLock { $0.last }) { [weak self] picture in
            if picture == nil { self?.state.withLock { $0.isToSayNothing = true } }
            wake()
        }
    }

    package func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { hub.feedHasEnded() }
    }
}
