// SPDX-License-Identifier: Apache-2.0

package import Scanning

/// A scan on its way to a target.
package struct HookMessage: Sendable {
    /// Its number in the outbox, the same for every attempt.
    package var number: Int64
    /// Has an id, by which the receiver can drop duplicates.
    package var scan: ScanEvent.Scan
    /// The number of failed attempts.
    package var attempts: Int
    /// Whether it was scanned in this run and not left by an earlier one. Set only if the target `concernsNow`.
    package var isFresh: Bool

    package init(number: Int64, scan: ScanEvent.Scan, attempts: Int = 0, isFresh: Bool = true) {
        self.number = number
        self.scan = scan
        self.attempts = attempts
        self.isFresh = isFresh
    }

    /// Why a scan that an earlier run left is refused by targets that act on the current session.
    static let stale = "it is from an earlier run, and another window may have the focus now"
}

/// The result of sending a message.
package enum HookAnswer: Hashable, Sendable {
    case accepted
    /// Try again, because of this reason; not before `after`, if the target asked for a pause.
    case later(String, after: Duration? = nil)
    /// The target will never accept it.
    case refused(String)
    /// `cancel` was called meanwhile. The message may have arrived or not.
    case cancelled
}

/// What would be sent.
package struct HookPreview: Hashable, Sendable {
    /// Contains untrusted text: escape it before showing it.
    package var words: String
    /// Why it would be refused.
    package var refusal: String?

    init(_ words: String, refusal: String? = nil) {
        self.words = words
        self.refusal = refusal
    }
}

/// A receiver of scans: a program, a server, a broker, a window.
package protocol HookTarget: AnyObject, Sendable {
    /// Its kind and address: the name for users, and the outbox's key in later runs.
    var name: String { get }
    /// The longest time that `send` takes, not counting the time to end a program.
    var limit: Duration { get }
    /// Whether it acts on the current session, so that it must know which scans an earlier run left.
    var concernsNow: Bool { get }
    /// Called once before the first `send`, on its thread.
    func begin()
    /// Sends a message and waits for the result. Always on the same thread.
    func send(_ message: HookMessage) -> HookAnswer
    /// Makes the current `send` and all later ones return soon. Thread-safe.
    func cancel()
    /// Called once after the last `send`, on its thread.
    func end()
    /// What `send` would do. Nothing is sent.
    func preview(_ scan: ScanEvent.Scan) -> HookPreview
}

extension HookTarget {
    package var concernsNow: Bool { false }
    package func begin() {}
    package func end() {}
}

/// Why a hook cannot be used.
package struct HookError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Verb, object, place: cause; next step. Contains user input: escape it before showing it.
    package var description: String

    package init(_ description: String) { self.description = description }
}
