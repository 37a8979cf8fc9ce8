// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A compressed frame, as every client gets it.
public struct LivePicture: Sendable {
    /// The frame's place in the stream, counted on through camera changes, so that it never goes back.
    public var number: Int
    /// A whole JPEG.
    public var jpeg: [UInt8]

    public init(number: Int, jpeg: [UInt8]) {
        self.number = number
        self.jpeg = jpeg
    }
}

/// The newest picture, for clients who ask for one newer than the last they had: so each gets as many as it can take, and
/// none of them is ever waited for. Safe from any thread.
public final class PictureHub: Sendable {
    private struct Waiter {
        var after: Int
        var beats = 0
        var continuation: CheckedContinuation<LivePicture?, Never>
    }

    private struct State {
        var newest: LivePicture?
        var waiters: [Int: Waiter] = [:]
        var next = 0
        /// Beats since somebody asked.
        var idleBeats = Int.max
        var feeds = 0
        var isClosed = false
    }

    /// Beats after which nobody is taken to watch, or a wait ends without a picture.
    private static let patience = 3
    /// Streams at a time; each tab of a browser is one.
    package static let mostFeeds = 32

    private let state = Mutex(State())

    public init() {}

    /// Whether somebody has asked for a picture lately: otherwise none need be compressed.
    public var isWatched: Bool { state.withLock { !$0.waiters.isEmpty || $0.idleBeats < Self.patience } }

    public var newest: LivePicture? { state.withLock { $0.newest } }

    public func publish(_ picture: LivePicture) {
        let waiters = state.withLock { state -> [Waiter] in
            state.newest = picture
            let ready = state.waiters.filter { $0.value.after < picture.number }
            for id in ready.keys { state.waiters[id] = nil }
            return Array(ready.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: picture) }
    }

    /// Takes the picture away: what it showed is no longer so.
    public func clear() { state.withLock { $0.newest = nil } }

    /// To be called about once a second: whoever has waited long is told that there is no picture.
    public func beat() {
        let waiters = state.withLock { state -> [Waiter] in
            if state.idleBeats < Int.max { state.idleBeats += 1 }
            for id in state.waiters.keys { state.waiters[id]?.beats += 1 }
            let tired = state.waiters.filter { $0.value.beats > Self.patience }
            for id in tired.keys { state.waiters[id] = nil }
            return Array(tired.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// A stream of pictures for a client; `nil` when there are too many.
    package func open() -> PictureFeed? {
        let isFree = state.withLock { state in
            guard state.feeds < Self.mostFeeds, !state.isClosed else { return false }
            state.feeds += 1
            return true
        }
        return isFree ? PictureFeed(self) : nil
    }

    fileprivate func feedHasEnded() { state.withLock { $0.feeds -= 1 } }

    /// Ends all waiting, for good.
    public func closeAll() {
        let waiters = state.withLock { state -> [Waiter] in
            state.isClosed = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// A picture newer than that one, as soon as there is one; `nil` when none comes for some seconds.
    package func next(after number: Int) async -> LivePicture? {
        let id = state.withLock { state in
            state.next += 1
            state.idleBeats = 0
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: LivePicture?? = state.withLock { state in
                    if let newest = state.newest, newest.number > number { return newest }
                    if state.isClosed || Task.isCancelled { return .some(nil) }
                    state.waiters[id] = Waiter(after: number, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(returning: nil)
        }
    }
}

/// Pictures for one client, each newer than the one before, until it goes. Lets go of its place when it is forgotten.
public final class PictureFeed: Sendable {
    /// What is to be sent.
    public enum Part: Sendable {
        case picture(LivePicture)
        /// There has been none for some seconds: so that the client sees that we are there, and we whether it is.
        case none
    }

    private let hub: PictureHub
    private let last = Mutex(-1)

    fileprivate init(_ hub: PictureHub) { self.hub = hub }

    deinit { hub.feedHasEnded() }

    /// Waits for the next; `nil` when no more will come. One task at a time.
    public func next() async -> Part? {
        let picture = await hub.next(after: last.withLock { $0 })
        guard let picture else { return hub.isClosed || Task.isCancelled ? nil : Part.none }
        last.withLock { $0 = picture.number }
        return .picture(picture)
    }
}
