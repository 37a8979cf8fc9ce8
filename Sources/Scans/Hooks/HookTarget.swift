// SPDX-License-Identifier: Apache-2.0

public import Scanning

/// A scan on its way to a target.
public struct HookMessage: Sendable {
    /// Its place in the outbox: the same when it is tried again.
    public var number: Int64
    /// With its id, by which whoever receives it can drop duplicates.
    public var scan: ScanEvent.Scan
    /// How often it was tried and failed.
    public var attempts: Int
    /// Whether it was scanned in this run, and not left by an earlier one; known only where the target `concernsNow`.
    public var isFresh: Bool

    package init(number: Int64, scan: ScanEvent.Scan, attempts: Int = 0, isFresh: Bool = true) {
        self.number = number
        self.scan = scan
        self.attempts = attempts
        self.isFresh = isFresh
    }

    /// Why a scan that an earlier run left is not for a target that concerns whoever sits there now.
    static let stale = "it is of an earlier run, and what is in front of the screen may be something else now"
}

/// What a target made of a message.
public enum HookAnswer: Hashable, Sendable {
    case accepted
    /// To be tried again, this reason and all; not sooner than `after`, where the target asked for a pause.
    case later(String, after: Duration? = nil)
    /// It will never be taken.
    case refused(String)
    /// `cancel` was called meanwhile; it may have arrived or not.
    case cancelled
}

/// What would be sent, for whoever wants to see it first.
public struct HookPreview: Hashable, Sendable {
    /// Holds text of strangers: escape before showing.
    public var words: String
    /// Why it would be refused.
    public var refusal: String?

    init(_ words: String, refusal: String? = nil) {
        self.words = words
        self.refusal = refusal
    }
}

/// Where scans are passed on to: a program, a server, a broker, a window.
public protocol HookTarget: AnyObject, Sendable {
    /// Its kind and address: what it is called, and the key by which the outbox knows it in later runs.
    var name: String { get }
    /// The longest that `send` takes, but for what it does to end a program.
    var limit: Duration { get }
    /// Whether it concerns whoever sits there now, so that it must know what an earlier run left.
    var concernsNow: Bool { get }
    /// Called once before the first `send`, on its thread.
    func begin()
    /// Passes one on, and waits for what becomes of it. Always on the same thread.
    func send(_ message: HookMessage) -> HookAnswer
    /// Has the `send` under way, and every later one, return soon. From any thread.
    func cancel()
    /// Called once after the last `send`, on its thread.
    func end()
    /// What `send` would do; nothing is done.
    func preview(_ scan: ScanEvent.Scan) -> HookPreview
}

extension HookTarget {
    public var concernsNow: Bool { false }
    public func begin() {}
    public func end() {}
}

/// Why a hook cannot be what was asked for.
public struct HookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Verb, object, place: cause; next step. Holds what the user wrote: escape before showing.
    public var description: String

    package init(_ description: String) { self.description = description }
}
